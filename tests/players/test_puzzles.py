import threading

import pytest

from tests.players.native_game import compiled, stepper
from tests.shared import shared
from tests.timing import within
from woodstock import _core
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.game import Game
from woodstock.gdl import parse_kif
from woodstock.players.catalogue import builtin
from woodstock.players.puzzle.plan import dependent_moves, plan, plan_unordered

# A lock of three wheels: each turns alone, and the counter ends the game after four steps.
LOCK = """
(role thief)
(wheel 1) (wheel 2) (wheel 3)
(init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal thief (turn ?w)) (wheel ?w))
(<= (legal thief wait) (true (step ?n)))
(<= (next (up ?w)) (does thief (turn ?w)) (not (true (up ?w))))
(<= (next (up ?w)) (true (up ?w)) (not (does thief (turn ?w))))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= open (true (up 1)) (not (true (up 2))) (true (up 3)))
(<= terminal (true (step 4)))
(<= (goal thief 100) open)
(<= (goal thief 0) (not open))
"""


def end_of(name, moves):
    engine, state = stepper(name), stepper(name).initial()
    for move in moves:
        assert not engine.terminal(state)
        state = engine.play(state, [move])
    return engine.terminal(state), engine.goal(state, 0)


def test_step_counters_are_clocks():
    game = compiled(LOCK)
    names = {str(game.fluents[fluent]) for fluent in _core.clock_fluents(game.circuit)}
    assert names == {f"(step {n})" for n in range(5)}
    game = compiled("hanoi")
    names = {str(game.fluents[fluent]) for fluent in _core.clock_fluents(game.circuit)}
    assert names == {f"(step s{n})" for n in range(32)} | {"(clear disc1)"}  # which is always clear


@pytest.mark.parametrize("name", [LOCK, "untwisty_complex", "bandl3", "hanoi"])
def test_breadth_first_finds_the_line_and_keeps_it(name):
    search = _core.PuzzleSearch(compiled(name).engines, compiled(name).circuit)
    state = stepper(name).initial()
    search.set_root(state)
    assert search.run(simulations=200_000) == _core.SearchEnd.solved
    assert (search.best, end_of(name, search.line)) == (100, (True, 100))
    while not stepper(name).terminal(state):
        report = search.report()
        assert report.proven
        state = stepper(name).play(state, [report.moves[report.chosen].move])
        search.set_root(state)
    assert stepper(name).goal(state, 0) == 100


def test_no_line_is_made_up():
    name = LOCK.replace("(true (up 3)))", "(true (up 3)) (true (step 2)))")  # can be open only too early
    search = _core.PuzzleSearch(compiled(name).engines, compiled(name).circuit)
    search.set_root(stepper(name).initial())
    assert search.run(simulations=200_000) == _core.SearchEnd.solved
    assert search.best == 0
    assert not search.report().proven
    assert plan(compiled(name).circuit, stepper(name).initial(), 100, 6, threading.Event()) is None


def test_a_run_repeats():
    def run(seed):
        search = _core.PuzzleSearch(compiled("peg").engines, compiled("peg").circuit)
        search.set_root(stepper("peg").initial())
        search.run(simulations=20_100, seed=seed)
        return search.best, search.line, search.report().nodes

    assert run(3) == run(3)


@pytest.mark.parametrize("name", [LOCK, "joint_buttons_and_lights_25", "bandl3", "bandl7"])
def test_the_stages_solved_at_once(name):
    game = compiled(name)
    moves = plan(game.circuit, stepper(name).initial(), 100, 6, threading.Event())
    assert moves is not None
    assert end_of(name, moves) == (True, 100)


def test_moves_that_commute_are_ordered():
    name = "lights_out"
    dependent, longest = dependent_moves(stepper(name), stepper(name).initial(), 1)
    assert (dependent, longest) == (set(), 20)
    dependent, _ = dependent_moves(stepper("hanoi"), stepper("hanoi").initial(), 1)
    assert dependent


@pytest.mark.slow
def test_a_set_of_moves_solves_sudoku():
    name = "sudoku_grade1"
    moves = plan_unordered(compiled(name).circuit, stepper(name).initial(), 100, threading.Event())
    assert moves is not None
    assert end_of(name, moves) == (True, 100)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "eight_puzzle",
        "hanoi",
        "lights_out",
        "peg",
        "sudoku_grade1",
        "joint_buttons_and_lights_25",
        "bandl3",
        "bandl7",
        "untwisty_complex",
    ],
)
def test_the_papers_puzzles_score_100(name):
    """Within 30 seconds, no move late, and a line that is known is played at once."""
    game = Game(parse_kif(shared("games", f"{name}.kif").read_text(), name))
    player = builtin().build("mac-ucb")
    with within(30):
        player.start(game, game.roles[0], Clock.after(20))
        state, observation, known = game.initial_state(), Observation(0), False
        while not state.terminal:
            with within(1 if known else 5):
                decision = player.play(observation, Clock.after(5))
            known = decision.proven
            state = state.play((decision.move,))
            observation = Observation(observation.step + 1, (decision.move,), previous=observation)
        player.stop(observation)
    assert state.goals == {game.roles[0]: 100}
