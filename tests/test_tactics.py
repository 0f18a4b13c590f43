"""The tactics suite: what it says of its positions is so, and players with proofs do not err where proofs are cheap."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from woodstock import _core

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
from tactics import Budget, decision
from tactics_suite import Position, legal, positions_in, replayed, suite_game

BUNDLED = ("bundled/breakthrough", "bundled/connect_four", "bundled/tictactoe", "bundled/nim")
_CHEAP = 3000  # nodes of full width


def some() -> list[Position]:
    """A few positions of each bundled game, cheap ones."""
    found: list[Position] = []
    for game in BUNDLED:
        found += [each for each in positions_in() if each.game == game and each.nodes <= _CHEAP][:3]
    return found


def identity(position: Position) -> str:
    return f"{position.game}-{len(position.choices)}-{position.kind}-{position.depth}"


def test_the_suite_is_large():
    positions = positions_in()
    assert len(positions) >= 250
    assert len({position.game for position in positions}) >= 12
    assert all(0 < len(position.good) < position.of for position in positions)


@pytest.mark.parametrize("position", some(), ids=identity)
def test_the_depth_named_shows_it(position):
    game = suite_game(position.game)
    state = replayed(game, position.choices)[-1]
    role = next(role for role in game.players if role.name == position.role)
    search = _core.ProofSearch(game.compiled.engines, role.index, thorough=True, depth=position.depth)
    search.set_root(state.position)
    assert search.run() == _core.SearchEnd.solved
    report = search.report()
    terms = game.compiled.moves[role.index]
    if position.kind == "win":
        good = {terms[each.move] for each in report.moves if each.low >= report.most}
    else:
        good = {terms[each.move] for each in report.moves if each.high > report.least}
    assert [i for i, move in enumerate(legal(state, role)) if move.term in good] == position.good


@pytest.mark.parametrize("position", some(), ids=identity)
def test_a_player_with_proofs_does_not_err(position):
    game = suite_game(position.game)
    for kept in (False, True):
        index, _ = decision(game, position, "mac-ucb:proof=0.15", Budget(100_000, None), kept=kept, seed=1)
        assert index in position.good
