"""Hidden information solved by beliefs: known answers, and every policy of small games tried."""

import itertools
import random
from fractions import Fraction

import pytest

import woodstock as ws
from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.game import Game
from woodstock.gdl import write_kif
from woodstock.players.macucb import belief_search, options
from woodstock.scsp.game.belief_solver import BeliefSolver
from woodstock.scsp.solving.failures import EndlessPlay, OutOfTime
from woodstock.solution import PrivateInformation


def completion(game: Game) -> Completion:
    return game.compiled.completion


def best_of_all_policies(game: Game) -> Fraction:
    """A game of one player: each way to answer each history of moves and percepts, tried."""
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
    ("name", "value"),
    [
        ("monty_hall", Fraction(2, 3)),
        ("guess_dice", Fraction(1, 6)),
        ("peek", Fraction(9, 10)),
    ],
)
def test_known_answers(name: str, value: Fraction) -> None:
    game = ws.load(name)
    solver = BeliefSolver(completion(game))
    assert solver.value() == (value,)
    assert solver.best().expected_utility == (value,)
    assert ws.solve(game).values == {game.players[0].name: value}
    assert best_of_all_policies(game) == value


@pytest.mark.parametrize(("numbers", "guesses"), [(7, 3), (8, 3), (5, 2), (15, 4), (1, 1)])
def test_halving_is_the_best_way_to_guess_a_number(numbers: int, guesses: int) -> None:
    game = ws.load("number_guessing", numbers=numbers, guesses=guesses)
    found = min(numbers, 2**guesses - 1)
    assert BeliefSolver(completion(game)).value() == (Fraction(found, numbers),)


Code = tuple[int, ...]


def blacks_and_whites(guess: Code, code: Code) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(guess, code))
    return black, sum(min(guess.count(c), code.count(c)) for c in set(guess)) - black


def codes_found(codes: frozenset[Code], guesses: int, every: list[Code]) -> int:
    """How many of these codes can be found at best, by the rules of the box."""
    if guesses == 0 or not codes:
        return 0
    best = 0
    for guess in every:
        answers: dict[tuple[int, int], set[Code]] = {}
        for code in codes:
            answers.setdefault(blacks_and_whites(guess, code), set()).add(code)
        right = len(answers.pop((len(guess), 0), ()))
        best = max(best, right + sum(codes_found(frozenset(c), guesses - 1, every) for c in answers.values()))
    return best


@pytest.mark.parametrize(
    ("pegs", "colours", "guesses"),
    [(2, 2, 1), (2, 3, 2), (2, 3, 3), (2, 4, 2), (2, 4, 3), (3, 2, 2), (3, 3, 2)],
)
def test_mastermind_by_brute_force(pegs: int, colours: int, guesses: int) -> None:
    game = ws.load("mastermind", pegs=pegs, colours=colours, guesses=guesses)
    codes = list(itertools.product(range(colours), repeat=pegs))
    best = codes_found(frozenset(codes), guesses, codes)
    assert BeliefSolver(completion(game)).value() == (Fraction(best, len(codes)),)


@pytest.mark.parametrize(("pegs", "colours"), [(2, 4), (3, 3), (3, 6)])
def test_mastermind_answers_as_the_box_says(pegs: int, colours: int) -> None:
    game = ws.load("mastermind", pegs=pegs, colours=colours)
    breaker, chance = game.roles
    source = random.Random(pegs * colours)
    for _ in range(60):
        state = game.initial_state()
        hidden = source.choice(state.legal(chance))
        state = state.play({breaker: "noop", chance: hidden})
        guess = source.choice(state.legal(breaker))
        state = state.play({breaker: guess, chance: "noop"})
        code, tried = (tuple(map(int, str(move).strip("()").split()[1:])) for move in (hidden, guess))
        black, white = blacks_and_whites(tried, code)
        expected = {f"(black {black})"} if black else set()
        expected |= {f"(white {white})"} if white else set()
        assert {str(percept) for percept in state.percepts(breaker)} == expected
        assert state.terminal == (tried == code)


def test_a_policy_is_printed_by_what_is_seen() -> None:
    text = BeliefSolver(completion(ws.load("peek"))).best().render()
    assert "guesser@1 = peek" in text
    assert "sees@2 = (up heads) [1/2]" in text


# Chance hides one of three numbers; it is found if somebody names it. {named} is who names what, {moves} what is told.
FOUND = """
(role random) (number 1) (number 2) (number 3) (init (phase hide))
(<= (legal random (hide ?n)) (number ?n) (true (phase hide)))
(<= (legal random noop) (true (phase name)))
(<= (next (phase name)) (true (phase hide))) (<= (next (phase over)) (true (phase name)))
(<= (next (hidden ?n)) (does random (hide ?n)))
(<= (next found) (true (hidden ?n)) (named ?n))
(<= terminal (true (phase over)))
(<= (goal ?r 100) (seeks ?r) (true found)) (<= (goal ?r 0) (seeks ?r) (not (true found)))
(<= (legal ?r noop) (seeks ?r) (true (phase hide)))
(<= (sees ?r (did ?q ?m)) (seeks ?r) (seeks ?q) (does ?q ?m))
"""
BY_TWO = """(role ann) (role bob) (seeks ann) (seeks bob)
(<= (legal ?r (name ?n)) (seeks ?r) (number ?n) (true (phase name)))
(<= (named ?n) (does ?r (name ?n)))"""
BY_ONE = """(role pair) (seeks pair)
(<= (legal pair (name ?n ?m)) (number ?n) (number ?m) (true (phase name)))
(<= (named ?n) (does pair (name ?n ?m))) (<= (named ?m) (does pair (name ?n ?m)))"""


def test_players_who_play_for_the_same_decide_together() -> None:
    two, one = ws.loads(FOUND + BY_TWO), ws.loads(FOUND + BY_ONE)
    assert ws.solve(one).values == {"pair": Fraction(2, 3)}
    found = ws.solve(two)
    assert found.values == {"ann": Fraction(2, 3), "bob": Fraction(2, 3)}
    assert found.best_policy().expected_utility == (Fraction(2, 3), Fraction(2, 3))
    # Alone a player may have a partner who names the same number.
    assert BeliefSolver(completion(two)).value() == (Fraction(1, 3), Fraction(1, 3))


@pytest.mark.slow
def test_rooms_that_cannot_all_be_cleaned() -> None:
    """As the solver of the core says, which has nothing in common with this one."""
    game = ws.load("vacuum_cleaner_random")
    core = belief_search(game.compiled, game.players[0].index, options(), 0.9)
    core.set_root(game.initial_state().position)
    core.run(simulations=10**7)
    assert core.solved
    assert core.report().values[0] == pytest.approx(100 * 13 / 15)
    assert BeliefSolver(completion(game)).value() == (Fraction(13, 15),)


def test_opponents_secure_their_values() -> None:
    solver = BeliefSolver(completion(ws.load("war")))
    value = solver.value()
    assert value == (Fraction(59, 120), Fraction(61, 120))
    assert solver.best(most_nodes=10**6).expected_utility == value


def test_horizon() -> None:
    solver = BeliefSolver(completion(ws.load("monty_hall")))
    assert solver.value(3) == (0,)
    assert solver.value(4) == (Fraction(2, 3),)


def test_deadline_and_endless_play() -> None:
    with pytest.raises(OutOfTime):
        BeliefSolver(completion(ws.load("monty_hall")), seconds=0).value()
    rules = write_kif(ws.load("peek").rulesheet).replace("(not (true peeked))", "")
    endless = ws.loads(rules)
    with pytest.raises(EndlessPlay):
        BeliefSolver(completion(endless)).value()


def test_private_information_is_refused() -> None:
    private = ws.load("kuhn_poker")
    with pytest.raises(PrivateInformation, match="see different things"):
        ws.solve(private)
