"""MAC-UCB as printed in series of matches against UCT with one playout at a time (Koriche et al. 2016, Tables 3 and 4).

    python benchmarks/papers_series.py --seconds 1     play what is not in the log (build/papers_series.jsonl)
    python benchmarks/papers_series.py --table         what the log says
    python benchmarks/papers_series.py --seconds 0.3 --player mac-ucb-2016:solving=0.1 mac-ucb-2016:solving=0.9

Seconds are CPU seconds a move, and all of them are used: nothing is kept back of the clock. Matches come in pairs with the
seats exchanged, a pair of every game after the other, and each is in the log when it is over. A series ends early when a
sequential test (A. Wald, "Sequential tests of statistical hypotheses", 1945) has decided between a rate of 50 % and one of
50 ± 25 %, both errors 5 %; draws are half a win and half a loss.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from duel import duel
from papers_games import ALONE, PAIRS, game_of
from papers_players import PRINTED, RIVAL, head, show
from woodstock.arena.statistics import wilson

EDGE, ERROR = 0.25, 0.05


class Series(NamedTuple):
    game: str
    first: str
    second: str
    seconds: float
    share: float = 1.0
    """Of the seconds, that the second has."""


def verdict(scores: Sequence[float]) -> str:
    """What the sequential test says of the first player's scores so far; nothing while it is open."""
    won, lost = sum(scores), len(scores) - sum(scores)
    more, less = math.log((0.5 + EDGE) / 0.5), math.log((0.5 - EDGE) / 0.5)
    better, worse = won * more + lost * less, lost * more + won * less
    accept, reject = math.log((1 - ERROR) / ERROR), math.log(ERROR / (1 - ERROR))
    if better >= accept:
        return "ahead"
    if worse >= accept:
        return "behind"
    return "even" if better <= reject and worse <= reject else ""


def scores_in(log: Path) -> dict[Series, dict[int, float]]:
    """By series and number of the match."""
    found: dict[Series, dict[int, float]] = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        row = json.loads(line)
        series = Series(**{name: row[name] for name in Series._fields if name in row})
        found.setdefault(series, {})[row["number"]] = row["score"]
    return found


def missing(series: Series, known: dict[int, float], matches: int, *, whole: bool = False) -> Iterator[int]:
    """The numbers of the matches left to play; unless series are played whole, as long as pairs do not decide them."""
    tested = series.second and not whole
    for number in range(matches):
        if tested and number % 2 == 0 and verdict([known[each] for each in range(number)]):
            return
        if number not in known:
            yield number


def points_of(series: Series, number: int) -> tuple[float, int]:
    """What the first brings home of a match, 0 to 1, and its number of moves; seats change with every number."""
    game, seconds = game_of(series.game), series.seconds
    if not series.second:
        (goal,), moves = duel(game, [series.first], seconds, number)
        return goal / 100, moves
    swapped = number % 2
    turn = -1 if swapped else 1
    specs, shares = (series.first, series.second)[::turn], (1.0, series.share)[::turn]
    goals, moves = duel(game, specs, seconds, number // 2, shares=shares)
    own, other = goals[swapped], goals[1 - swapped]
    return 1.0 if own > other else 0.0 if own < other else 0.5, moves


def play(series: Sequence[Series], matches: int, log: Path, *, whole: bool = False) -> None:
    known = scores_in(log)
    log.parent.mkdir(parents=True, exist_ok=True)
    left = {each: missing(each, known.setdefault(each, {}), matches, whole=whole) for each in series}
    while left:
        for each in list(left):
            for _ in range(2):
                number = next(left[each], None)
                if number is None:
                    del left[each]
                    break
                _play_one(each, number, known[each], log)


def _play_one(series: Series, number: int, known: dict[int, float], log: Path) -> None:
    begin = time.process_time()
    score, moves = points_of(series, number)
    known[number] = score
    spent = round(time.process_time() - begin, 1)
    row = series._asdict() | {"number": number, "score": score, "moves": moves, "cpu": spent}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def table(log: Path) -> None:
    head("game", "first", "second", "CPU s a move", "rival's", "matches", "+ = −", "%", "95 %", "test")
    for series, by_number in sorted(scores_in(log).items()):
        scores = list(by_number.values())
        rate = wilson(sum(scores), len(scores))
        wins = " ".join(str(scores.count(each)) for each in (1.0, 0.5, 0.0))
        span = f"{100 * rate.low:.0f}–{100 * rate.high:.0f}"
        show(series.game, series.first, series.second, f"{series.seconds:g}",
            f"{series.seconds * series.share:g}", len(scores), wins,
             f"{100 * rate.value:.0f}", span, (verdict(scores) or "open") if series.second else "")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", choices=[*PAIRS, *ALONE], default=list(PAIRS))
    parser.add_argument("--player", nargs="+", default=[PRINTED], help="each plays the rival")
    parser.add_argument("--rival", default=RIVAL)
    parser.add_argument("--rival-share", type=float, default=1.0, help="of the CPU time, that the rival has")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time a move")
    parser.add_argument("--matches", type=int, default=40, help="of each series at most, an even number")
    parser.add_argument("--whole", action="store_true", help="the test does not end a series")
    parser.add_argument("--log", type=Path, default=Path("build/papers_series.jsonl"))
    parser.add_argument("--table", action="store_true", help="plays nothing")
    chosen = parser.parse_args()
    if not chosen.table:
        series = [
            Series(game, player, chosen.rival if game in PAIRS else "", chosen.seconds, chosen.rival_share)
            for game in chosen.games
            for player in chosen.player
        ]
        play(series, chosen.matches, chosen.log, whole=chosen.whole)
    table(chosen.log)


if __name__ == "__main__":
    main()
