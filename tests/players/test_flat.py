import pytest

from tests.players.known_answers import check_win_in_one
from tests.players.native_game import DICE, compiled, move_text, native_search, searched, stepper


def flat(name, role=0, *, lanes=True):
    return native_search("flat", name, role, lanes=lanes)


@pytest.mark.parametrize("lanes", [True, False])
def test_means_are_those_of_the_moves(lanes):
    report = searched(flat(DICE, 1, lanes=lanes), stepper(DICE).initial(), simulations=20_000)
    values = {str(compiled(DICE).moves[1][move.move]): move.values[1] for move in report.moves}
    assert values == pytest.approx({"stop": 40, "roll": 45}, abs=1)
    assert move_text(DICE, 1, report) == "roll"
    assert report.samples >= 20_000


@pytest.mark.parametrize("lanes", [True, False])
def test_a_win_in_one_is_seen(lanes):
    check_win_in_one(flat("connect_four", lanes=lanes))


def test_first_moves_agree_with_the_steppers_means():
    # The mean over all own moves, weighed equally, is the mean of random play.
    start = stepper("connect_four").initial()
    report = searched(flat("connect_four"), start, simulations=50_000)
    mean = sum(move.values[0] for move in report.moves) / len(report.moves)
    assert mean == pytest.approx(stepper("connect_four").simulate(5_000, seed=1).mean_goals[0], abs=2)


@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_and_simulations_same_report(threads):
    def outcome(seed):
        start = stepper("connect_four").initial()
        report = searched(flat("connect_four"), start, threads=threads, seed=seed)
        return report.chosen, [tuple(move.values) for move in report.moves]

    assert outcome(3) == outcome(3)
    assert outcome(3) != outcome(4)
