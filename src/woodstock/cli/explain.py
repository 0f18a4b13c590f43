"""`woodstock explain`: what positions of a game are worth, learned by self-play."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, GameArgument, LimitOption, SeedOption, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock import _core
    from woodstock.game import Game
    from woodstock.players.lesson import Lesson
    from woodstock.players.preferred_moves import PreferredMoves
    from woodstock.players.weights import Weights

_SEARCH_SHARE = 0.1
"""Of the time, for a search that shows how fast the evaluation is."""
_PREFERENCE_SHARE = 0.2
"""Of the time, to learn which moves playouts should prefer, and as much to compare all of it with uniform playouts."""
_SHOWN_MOVES = 6
"""Of a role, that are preferred most and least."""


@dataclass(frozen=True)
class Explanation:
    lesson: Lesson
    trust: _core.Trust
    cpu_seconds: float
    """Of the learning."""
    evaluations_a_second: float
    depth: int
    weights: list[Weights]
    preferred: list[PreferredMoves]
    """By role, of the preferences whose playouts explain most; none where they could not be learned."""

    def lines(self) -> Iterator[str]:
        report = self.lesson.report
        yield str(self.lesson)
        if report.objection:
            return
        told = {"mover": "who is to move", "phase": "the phase of the game", "one": "nothing"}[
            report.contexts
        ]
        yield f"weights told apart by {told}; {report.plies / self.cpu_seconds:,.0f} plies of self-play a CPU second"
        yield (
            f"full-width search from the initial state: depth {self.depth}, "
            f"{self.evaluations_a_second:,.0f} evaluations a second"
        )
        yield (
            f"of the outcomes of {self.trust.games} other games it explains {self.trust.net:.3f} (R²), "
            f"64 playouts explain {self.trust.playouts:.3f}"
            + (f", and by the preferences below {max(self.trust.preferred):.3f}" if self.preferred else "")
        )
        if report.curve:
            points = (
                f"{point.positions:,}: {point.error**0.5:.3f}"
                for point in report.curve[:: max(1, len(report.curve) // 8)]
            )
            yield f"off by, after positions: {', '.join(points)}"
        for each in self.weights:
            yield ""
            yield from each.lines()
        for moves in self.preferred:
            yield ""
            yield from moves.lines(_SHOWN_MOVES)


def explain(
    game: GameArgument,
    *,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to learn.")] = 10.0,
    candidates: Annotated[
        int, typer.Option(min=1, max=8, help="Evaluations learned side by side, of which duels keep one.")
    ] = 1,
    seed: SeedOption = 0,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Learn what positions are worth by self-play, and show it: weights on the board, moves that playouts should prefer, and
    how far to trust both."""
    loaded, _ = load_game(game, EngineName.AUTO, limit)
    found = wait_with_bar(
        partial(explanation, loaded, seconds=seconds, candidates=candidates, seed=seed),
        f"learning {loaded.name}",
    )
    if json:
        print_json(as_json(loaded, found))
    else:
        for line in found.lines():
            typer.echo(line)


def explanation(game: Game, *, seconds: float, candidates: int = 1, seed: int = 0) -> Explanation:
    from woodstock import _core
    from woodstock.clock import Clock
    from woodstock.players.lesson import Lesson
    from woodstock.players.possible import native_state
    from woodstock.players.preferences import Preferences
    from woodstock.players.preferred_moves import preferred_moves
    from woodstock.players.weights import weights_of

    compiled = game.require_compiled("evaluation that could be learned")
    options = _core.LearnerOptions()
    options["candidates"] = candidates
    lesson = Lesson(compiled, options, seed=seed)
    lesson.use_likeness(game.rulesheet, seconds)
    begin = time.thread_time()
    lesson.study(seconds=seconds)
    lesson.stop_hunting()
    learned = time.thread_time()
    evaluation = lesson.evaluation()
    search = _core.Minimax(compiled.engines, game.players[0].index, evaluation)
    search.set_root(native_state(compiled, game.initial_state()))
    if not lesson.objection:
        search.run(seconds=seconds * _SEARCH_SHARE)
    searched = time.thread_time() - learned
    report = search.report()
    preferences = Preferences(compiled, seconds=seconds * _PREFERENCE_SHARE, seed=seed)
    if not lesson.objection:
        preferences.run(Clock.after(2 * seconds * _PREFERENCE_SHARE), _core.StopFlag())
    candidates_found = preferences.candidates
    trust = lesson.trust(seconds=seconds * _PREFERENCE_SHARE, seed=seed, preferred=candidates_found)
    best = max(zip(trust.preferred, candidates_found), key=lambda each: each[0], default=None)
    return Explanation(
        lesson,
        trust,
        max(learned - begin, 1e-9),
        report.samples / max(searched, 1e-9),
        report.depth,
        weights_of(compiled, evaluation, sorted(game.initial_state().fluents, key=str)),
        [] if best is None else preferred_moves(compiled, best[1]),
    )


def as_json(game: Game, found: Explanation) -> dict[str, Any]:
    report = found.lesson.report
    return {
        "game": game.name,
        "objection": report.objection,
        "payoffs": report.payoffs,
        "contexts": report.contexts,
        "positions": report.positions,
        "games": report.games,
        "plies_a_second": report.plies / found.cpu_seconds,
        "evaluations_a_second": found.evaluations_a_second,
        "depth": found.depth,
        "explained": {
            "evaluation": found.trust.net,
            "playouts": found.trust.playouts,
            "preferred": max(found.trust.preferred, default=None),
            "games": found.trust.games,
        },
        "curve": [[point.positions, point.error] for point in report.curve],
        "weights": [
            {
                "role": each.role,
                "pieces": {str(piece.content): piece.rows for piece in each.pieces},
                "others": {str(fluent): weight for fluent, weight in each.others},
                "pairs": [[str(first), str(second), weight] for first, second, weight in each.pairs],
            }
            for each in found.weights
        ],
        "preferences": [
            {
                "role": each.role,
                "moves": [
                    {"move": move.move, "if": list(move.conditions), "rank": move.rank} for move in each.moves
                ],
            }
            for each in found.preferred
        ],
    }
