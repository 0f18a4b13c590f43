"""MAC-UCB where stages are wide, and where chance moves."""

import pytest

from tests.players.native_game import (
    alternating,
    mac_ucb,
    move_text,
    searched,
    stepper,
)
from woodstock import _core
from woodstock.games.library import load

# Bob chooses a door; Ann wins by shutting it, but may win as well if she lets him walk on.

HIGHER = """
(role a) (role b) (init start) (special 37)
NUMBERS
(<= (legal ?p (name ?n)) (role ?p) (number ?n))
(<= (next (named ?p ?n)) (does ?p (name ?n)))
(<= terminal (not (true start)))
(<= (above ?n ?m) (succ ?m ?n)) (<= (above ?n ?m) (succ ?k ?n) (above ?k ?m))
(<= (ahead ?p) (true (named ?p 37)) (true (named ?q ?n)) (distinct ?p ?q) (distinct ?n 37))
(<= (ahead ?p) (true (named ?p ?n)) (true (named ?q ?m)) (distinct ?p ?q) (above ?n ?m) (distinct ?m 37))
(<= even (true (named a ?n)) (true (named b ?n)))
(<= (goal ?p 100) (ahead ?p)) (<= (goal ?p 50) (role ?p) even)
(<= (goal ?p 0) (role ?p) (not (ahead ?p)) (not even))
""".replace("NUMBERS", " ".join(f"(number {n}) (succ {n} {n + 1})" for n in range(60)))


def test_a_stage_too_wide_keeps_its_best_moves():
    engine = stepper(HIGHER)
    for role in (0, 1):
        whole, narrow = (mac_ucb(HIGHER, role, stage_limit=limit, narrow=64) for limit in (3600, 100))
        assert move_text(HIGHER, role, searched(whole, engine.initial())) == "(name 37)"
        report = searched(narrow, engine.initial())
        assert sum(1 for move in report.moves if move.visits or move.proven) == 8
        assert move_text(HIGHER, role, report) == "(name 37)"
        assert not report.proven


def test_wide_stages_below_the_root_are_searched():
    """Three forced choices in a row with few actions kept of each: tictactoe is still not lost."""
    search = mac_ucb("tictactoe", stage_limit=3, narrow=3)
    report = searched(search, stepper("tictactoe").initial(), simulations=20_000)
    assert report.depth > 3
    assert sum(1 for move in report.moves if move.visits) == 3
    assert not report.proven
    state = alternating("tictactoe", "(mark 1 1) (mark 3 3) (mark 1 2) (mark 2 2)")
    report = searched(mac_ucb("tictactoe", stage_limit=3, narrow=3), state)
    assert (move_text("tictactoe", 0, report), report.values[0]) == ("(mark 1 3)", 100)


# A ticket is bought while the first wheel of forty numbers turns; the fifth wheel decides.
LOTTERY = """
(role random) (role player)
(init (wheel 1)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(ticket poor 14) (ticket fair 20) (ticket good 26)
NUMBERS
(<= (legal player (buy ?t)) (true (wheel 1)) (ticket ?t ?most))
(<= (legal player noop) (not (true (wheel 1))))
(<= (legal random (stop ?n)) (number ?n))
(<= (next (has ?t)) (does player (buy ?t)))
(<= (next (has ?t)) (true (has ?t)))
(<= (next (shows ?n)) (does random (stop ?n)))
(<= (next (wheel ?n)) (true (wheel ?m)) (succ ?m ?n))
(<= terminal (true (wheel 6)))
(<= won (true (has ?t)) (ticket ?t ?most) (true (shows ?n)) (upto ?n ?most))
(<= (upto ?n ?n) (number ?n)) (<= (upto ?n ?m) (next_number ?k ?m) (upto ?n ?k))
(<= (goal player 100) won) (<= (goal player 0) (not won))
""".replace("NUMBERS", " ".join(f"(number {n}) (next_number {n} {n + 1})" for n in range(1, 41)))


def test_playouts_are_shared_by_the_moves_of_chance():
    """Forty outcomes of each move: what one of them promises says next to nothing about the move."""
    right = 0
    for seed in range(10):
        report = searched(
            mac_ucb(LOTTERY, 1, proof=0), stepper(LOTTERY).initial(), simulations=3000, seed=seed
        )
        right += move_text(LOTTERY, 1, report) == "(buy good)"
        assert all(move.visits > 200 for move in report.moves)
    assert right == 10
    assert report.values[1] == pytest.approx(65, abs=12)


def secured(game, tolerance=1e-9):
    """The value of a game of one player and chance, by value iteration over all its states."""
    engine, circuit = _core.Stepper(game.circuit), game.circuit
    chance = circuit.chance_role
    own = 1 - chance
    start = engine.initial()
    stages, fringe = {}, [start]
    while fringe:
        state = fringe.pop()
        if state in stages:
            continue
        if engine.terminal(state):
            stages[state] = engine.goal(state, own) or 0
            continue
        grid = []
        for move in engine.legal(state, own):
            row = []
            for roll in engine.legal(state, chance):
                joint = [move, roll] if own == 0 else [roll, move]
                row.append(engine.play(state, joint))
            grid.append(row)
            fringe.extend(row)
        stages[state] = grid
    values = {state: stage if isinstance(stage, int) else 0.0 for state, stage in stages.items()}
    change = 1.0
    while change > tolerance:
        change = 0.0
        for state, stage in stages.items():
            if not isinstance(stage, int):
                value = max(sum(values[each] for each in row) / len(row) for row in stage)
                change = max(change, abs(value - values[state]))
                values[state] = value
    return values[start]


def test_the_small_orchard_has_its_value():
    game = load("orchard_small").compiled
    search = _core.MacUcb(game.engines, game.roles.index("bob"))
    report = searched(search, _core.Stepper(game.circuit).initial(), simulations=200_000)
    assert report.values[game.roles.index("bob")] == pytest.approx(secured(game), abs=0.1)


@pytest.mark.slow
def test_the_orchard_tends_to_the_papers_value():
    game = load("orchard").compiled
    search = _core.MacUcb(game.engines, game.roles.index("bob"))
    report = searched(search, _core.Stepper(game.circuit).initial(), simulations=6_000_000)
    assert report.values[game.roles.index("bob")] == pytest.approx(68.4, abs=1.0)
