"""How many possible states a search is told of."""

from woodstock.clock import Clock
from woodstock.players.budget import FEWEST_TAKEN, MOST_TAKEN, worlds_to_take


def test_more_states_for_a_longer_search_and_fewer_late_in_a_match() -> None:
    by_effort = [worlds_to_take(Clock(), simulations, 10) for simulations in (1, 10**5, 10**6, 10**9)]
    assert by_effort[0] == FEWEST_TAKEN
    assert by_effort[-1] == MOST_TAKEN
    assert sorted(set(by_effort)) == by_effort
    by_step = [worlds_to_take(Clock(), 10**6, step) for step in (0, 20, 80)]
    assert sorted(set(by_step), reverse=True) == by_step
    assert worlds_to_take(Clock.after(-1.0), None, 0) == FEWEST_TAKEN
