"""Small games built gate by gate, for tests of what runs on circuits."""

from dataclasses import dataclass
from random import Random

from woodstock._core import Circuit

FALSE, TRUE = 0, 1


@dataclass(frozen=True)
class Play:
    """One step of the plain evaluation of a circuit."""

    legal: tuple[bool, ...]
    next: tuple[int, ...]
    terminal: bool
    goals: tuple[int, ...]  # -1 unless there is exactly one value
    values: tuple[bool, ...]  # which goal outputs hold
    percepts: tuple[bool, ...]


def plain(circuit: Circuit, fluents: tuple[int, ...], moves: frozenset[int] = frozenset()) -> Play:
    node = circuit.evaluate(list(fluents), [int(m in moves) for m in range(circuit.move_count)])

    def holds(signal: int) -> bool:
        return bool(node[signal >> 1]) != bool(signal & 1)

    found: list[list[int]] = [[] for _ in range(circuit.role_count)]
    for role, value, signal in circuit.goals:
        if holds(signal):
            found[role].append(value)
    return Play(
        tuple(holds(s) for s in circuit.legal),
        tuple(int(holds(s)) for s in circuit.next),
        holds(circuit.terminal),
        tuple(values[0] if len(values) == 1 else -1 for values in found),
        tuple(holds(s) for _, _, s in circuit.goals),
        tuple(holds(s) for _, _, s in circuit.percepts),
    )


def negation(signal: int) -> int:
    return signal ^ 1


def tictactoe() -> Circuit:
    """Fluents: 9 × x, 9 × o, x's turn, o's turn. Moves: 9 marks and a noop for each role."""
    c = Circuit(20, [10, 10])
    x, o = [c.fluent(i) for i in range(9)], [c.fluent(9 + i) for i in range(9)]
    turn = [c.fluent(18), c.fluent(19)]
    free = [c.all_of([negation(x[i]), negation(o[i])]) for i in range(9)]
    legal = []
    for role in range(2):
        legal += [c.all_of([turn[role], free[i]]) for i in range(9)] + [turn[1 - role]]
    c.legal = legal
    c.next = (
        [c.any_of([x[i], c.move(i)]) for i in range(9)]
        + [c.any_of([o[i], c.move(10 + i)]) for i in range(9)]
        + [turn[1], turn[0]]
    )
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    wins = [c.any_of([c.all_of([who[i] for i in line]) for line in lines]) for who in (x, o)]
    full = c.all_of([negation(f) for f in free])
    c.terminal = c.any_of([*wins, full])
    draw = c.all_of([negation(wins[0]), negation(wins[1])])
    c.goals = [[r, value, s] for r in (0, 1) for value, s in ((0, wins[1 - r]), (50, draw), (100, wins[r]))]
    c.initial = [0] * 18 + [1, 0]
    return c


def dice_nim(heap: int = 12) -> Circuit:
    """Chance rolls 1 to 3, then the player takes one or two of them; a one-hot heap; nothing alternates.

    Roles: the player (take 1, 2, wait) and chance (roll 1, 2, 3, wait). Goals at an even number of takes.
    """
    c = Circuit(heap + 1 + 3 + 1, [3, 4], 1)
    heaps = [c.fluent(i) for i in range(heap + 1)]
    roll = [c.fluent(heap + 1 + i) for i in range(3)]
    even = c.fluent(heap + 4)
    rolled = c.any_of(roll)
    take = [c.move(0), c.move(1)]
    dice = [c.move(3), c.move(4), c.move(5)]
    c.legal = [rolled, c.any_of(roll[1:]), negation(rolled)] + [negation(rolled)] * 3 + [rolled]
    stay = c.all_of([negation(take[0]), negation(take[1])])
    heap_next = []
    for i in range(heap + 1):
        ways = [c.all_of([heaps[i], stay])]
        for t in (1, 2):
            sources = [heaps[j] for j in range(heap + 1) if max(j - t, 0) == i and j > 0]
            ways.append(c.all_of([c.any_of(sources), take[t - 1]]))
        if i == 0:
            ways.append(heaps[0])
        heap_next.append(c.any_of(ways))
    parity = c.any_of([c.all_of([even, stay]), c.all_of([negation(even), negation(stay)])])
    c.next = [*heap_next, *dice, parity]
    c.terminal = heaps[0]
    c.goals = [[0, 10, c.all_of([even, roll[0]])], [0, 70, c.all_of([even, negation(roll[0])])]]
    c.percepts = [[0, i, dice[i]] for i in range(3)]
    c.initial = [0] * heap + [1] + [0] * 3 + [1]
    return c


def pennies(rounds: int = 3) -> Circuit:
    """Both roles choose heads, tails or edge at once; a one-hot score; ends after some rounds."""
    c = Circuit(rounds + 1 + rounds + 1, [3, 3])
    clock = [c.fluent(i) for i in range(rounds + 1)]
    score = [c.fluent(rounds + 1 + i) for i in range(rounds + 1)]
    same = c.any_of([c.all_of([c.move(i), c.move(3 + i)]) for i in range(3)])
    c.legal = [TRUE, TRUE, negation(clock[1]), TRUE, score[0], TRUE]
    c.next = [FALSE, *clock[:rounds]] + [
        c.any_of([c.all_of([score[i], negation(same)])] + ([c.all_of([score[i - 1], same])] if i else []))
        for i in range(rounds + 1)
    ]
    c.terminal = clock[rounds]
    c.goals = [[r, (i * 7 if r else 100 - i * 7), score[i]] for r in range(2) for i in range(rounds + 1)]
    c.goals = sorted(c.goals)
    c.percepts = [[0, 0, same], [1, 1, c.move(0)]]
    c.initial = [1] + [0] * rounds + [1] + [0] * rounds
    return c


def deal_and_play() -> Circuit:
    """Chance deals a card twice, then two players call in turn until one calls the last number.

    Fluents: 2 × 12 cards, step 1, step 2, turn of each player, 6 numbers, who called last.
    """
    c = Circuit(24 + 4 + 6 + 2, [13, 7, 7], 0)
    cards = [[c.fluent(12 * hand + i) for i in range(12)] for hand in range(2)]
    deal, turn = [c.fluent(24), c.fluent(25)], [c.fluent(26), c.fluent(27)]
    number = [c.fluent(28 + i) for i in range(6)]
    caller = [c.fluent(34), c.fluent(35)]
    dealing = c.any_of(deal)
    above = [c.all_of([negation(number[j]) for j in range(i, 6)]) for i in range(6)]
    c.legal = [c.all_of([dealing, negation(cards[0][i])]) for i in range(12)] + [negation(dealing)]
    for p in range(2):
        c.legal += [c.all_of([turn[p], above[i]]) for i in range(6)] + [negation(turn[p])]
    calls = [[c.move(13 + 7 * p + i) for i in range(6)] for p in range(2)]
    c.next = [c.any_of([cards[h][i], c.all_of([deal[h], c.move(i)])]) for h in range(2) for i in range(12)]
    c.next += [FALSE, deal[0], c.any_of([deal[1], turn[1]]), turn[0]]
    called = [c.any_of([calls[0][i], calls[1][i]]) for i in range(6)]
    c.next += called
    c.next += [c.any_of(calls[p]) for p in range(2)]
    c.terminal = number[5]
    c.goals = [[1, 20, caller[0]], [1, 90, caller[1]]]
    c.goals += [[2, i, c.all_of([cards[0][i], caller[1]])] for i in range(12)]
    c.goals += [[2, 40 + i, c.all_of([cards[1][i], caller[0]])] for i in range(12)]
    c.percepts = [[1, i, c.all_of([deal[0], c.move(i)])] for i in range(12)]
    c.initial = [0] * 24 + [1] + [0] * 11
    return c


def random_game(seed: int, *, cycle: int = 0, tail: int = 0) -> Circuit:
    """Random logic; with `cycle` fluents that pass a token round, fed by `tail` fluents before it.

    The first move of each role is always legal. Terminal is rare and depends on the state.
    """
    rng = Random(seed)
    free = rng.randint(3, 70)
    moves = [rng.randint(1, 9) for _ in range(rng.randint(1, 3))]
    fluents = free + cycle + tail
    c = Circuit(fluents, moves)
    state = [c.fluent(f) for f in range(fluents)]
    acts = [c.move(m) for m in range(c.move_count)]

    def gates(base: list[int], count: int) -> list[int]:
        pool = list(base)
        for _ in range(count):
            picked = [s ^ rng.randint(0, 1) for s in rng.sample(pool, min(len(pool), rng.randint(1, 5)))]
            pool.append(c.all_of(picked) ^ rng.randint(0, 1))
        return pool

    before = gates(state, 60)
    c.legal = [
        TRUE if m in {c.role_begin(r) for r in range(len(moves))} else rng.choice(before) ^ rng.randint(0, 1)
        for m in range(c.move_count)
    ]
    after = gates(before + acts * 3, 120)
    token = state[free:]
    turns = []
    for i in range(cycle + tail):  # tail first, then the cycle
        previous = [token[i - 1]] if i else []
        if cycle and i == tail:
            previous.append(token[-1])
        turns.append(c.any_of(previous))
    c.next = [rng.choice(after) ^ rng.randint(0, 1) for _ in range(free)] + turns
    end = rng.sample(range(free), 3)
    c.terminal = c.all_of([state[f] for f in end])
    c.goals = [[r, v, rng.choice(before)] for r in range(len(moves)) for v in (0, 30, 100)]
    c.percepts = [[0, i, rng.choice(after)] for i in range(rng.randint(0, 70))]
    c.initial = [rng.randint(0, 1) * (f != end[0]) for f in range(free)] + [1] * bool(token)
    c.initial += [0] * (fluents - len(c.initial))
    return c
