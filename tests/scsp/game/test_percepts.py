"""Percepts in the network (002 §3): by MAC the same stages as by the lanes, and the tables of 002 by their definition."""

import random
from fractions import Fraction

import pytest

from tests.shared import rules_of
from woodstock import Game, _core, load
from woodstock.engines.lanes import LaneEngine
from woodstock.gdl import parse_kif
from woodstock.scsp.game.belief_solver import BeliefSolver
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.game.horizon import horizon_network
from woodstock.scsp.game.percept_solver import PerceptSolver
from woodstock.scsp.game.percepts import believed_network, with_percepts
from woodstock.scsp.solving.policy_solver import PolicySolver
from woodstock.scsp.xcsp.reader import read
from woodstock.scsp.xcsp.writer import write_scsp

BUNDLED = (
    "dark_tictactoe",
    "monty_hall",
    "guess_dice",
    "peek",
    "number_guessing",
    "kuhn_poker",
    "mastermind",
)
PUBLIC = (
    "meier",
    "kriegttt_5x5",
    "latent_tictactoe",
    "blind_breakthrough",
    "stratego_small",
)

# A coin that chance throws where bob may or may not see it, and a guess.
COIN = """
(role bob) (role random) (side heads) (side tails) (init (phase throw))
(<= (legal random (throw ?s)) (side ?s) (true (phase throw)))
(<= (legal random noop) (not (true (phase throw))))
(<= (legal bob noop) (true (phase throw)))
(<= (legal bob (guess ?s)) (side ?s) (true (phase guess)))
(<= (next (phase guess)) (true (phase throw)))
(<= (next (phase over)) (true (phase guess)))
(<= (next heads_up) (does random (throw heads)))
(<= (next heads_up) (true heads_up) (true (phase guess)))
(<= (next right) (true heads_up) (does bob (guess heads)))
(<= (next right) (not (true heads_up)) (does bob (guess tails)))
(<= (sees bob (phase guess)) (true (phase throw)))
(<= (sees bob (phase over)) (true (phase guess)))
(<= (sees bob right) (true heads_up) (does bob (guess heads)))
(<= (sees bob right) (not (true heads_up)) (does bob (guess tails)))
(<= terminal (true (phase over)))
(<= (goal bob 100) (true right)) (<= (goal bob 0) (not (true right)))
"""


def compare(game: Game, states: int, most: int, seed: int = 0) -> int:
    """Random states of a game: every stage by MAC on the percept network and by the lanes; how many were compared."""
    lanes = LaneEngine(game.compiled)
    solver = PerceptSolver(game.stage)
    rng = random.Random(seed)
    chance = game.compiled.circuit.chance_role
    state, done = game.stage.initial, 0
    for _ in range(20 * states):
        if lanes.terminal(state):
            state = game.stage.initial
        legal = [lanes.legal(state, role) for role in range(len(game.compiled.roles))]
        count = 1
        for moves in legal:
            count *= len(moves)
        if 0 < count <= most:
            found = {s.moves: (s.fluents, s.percepts) for s in solver.solve(state)}
            assert len(found) == count
            for moves, (fluents, percepts) in found.items():
                terms = [game.compiled.moves[role][move] for role, move in enumerate(moves)]
                after, seen = lanes.play(state, terms)
                assert frozenset(after.fluents()) == fluents
                named = {
                    (role, game.compiled.percepts.index(term))
                    for role, terms_seen in enumerate(seen)
                    for term in terms_seen
                    if role != chance
                }
                assert named == percepts
            done += 1
            if done == states:
                break
        if not all(legal):
            state = game.stage.initial
            continue
        state = lanes.play(state, [rng.choice(moves) for moves in legal])[0]
    return done


@pytest.mark.parametrize("name", ["monty_hall", "peek", "guess_dice"])
def test_stages_by_mac_are_those_by_lanes(name: str) -> None:
    assert compare(load(name), 3, 50) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BUNDLED, *PUBLIC])
def test_twenty_states_of_every_game(name: str) -> None:
    assert compare(Game(rules_of(name), name=name), 20, 400) == 20


def test_the_tables_of_2016() -> None:
    """P(f) = 1 where the fluent is seen, 1/2 for a Boolean that is not, 1/3 for each door the car may be behind."""
    network = believed_network(Game(parse_kif(COIN)).stage).network
    table = network.probability_of("heads_up@t+1")
    assert table.scope == ("next(heads_up)@t",)
    for value in ("true", "false"):
        shares = table.distribution({"next(heads_up)@t": value})
        assert shares == {"false": Fraction(1, 2), "true": Fraction(1, 2)}
    phase = network.probability_of("phase@t+1")
    held = dict.fromkeys(phase.scope, "false") | {"next(phase)@t": "guess"}
    assert phase.distribution(held) == {v: Fraction(1, 3) for v in ("guess", "over", "throw")}
    assert phase.distribution(held | {"sees(bob,phase(guess))@t+1": "true"}) == {"guess": 1}
    assert network["phase@t+1"].stochastic
    assert not network["next(phase)@t"].stochastic


@pytest.mark.parametrize("name", ["monty_hall", "peek"])
def test_exchange(name: str) -> None:
    stage = load(name).stage
    for network in (with_percepts(stage).network, believed_network(stage).network):
        assert read(write_scsp(network)) == network


def test_percepts_change_no_policy() -> None:
    """`sees` variables alone are defined by the rest: the network to a horizon has the same value with them."""
    stage = load("peek").stage
    for horizon in (1, 2):
        sensed = horizon_network(stage, horizon, percepts=with_percepts(stage))
        assert any(variable.name.startswith("sees(") for variable in sensed.variables)
        plain = PolicySolver(horizon_network(stage, horizon)).value()
        assert PolicySolver(sensed).value() == plain == GameSolver(stage).value(horizon)


def test_policies_of_the_network_of_2016_see_what_was_drawn() -> None:
    """A coin that bob does not see is worth 1/2. In 002's network the coin at t + 1 is drawn before bob decides, so that a
    policy may look at it; what he sees afterwards is certain. So that network says 1, and beliefs say 1/2."""
    game = Game(parse_kif(COIN))
    network = horizon_network(game.stage, 2, percepts=believed_network(game.stage))
    value = PolicySolver(network).value()
    assert BeliefSolver(game.compiled.completion).value() == (Fraction(1, 2),)
    assert value[0] > Fraction(1, 2)


def test_with_everything_seen_002_is_the_game() -> None:
    """Where all that holds is seen, nothing is drawn: the network of 002 has the value of the game."""
    rules = """(role bob) (role random) (init (at 0)) (succ 0 1) (succ 1 2)
    (legal random left) (legal random right) (<= (legal bob ?m) (move ?m)) (move go) (move stay)
    (<= (after ?m) (true (at ?n)) (succ ?n ?m) (does bob go) (does random right))
    (<= (after ?n) (true (at ?n)) (does bob stay)) (<= (after ?n) (true (at ?n)) (does random left) (does bob go))
    (<= (next (at ?n)) (after ?n)) (<= (sees bob (at ?n)) (after ?n))
    (<= terminal (true (at 2))) (<= (goal bob 100) (true (at 2))) (<= (goal bob 0) (not (true (at 2))))"""
    stage = Game(parse_kif(rules)).stage
    for horizon in (1, 2, 3):
        network = horizon_network(stage, horizon, percepts=believed_network(stage))
        assert PolicySolver(network).value() == GameSolver(stage).value(horizon)


def test_a_state_of_no_stage_has_no_solutions() -> None:
    stage = load("guess_dice").stage
    solver = PerceptSolver(stage)
    ends = list(_ends(stage))
    assert ends
    assert not list(solver.solve(ends[0]))


def _ends(stage: object) -> list[_core.State]:
    """Terminal states one or two moves from the start."""
    solver = stage.solver()  # type: ignore[attr-defined]
    first = [solution.next for solution in solver.solve(stage.initial)]  # type: ignore[attr-defined]
    second = [solution.next for state in first for solution in solver.solve(state)]
    return [state for state in (*first, *second) if solver.terminal(state)]
