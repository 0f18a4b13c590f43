"""Hidden information solved by beliefs: known answers, and every policy of small games tried."""

import itertools
import random
from fractions import Fraction

import pytest

import woodstock as ws
from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.game import Game
from woodstock.scsp.game.belief_solver import BeliefSolver
from woodstock.scsp.solving.failures import EndlessPlay, OutOfTime
from woodstock.solution import PrivateInformation

DIE = """
(role guesser) (role random) (side 1) (side 2) (side 3) (side 4) (side 5) (side 6)
(init (phase throw))
(<= (legal random (throw ?s)) (true (phase throw)) (side ?s))
(<= (legal random noop) (true (phase guess)))
(<= (legal guesser noop) (true (phase throw)))
(<= (legal guesser (guess ?s)) (true (phase guess)) (side ?s))
(<= (next (phase guess)) (true (phase throw)))
(<= (next (phase over)) (true (phase guess)))
(<= (next (up ?s)) (does random (throw ?s)))
(<= (next (up ?s)) (true (up ?s)))
(<= (next (guessed ?s)) (does guesser (guess ?s)))
(<= (sees guesser thrown) (true (phase throw)))
(<= terminal (true (phase over)))
(<= (goal guesser 100) (true (up ?s)) (true (guessed ?s)))
(<= (goal guesser 0) (not right))
(<= right (true (up ?s)) (true (guessed ?s)))
"""
PEEK = """
(role guesser) (role random) (side heads) (side tails)
(init (phase toss))
(<= (legal random (toss ?s)) (true (phase toss)) (side ?s))
(<= (legal random noop) (not (true (phase toss))))
(<= (legal guesser noop) (true (phase toss)))
(<= (legal guesser peek) (true (phase guess)) (not (true peeked)))
(<= (legal guesser (guess ?s)) (true (phase guess)) (side ?s))
(<= (next (phase guess)) (true (phase toss)))
(<= (next (phase guess)) (does guesser peek))
(<= (next (phase over)) (does guesser (guess ?s)))
(<= (next (up ?s)) (does random (toss ?s)))
(<= (next (up ?s)) (true (up ?s)))
(<= (next peeked) (does guesser peek))
(<= (next peeked) (true peeked))
(<= (next (guessed ?s)) (does guesser (guess ?s)))
(<= (sees guesser (up ?s)) (does guesser peek) (true (up ?s)))
(<= terminal (true (phase over)))
(<= right (true (up ?s)) (true (guessed ?s)))
(<= (goal guesser 100) right (not (true peeked)))
(<= (goal guesser 90) right (true peeked))
(<= (goal guesser 0) (not right))
"""


def completion(game: Game) -> Completion:
    assert game.compiled is not None
    return game.compiled.completion


def best_of_all_policies(game: Game) -> Fraction:
    """A game of one player: each way to answer each history of moves and percepts, tried."""
    assert game.compiled is not None
    circuit = game.compiled.circuit
    stepper = _core.Stepper(circuit)
    chance = circuit.chance_role
    player = 1 - chance
    histories: dict[tuple[object, ...], list[int]] = {}

    def walk(
        state: _core.State, history: tuple[object, ...], policy: dict[tuple[object, ...], int]
    ) -> Fraction:
        if stepper.terminal(state):
            return Fraction(stepper.goal(state, player) or 0, 100)
        legal = stepper.legal(state, player)
        if histories.setdefault(history, legal) != legal:
            raise AssertionError("what is legal is not known")
        total = Fraction(0)
        outcomes = stepper.legal(state, chance)
        for outcome in outcomes:
            moves = [0, 0]
            moves[chance], moves[player] = outcome, policy.get(history, legal[0])
            seen = tuple(percept for role, percept in stepper.percepts(state, moves) if role == player)
            total += walk(stepper.play(state, moves), (*history, moves[player], seen), policy)
        return total / len(outcomes)

    # Histories that only other answers lead to are found by making all answers at random.
    for seed in range(300):
        source = random.Random(seed)
        answers = {history: source.choice(moves) for history, moves in sorted(histories.items(), key=str)}
        walk(stepper.initial(), (), answers)
    choices = [(history, moves) for history, moves in histories.items() if len(moves) > 1]
    return max(
        walk(stepper.initial(), (), {h: m for (h, _), m in zip(choices, answers)})
        for answers in itertools.product(*(moves for _, moves in choices))
    )


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (ws.load("monty_hall"), Fraction(2, 3)),
        (ws.loads(DIE), Fraction(1, 6)),
        (ws.loads(PEEK), Fraction(9, 10)),
    ],
    ids=["monty_hall", "die", "peek"],
)
def test_known_answers(game: Game, value: Fraction) -> None:
    solver = BeliefSolver(completion(game))
    assert solver.value() == (value,)
    assert solver.best().expected_utility == (value,)
    assert ws.solve(game).values == {game.players[0].name: value}
    assert best_of_all_policies(game) == value


def test_a_policy_is_printed_by_what_is_seen() -> None:
    text = BeliefSolver(completion(ws.loads(PEEK))).best().render()
    assert "guesser@1 = peek" in text
    assert "sees@2 = (up heads) [1/2]" in text


def test_horizon() -> None:
    solver = BeliefSolver(completion(ws.load("monty_hall")))
    assert solver.value(3) == (0,)
    assert solver.value(4) == (Fraction(2, 3),)


def test_deadline_and_endless_play() -> None:
    with pytest.raises(OutOfTime):
        BeliefSolver(completion(ws.load("monty_hall")), seconds=0).value()
    endless = ws.loads(PEEK.replace("(true (phase guess)) (not (true peeked))", "(true (phase guess))"))
    with pytest.raises(EndlessPlay):
        BeliefSolver(completion(endless)).value()


def test_private_information_is_refused() -> None:
    private = ws.loads(
        PEEK.replace("(role random)", "(role random) (role other)")
        + "(legal other noop) (goal other 0) (<= (sees other (up ?s)) (true (up ?s)))"
    )
    with pytest.raises(PrivateInformation, match="see different things"):
        ws.solve(private)
