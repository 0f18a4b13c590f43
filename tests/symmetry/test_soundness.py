"""Every symmetry that is accepted commutes with the rules, by an engine that had no part in finding it."""

from pathlib import Path

import pytest

import woodstock
from tests.shared import shared_root
from woodstock.deadline import Deadline, Work
from woodstock.games.library import bundled
from woodstock.symmetry import Permutation, symmetries
from woodstock.symmetry.soundness import judged

STATES, SECONDS = 200, 20.0
FEW_STATES, FEW_SECONDS = 40, 1.0  # for every day


def sound(source: str | Path, states: int, seconds: float, *, hidden: bool) -> None:
    game = woodstock.load(source, limits=woodstock.Limits(seconds=60))
    if game.compiled is None:
        pytest.skip("does not ground")
    for graph in ("microstructure", "rules"):
        deadline = Deadline.after(seconds, Work())
        found = symmetries(game, graph=graph, deadline=deadline, look_for_hidden=hidden)
        every = [each.permutation for each in (*found.found, *found.exchanging)]
        if every:
            judgement = judged(game, found.vocabulary, every, states=states, seconds=seconds)
            assert not judgement.difference, str(judgement)
            assert judgement.states > 0


@pytest.mark.parametrize("name", ["random_tictactoe_2x2", "tictactoe_2x2"])
def test_small_games(name: str) -> None:
    sound(name, FEW_STATES, FEW_SECONDS, hidden=False)


def test_what_is_wrong_is_seen() -> None:
    game = woodstock.load("tictactoe")
    found = symmetries(game, look_for_hidden=False, exchange=False)
    row = list(range(found.vocabulary.size))
    row[0], row[1] = row[1], row[0]
    wrong = Permutation(tuple(row), (0, 1))
    judgement = judged(game, found.vocabulary, [wrong], states=FEW_STATES, seconds=SECONDS)
    assert judgement.engine == "reference"
    assert judgement.difference


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled())
def test_games_that_come_with_the_program(name: str) -> None:
    sound(name, STATES, SECONDS, hidden=True)


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(shared_root().glob("games/*.kif")), ids=lambda path: path.stem)
def test_public_games(path: Path) -> None:
    sound(path, STATES, SECONDS, hidden=True)
