"""The stepper on small games written here as circuits, against plain Python play of the same games."""

import itertools
import random

import pytest

from tests.shared import rules_of
from woodstock._core import Circuit, IllegalMove, State, Stepper
from woodstock.compile.completion import complete
from woodstock.grounding import ground

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CROSS, NOUGHT, BLANK, CONTROL = 0, 9, 18, 27  # first fluent of each kind; control is two fluents
NOOP = 9


def tictactoe() -> Circuit:
    circuit = Circuit(29, [10, 10])
    fluent, move = circuit.fluent, circuit.move
    all_of, any_of = circuit.all_of, circuit.any_of
    mine = [any_of([all_of([fluent(base + c) for c in line]) for line in LINES]) for base in (CROSS, NOUGHT)]
    full = all_of([fluent(BLANK + c) ^ 1 for c in range(9)])
    circuit.legal = [
        all_of([fluent(CONTROL + r), fluent(BLANK + c)]) if c < NOOP else fluent(CONTROL + r) ^ 1
        for r in range(2)
        for c in range(10)
    ]
    marks = [
        [any_of([fluent(base + c), move(10 * r + c)]) for c in range(9)]
        for r, base in enumerate((CROSS, NOUGHT))
    ]
    blank = [all_of([fluent(BLANK + c), move(c) ^ 1, move(10 + c) ^ 1]) for c in range(9)]
    circuit.next = [*marks[0], *marks[1], *blank, fluent(CONTROL + 1), fluent(CONTROL)]
    circuit.terminal = any_of([*mine, full])
    circuit.goals = [
        [r, value, signal]
        for r in range(2)
        for value, signal in [
            (0, mine[1 - r]),
            (50, all_of([mine[0] ^ 1, mine[1] ^ 1])),
            (100, mine[r]),
        ]
    ]
    circuit.initial = [0] * 18 + [1] * 9 + [1, 0]
    return circuit


def nim(heap: int) -> Circuit:
    """Take one to three from one heap in turns; who cannot move has lost."""
    circuit = Circuit(heap + 3, [4, 4])
    fluent, move, all_of, any_of = circuit.fluent, circuit.move, circuit.all_of, circuit.any_of
    control = [fluent(heap + 1), fluent(heap + 2)]
    enough = [any_of([fluent(n) for n in range(k, heap + 1)]) for k in range(4)]
    circuit.legal = [
        all_of([control[r], enough[k]]) if k else control[r] ^ 1 for r in range(2) for k in range(4)
    ]
    taken = [any_of([move(k), move(4 + k)]) for k in range(4)]
    left = [
        any_of([all_of([fluent(n + k), taken[k]]) for k in range(1, 4) if n + k <= heap])
        for n in range(heap + 1)
    ]
    circuit.next = [*left, control[1], control[0]]
    circuit.terminal = fluent(0)
    circuit.goals = [[r, 100 * won, control[r] ^ won] for r in range(2) for won in range(2)]
    circuit.initial = [0] * heap + [1, 1, 0]
    return circuit


def pennies() -> Circuit:
    """Both show a side at once; the first wins if they are equal. Each sees what the other showed."""
    circuit = Circuit(3, [2, 2])
    move, all_of, any_of = circuit.move, circuit.all_of, circuit.any_of
    over, equal = circuit.fluent(0), circuit.fluent(1)
    circuit.legal = [1] * 4
    same = any_of([all_of([move(s), move(2 + s)]) for s in range(2)])
    circuit.next = [1, same, same ^ 1]
    circuit.terminal = over
    circuit.goals = [[0, 0, equal ^ 1], [0, 100, equal], [1, 0, equal], [1, 100, circuit.fluent(2)]]
    circuit.percepts = [[r, s, move(2 * (1 - r) + s)] for r in range(2) for s in range(2)]
    circuit.initial = [0, 0, 0]
    return circuit


def plain_tictactoe_perft(board: tuple[str, ...], player: str, depth: int) -> int:
    if depth == 0:
        return 1
    if any(board[a] == board[b] == board[c] != " " for a, b, c in LINES) or " " not in board:
        return 0
    other = "o" if player == "x" else "x"
    return sum(
        plain_tictactoe_perft((*board[:c], player, *board[c + 1 :]), other, depth - 1)
        for c in range(9)
        if board[c] == " "
    )


@pytest.mark.parametrize("split", [False, True])
def test_tictactoe_perft(split):
    stepper = Stepper(tictactoe(), split=split)
    for depth in range(8):
        assert stepper.perft(stepper.initial(), depth) == plain_tictactoe_perft((" ",) * 9, "x", depth)


@pytest.mark.parametrize("split", [False, True])
def test_tictactoe_games_follow_the_rules(split):
    stepper = Stepper(tictactoe(), split=split)
    rng = random.Random(1)
    for _ in range(100):
        state, board, player = stepper.initial(), [" "] * 9, 0
        while not stepper.terminal(state):
            assert stepper.legal(state, player) == [c for c in range(9) if board[c] == " "]
            assert stepper.legal(state, 1 - player) == [NOOP]
            cell = rng.choice(stepper.legal(state, player))
            state = stepper.play(state, [cell, NOOP] if player == 0 else [NOOP, cell])
            board[cell] = "xo"[player]
            player = 1 - player
            assert state.fluents() == [
                *(CROSS + c for c in range(9) if board[c] == "x"),
                *(NOUGHT + c for c in range(9) if board[c] == "o"),
                *(BLANK + c for c in range(9) if board[c] == " "),
                CONTROL + player,
            ]
        winners = {board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != " "}
        assert winners or " " not in board
        for role, mark in enumerate("xo"):
            assert stepper.goal(state, role) == (50 if not winners else 100 if mark in winners else 0)


def test_transpositions_have_equal_hashes():
    stepper = Stepper(tictactoe())

    def after(cells):
        state = stepper.initial()
        for turn, cell in enumerate(cells):
            state = stepper.play(state, [cell, NOOP] if turn % 2 == 0 else [NOOP, cell])
        return state

    assert after([0, 4, 8]) == after([8, 4, 0])
    assert hash(after([0, 4, 8])) == hash(after([8, 4, 0]))
    assert after([0, 4, 8]) != after([0, 4, 7])
    seen = {after(cells).hash: after(cells) for cells in itertools.permutations(range(9), 3)}
    assert len(seen) == len(set(seen.values())) == 9 * 8 * 7 // 2


@pytest.mark.parametrize("split", [False, True])
def test_nim_is_lost_on_multiples_of_four(split):
    heap = 12
    stepper = Stepper(nim(heap), split=split)

    def wins(state, player):
        if stepper.terminal(state):
            return stepper.goal(state, player) == 100
        joint = [[k, 0] if player == 0 else [0, k] for k in stepper.legal(state, player)]
        return any(not wins(stepper.play(state, moves), 1 - player) for moves in joint)

    for left in range(heap + 1):
        assert wins(State(heap + 3, [left, heap + 1]), 0) == (left % 4 != 0)


def test_simultaneous_moves_percepts_and_missing_goals():
    stepper = Stepper(pennies())
    start = stepper.initial()
    assert stepper.perft(start, 1) == 4
    for a, b in itertools.product(range(2), repeat=2):
        assert sorted(stepper.percepts(start, [a, b])) == [(0, b), (1, a)]
        end = stepper.play(start, [a, b])
        assert stepper.terminal(end)
        assert [stepper.goal(end, r) for r in range(2)] == ([100, 0] if a == b else [0, 100])
    assert stepper.goal(start, 1) is None  # none holds
    assert stepper.goals(start, 1) == []
    both = State(3, [0, 1, 2])
    assert stepper.goals(both, 1) == [0, 100]
    assert stepper.goal(both, 1) is None  # several hold


def test_states_outside_the_usual_valuations_are_answered():
    both_in_control = State(29, [BLANK + 4, CONTROL, CONTROL + 1])
    for split in (False, True):
        stepper = Stepper(tictactoe(), split=split)
        assert [stepper.legal(both_in_control, r) for r in range(2)] == [[4], [4]]
        state = stepper.play(both_in_control, [4, 4])
        assert state.fluents() == [CROSS + 4, NOUGHT + 4, CONTROL, CONTROL + 1]
        assert stepper.legal(stepper.initial(), 0) == list(range(9))


def test_illegal_moves_raise():
    stepper = Stepper(tictactoe())
    start = stepper.initial()
    with pytest.raises(IllegalMove, match="move 3 of role 1"):
        stepper.play(start, [4, 3])
    with pytest.raises(ValueError, match="1 moves for 2 roles"):
        stepper.play(start, [4])
    with pytest.raises(IllegalMove):
        stepper.percepts(start, [10, NOOP])
    with pytest.raises(IndexError):
        stepper.legal(start, 2)
    with pytest.raises(ValueError, match="3 fluents in a game with 29"):
        stepper.terminal(State(3, []))


def test_simulation_repeats_with_any_number_of_threads():
    stepper = Stepper(tictactoe())
    one, two = (stepper.simulate(2000, seed=5, threads=t) for t in (1, 2))
    whole = Stepper(tictactoe(), split=False).simulate(2000, seed=5)
    assert one.playouts == 2000
    assert one.steps == two.steps == whole.steps
    assert one.mean_goals == two.mean_goals == whole.mean_goals
    assert one.goal_deviations == two.goal_deviations
    assert stepper.simulate(2000, seed=6).mean_goals != one.mean_goals
    assert one.cut_short == one.stuck == 0
    assert stepper.simulate(10, max_steps=3).cut_short == 10


def test_random_play_is_uniform():
    """The first player's share at random tictactoe is known: 737/1260 wins, 16/126 draws (exactly)."""
    result = Stepper(tictactoe()).simulate(40_000, seed=2)
    mean, deviation = result.mean_goals[0], result.goal_deviations[0]
    expected = 100 * 737 / 1260 + 50 * 16 / 126
    assert abs(mean - expected) < 4 * deviation / 200


def test_a_copy_answers_alike_and_stands_on_its_own():
    stepper = Stepper(nim(5))
    copy = stepper.copy()
    start = stepper.initial()
    after = copy.play(start, [copy.legal(start, role)[0] for role in range(2)])
    assert stepper.legal(start, 0) == copy.legal(start, 0)
    assert stepper.terminal(after) == copy.terminal(after)
    assert stepper.perft(start, 3) == copy.perft(start, 3)


GAMES = [
    "connect_four",  # moves compiled one by one, conditional changes
    "english_draughts",
    "pentago",  # four phases
    "eight_puzzle",  # one role, split by the place of the blank
    "tron_10x10",  # simultaneous, goals kept by events
    "montyhall",  # chance and percepts
    "meier",
]


def evaluated(circuit, state, joint):
    """Whether a signal holds, by evaluating the whole circuit."""
    moves = [0] * circuit.move_count
    for role, move in enumerate(joint):
        moves[circuit.role_begin(role) + move] = 1
    value = circuit.evaluate([int(state.holds(f)) for f in range(circuit.fluent_count)], moves)
    return lambda signal: bool(value[signal >> 1]) != bool(signal & 1)


@pytest.mark.parametrize("name", GAMES)
def test_games_agree_with_plain_evaluation(name):
    circuit = complete(ground(rules_of(name))).circuit
    begins = [circuit.role_begin(r) for r in range(circuit.role_count + 1)]
    rng = random.Random(name)
    steppers = [Stepper(circuit, split=split) for split in (False, True)]
    state = steppers[0].initial()
    for _ in range(60):
        holds = evaluated(circuit, state, [])
        legal = [
            [m - begins[r] for m in range(begins[r], begins[r + 1]) if holds(circuit.legal[m])]
            for r in range(circuit.role_count)
        ]
        for stepper in steppers:
            assert [stepper.legal(state, r) for r in range(circuit.role_count)] == legal
            assert stepper.terminal(state) == holds(circuit.terminal)
            for role in range(circuit.role_count):
                goals = [value for r, value, signal in circuit.goals if r == role and holds(signal)]
                assert stepper.goals(state, role) == goals
        if holds(circuit.terminal):
            state = steppers[0].initial()
            continue
        joint = [rng.choice(moves) for moves in legal]
        holds = evaluated(circuit, state, joint)
        following = State(
            circuit.fluent_count, [f for f in range(circuit.fluent_count) if holds(circuit.next[f])]
        )
        seen = [(r, p) for r, p, signal in circuit.percepts if holds(signal)]
        for stepper in steppers:
            assert stepper.percepts(state, joint) == seen
            assert stepper.play(state, joint) == following
        state = following
