"""Game, Role, Move and State on both engines."""

import pickle
import random
import subprocess
import sys

import pytest

import woodstock as ws
from woodstock.errors import UnknownEngine, UnknownRole
from woodstock.gdl import parse_kif, parse_term

GUESS = """(role random) (role guesser) (side heads) (side tails)
(init hidden) (<= (legal random (toss ?s)) (side ?s) (true hidden)) (<= (legal random noop) (not (true hidden)))
(<= (legal guesser noop) (true hidden)) (<= (legal guesser (say ?s)) (side ?s) (true (coin ?t)))
(<= (next (coin ?s)) (does random (toss ?s))) (<= (next (coin ?s)) (true (coin ?s)))
(<= (next (said ?s)) (does guesser (say ?s)))
(<= (sees guesser tossed) (does random (toss ?s)))
(<= terminal (true (said ?s)))
(<= (goal guesser 100) (true (said ?s)) (true (coin ?s)))
(<= (goal guesser 0) (true (said ?s)) (true (coin ?t)) (distinct ?s ?t))"""


@pytest.fixture(params=["stepper", "evaluator", "reference"])
def engine(request):
    return request.param


@pytest.fixture
def tictactoe(engine):
    return ws.load("tictactoe", engine=engine)


@pytest.fixture
def guess(engine):
    return ws.Game(parse_kif(GUESS), name="guess", engine=engine)


def joint(*texts):
    return [ws.Move.parse(text) for text in texts]


def test_the_example_of_the_readme(tictactoe):
    rng = random.Random(3)
    state = tictactoe.initial_state()
    steps = 0
    while not state.terminal:
        state = state.play({role: rng.choice(state.legal(role)) for role in tictactoe.roles})
        steps += 1
    assert 5 <= steps <= 9
    assert sum(state.goals.values()) == 100
    assert set(state.goals) == set(tictactoe.roles)


def test_roles_know_their_place_and_chance(guess):
    chance, guesser = guess.roles
    assert (chance.name, chance.index, chance.is_chance) == ("random", 0, True)
    assert (str(guesser), guesser.index, guesser.is_chance) == ("guesser", 1, False)
    assert guess.players == (guesser,)
    assert guess.role("guesser") is guesser
    with pytest.raises(UnknownRole, match="its roles are random, guesser"):
        guess.role("nobody")


def test_percepts_belong_to_the_step_that_led_here(guess):
    chance, guesser = guess.roles
    start = guess.initial_state()
    assert start.percepts(guesser) == ()
    state = start.play(joint("(toss heads)", "noop"))
    assert state.percepts(guesser) == (parse_term("tossed"),)
    assert state.percepts(chance) == ()
    state = state.play({guesser: ws.Move.parse("(say heads)"), chance: ws.Move.parse("noop")})
    assert state.percepts(guesser) == ()
    assert state.terminal
    assert state.goals == {guesser: 100}


def test_legal_moves_come_in_natural_order(engine):
    facts = " ".join(f"(legal a (move {n}))" for n in (10, 2, 1, 33))
    game = ws.Game(parse_kif(f"(role a) {facts} (legal a noop) (init p)"), engine=engine)
    moves = game.initial_state().legal(game.roles[0])
    assert [str(move) for move in moves] == ["(move 1)", "(move 2)", "(move 10)", "(move 33)", "noop"]
    assert list(moves) == sorted(moves, reverse=False)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["(mark 1 1)"], "1 moves for 2 roles"),
        (["(mark 9 1)", "noop"], r"\(mark 9 1\) is no legal move of xplayer.*legal are \(mark 1 1\)"),
        (["(mark 1 1)", "(mark 1 2)"], "no legal move of oplayer.*legal are noop"),
    ],
)
def test_illegal_moves_are_refused(tictactoe, moves, message):
    with pytest.raises(ws.IllegalMove, match=message):
        tictactoe.initial_state().play(joint(*moves))


def test_a_missing_move_is_refused(tictactoe):
    with pytest.raises(ws.IllegalMove, match="no move for oplayer"):
        tictactoe.initial_state().play({tictactoe.roles[0]: ws.Move.parse("(mark 1 1)")})


def test_states_are_values(tictactoe):
    start = tictactoe.initial_state()
    one = start.play(joint("(mark 1 1)", "noop")).play(joint("noop", "(mark 2 2)"))
    one = one.play(joint("(mark 3 3)", "noop"))
    two = start.play(joint("(mark 3 3)", "noop")).play(joint("noop", "(mark 2 2)"))
    two = two.play(joint("(mark 1 1)", "noop"))
    assert one == two
    assert hash(one) == hash(two)
    assert one.hash == two.hash != start.hash
    assert one != start
    assert len({start, one, two}) == 2
    assert one != "a state"
    assert tictactoe.state(one.fluents) == one
    assert tictactoe.state(map(str, one.fluents)) == one


def test_states_of_two_engines_are_equal_if_their_fluents_are():
    one, two = (ws.load("tictactoe", engine=each).initial_state() for each in ("stepper", "reference"))
    assert one == two
    assert hash(one) == hash(two)


def test_pickling(guess):
    state = guess.initial_state().play(joint("(toss heads)", "noop"))
    move = state.legal(guess.roles[1])[0]
    again, same_move, role = pickle.loads(pickle.dumps((state, move, guess.roles[1])))
    assert again == state
    assert again.game == guess
    assert again.game.engine.name == guess.engine.name
    assert again.percepts(role) == state.percepts(role)
    assert (same_move, role) == (move, guess.roles[1])
    assert again.play(joint("noop", str(move))) == state.play(joint("noop", str(move)))


def test_things_print_themselves(tictactoe):
    state = tictactoe.initial_state().play(joint("(mark 2 3)", "noop"))
    assert str(state) == "3  . x .\n2  . . .\n1  . . .\n   1 2 3\n(control oplayer)"
    assert repr(state).startswith("State('tictactoe', {(cell 1 1 b), ")
    assert str(tictactoe) == "tictactoe (xplayer, oplayer)"
    assert repr(tictactoe).endswith(f"engine='{tictactoe.engine}')")
    assert repr(state.legal(tictactoe.roles[1])[0]) == "Move('(mark 1 1)')"
    assert str(state.legal(tictactoe.roles[1])[0]) == "(mark 1 1)"


def test_goals_need_exactly_one_value(engine):
    game = ws.Game(parse_kif("(role a) (role b) (init p) (goal a 0) (goal a 50) (goal b 7)"), engine=engine)
    state = game.initial_state()
    assert state.goals == {game.role("a"): None, game.role("b"): 7}
    assert sorted(state.goal_values(game.role("a"))) == [0, 50]


def test_an_unreachable_fluent_is_refused_by_the_stepper():
    with pytest.raises(ws.UnknownFluent, match=r"\(cell 7 7 x\)"):
        ws.load("tictactoe", engine="stepper").state(["(cell 7 7 x)"])


ENDLESS = "(role a) (init (n z)) (legal a go) (<= (next (n (s ?x))) (true (n ?x)) (does a go))"


def test_auto_falls_back_with_a_reason():
    limits = ws.Limits(seconds=5, atoms=2000)
    game = ws.Game(parse_kif(ENDLESS), name="endless", limits=limits)
    assert game.engine.name == "evaluator"
    assert game.compiled is None
    assert game.fallback_reason
    state = game.initial_state().play(joint("go")).play(joint("go"))
    assert state.fluents == {parse_term("(n (s (s z)))")}
    with pytest.raises(ws.GroundingError):
        ws.Game(parse_kif(ENDLESS), engine="stepper", limits=limits)
    assert not ws.load("tictactoe").fallback_reason


def test_an_unknown_engine_is_refused():
    with pytest.raises(UnknownEngine, match="there are auto, stepper, evaluator, reference"):
        ws.load("tictactoe", engine="warp")


def test_importing_the_package_imports_little():
    code = "import sys, woodstock; print([m for m in ('clingo', 'numpy', 'msgspec', 'woodstock._core') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there():
    assert all(getattr(ws, name) is not None for name in ws.__all__)
    assert set(ws.__all__) <= set(dir(ws))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = ws.nonsense
