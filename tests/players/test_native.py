import threading
import time

import pytest

from tests.players.native_game import NIM, named_search
from tests.shared import rules_of
from tests.timing import within
from woodstock import _core
from woodstock.game import Game, Move
from woodstock.games.library import load
from woodstock.gdl import parse_kif
from woodstock.players import Clock, Observation, builtin
from woodstock.players.effort import Effort
from woodstock.players.native import NativePlayer


def nim(**options):
    return Game(parse_kif(NIM, "nim"), name="nim", **options)


def player(spec="uct:playouts=4,leaves=4,seed=1"):
    return builtin().build(spec)


def observed(*joint_moves):
    entry = Observation(0)
    for step, moves in enumerate(joint_moves, 1):
        entry = Observation(step, moves=tuple(map(Move.parse, moves)), previous=entry)
    return entry


def test_a_decision_says_why():
    game = nim()
    ours = player("uct:ponder=false")
    ours.start(game, game.roles[0], Clock.after(5))
    decision = ours.play(observed(), Clock.after(1))
    ours.stop(None)
    # Seven on the heap: taking one leaves six, a multiple of three.
    assert str(decision.move) == "(take 1)"
    assert decision.proven
    assert decision.values == {game.roles[0]: 100, game.roles[1]: 0}
    assert [str(each.move) for each in decision.alternatives] == ["(take 1)", "(take 2)"]
    assert [str(move) for move in decision.line[0]] == ["(take 1)", "noop"]


def test_a_whole_game_of_nim_is_won():
    game = nim()
    ours = player("uct")
    left, right = game.roles
    ours.start(game, left, Clock.after(0.2))
    state, entry = game.initial_state(), Observation(0)
    while not state.terminal:
        own = ours.play(entry, Clock.after(0.2)).move
        moves = (own, state.legal(right)[-1])
        state = state.play(moves)
        entry = Observation(entry.step + 1, moves=moves, previous=entry)
    ours.stop(entry)
    assert state.goals[left] == 100


def test_a_late_comer_catches_up():
    game = nim()
    ours = player("uct:ponder=false")
    ours.start(game, game.roles[1], Clock.after(5))
    decision = ours.play(observed(("(take 2)", "noop")), Clock.after(1))
    assert str(decision.move) == "(take 2)"


def test_simulations_and_seed_decide():
    game = load("connect_four")

    def outcome(seed):
        ours = player(f"uct:seed={seed},simulations=2000")
        ours.start(game, game.roles[0], Clock())
        decision = ours.play(observed(), Clock())
        return decision.move, decision.samples, decision.alternatives

    assert outcome(1) == outcome(1)
    assert outcome(1) != outcome(2)


def test_pondering_fills_the_pause_and_stops_at_once():
    game = load("connect_four")
    ours = player("uct")
    ours.start(game, game.roles[0], Clock.after(0.1))
    first = ours.play(observed(), Clock.after(0.1))
    time.sleep(1.0)
    moves = (str(first.move), "noop")
    # The opponent's turn: only noop is legal, so the answer comes at once, with what was learnt meanwhile.
    with within(0.5):
        second = ours.play(observed(moves), Clock.after(5))
    assert str(second.move) == "noop"
    assert second.samples > first.samples
    ours.stop(None)
    assert not [thread for thread in threading.enumerate() if thread.name == "ponder"]


def test_the_clock_binds_and_may_be_cancelled():
    game = load("connect_four")
    ours = player("uct:ponder=false")
    ours.start(game, game.roles[0], Clock.after(5))
    with within(0.4):
        assert ours.play(observed(), Clock.after(0.2)).seconds > 0.1
    clock = Clock.after(30)
    threading.Timer(0.2, clock.cancel).start()
    with within(2.0):
        assert ours.play(observed(), clock).move in game.initial_state().legal(game.roles[0])


def test_without_a_compiled_game_the_reference_plays_until_it_is_ready():
    game = nim(engine="reference")
    ready = threading.Event()

    def build(compiled, role):
        ready.wait(10)
        return named_search("uct").make(compiled.engines, role, {"playouts": 1, "leaves": 1})

    ours = NativePlayer(build, Effort(ponder=False))
    ours.start(game, game.roles[0], Clock.after(0.1))
    early = ours.play(observed(), Clock.after(0.2))
    assert early.move in game.initial_state().legal(game.roles[0])
    assert not early.proven
    ready.set()
    late = ours.play(observed(), Clock.after(5))
    assert late.proven
    assert str(late.move) == "(take 1)"
    ours.stop(None)


def test_a_game_that_cannot_be_compiled_is_still_played():
    game = nim(engine="reference")
    game.fallback_reason = "too large"
    ours = player("uct")
    ours.start(game, game.roles[0], Clock.after(0.1))
    assert ours.play(observed(), Clock.after(0.2)).move in game.initial_state().legal(game.roles[0])
    ours.stop(None)


@pytest.mark.parametrize("name", ["monty_hall", "blindtictactoe"])
def test_percepts_only(name):
    game = Game(rules_of(name))
    role = game.players[0]
    ours = player("uct:simulations=200")
    ours.start(game, role, Clock())
    state, entry = game.initial_state(), Observation(0)
    while not state.terminal:
        decision = ours.play(entry, Clock())
        assert decision.move in state.legal(role)
        moves = {each: decision.move if each == role else state.legal(each)[0] for each in game.roles}
        state = state.play(moves)
        entry = Observation(entry.step + 1, own=decision.move, percepts=state.percepts(role), previous=entry)
    ours.stop(entry)


def test_play_before_start_is_refused():
    with pytest.raises(RuntimeError, match="before start"):
        player().play(observed(), Clock())


SEARCHES = (
    "mac-ucb",
    "uct",
    "grave",
    "cfr",
    "flat",
    "fc-ucb",
    "alphabeta",
    "minimax",
    "mac-ucb-2016",
    "ismcts",
)


@pytest.mark.parametrize("spec", SEARCHES)
def test_a_search_without_a_root_has_nothing_to_do(spec: str) -> None:
    game = load("connect_four")
    search = builtin().build(spec).new_search(game.compiled, 0)
    assert search.run(simulations=10) == _core.SearchEnd.solved
    assert search.report().moves == []
    assert search.successors(game.compiled.engines.new_stepper().initial(), 0) == []
