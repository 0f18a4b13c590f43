"""Fifty endings of connect_four and breakthrough: MAC-UCB keeps the result in every one."""

from collections import Counter

import pytest

from tests.players.endings import Ending, Oracle, table
from tests.players.native_game import alternating, compiled, move_text, searched, stepper
from woodstock import _core


def identity(ending: Ending) -> str:
    return f"{ending.game}-{len(ending.play)}-{ending.best[0]}"


@pytest.mark.parametrize("ending", table(), ids=identity)
def test_the_move_keeps_the_result(ending):
    state = alternating(ending.game, " ".join(ending.play))
    search = _core.MacUcb(compiled(ending.game).engines, ending.role)
    report = searched(search, state, simulations=50_000)
    assert move_text(ending.game, ending.role, report) in ending.best
    if report.proven:
        assert report.values[ending.role] == ending.value


def test_the_table_asks_for_something():
    """Every ending has a move that loses something, and none ends at once: choosing at random would fail."""
    endings = table()
    assert Counter(ending.game for ending in endings) == {"public/connect_four": 25, "breakthrough": 25}
    luck = 1.0
    for ending in endings:
        state = alternating(ending.game, " ".join(ending.play))
        legal = stepper(ending.game).legal(state, ending.role)
        assert len(ending.best) < len(legal)
        luck *= len(ending.best) / len(legal)
    assert luck < 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("ending", table(), ids=identity)
def test_the_table_is_what_the_oracle_says(ending):
    state = alternating(ending.game, " ".join(ending.play))
    assert Oracle(ending.game, 10_000_000).ending(ending.game, ending.play, state) == ending
