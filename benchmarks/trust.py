"""What can be learned of each game in a few seconds, and how far it is to be trusted: `woodstock explain` over many games.

    python benchmarks/trust.py --seconds 4                     every public rulesheet that can be ground
    python benchmarks/trust.py --games reversi ../shared/games/othello.kif

By game the share of the outcomes of self-play (R²) that the learned evaluation explains, 64 uniform playouts, and 64 by the best of
the preferences; positions learned from, plies of self-play a CPU second, evaluations a second of a full-width search and the
depth that it came to in a tenth of the time. Where nothing can be learned, why.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import woodstock as ws
from papers_players import head, show
from woodstock.cli.explain import explanation
from woodstock.errors import WoodStockError

GAMES = Path(__file__).resolve().parent.parent.parent / "shared" / "games"


def row(source: str, seconds: float, seed: int) -> None:
    name = Path(source).stem
    try:
        game = ws.load(source)
        found = explanation(game, seconds=seconds, seed=seed)
    except WoodStockError as error:
        show(name, str(error).splitlines()[0], *[""] * 6)
        return
    report = found.lesson.report
    if report.objection:
        show(name, report.objection, *[""] * 6)
        return
    trust = found.trust
    show(
        name,
        f"{trust.net:.2f}",
        f"{trust.playouts:.2f}",
        f"{max(trust.preferred):.2f}" if trust.preferred else "",
        f"{report.positions:,}",
        f"{report.plies / found.cpu_seconds:,.0f}",
        f"{found.evaluations_a_second:,.0f}",
        found.depth,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=sorted(map(str, GAMES.glob("*.kif"))))
    parser.add_argument("--seconds", type=float, default=4.0, help="to learn, of each game")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    head(
        "game", "R² evaluation", "playouts", "by preference", "positions", "plies/s", "evaluations/s", "depth"
    )
    for source in chosen.games:
        row(source, chosen.seconds, chosen.seed)


if __name__ == "__main__":
    main()
