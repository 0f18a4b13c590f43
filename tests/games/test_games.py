"""The bundled games against plain Python models of their rules, and the values that the papers give for theirs."""

import itertools
from collections import deque
from functools import cache
from statistics import mean

import pytest

import woodstock as ws
from tests.games.models import cells, mover, random_play, value, words
from tests.shared import loaded
from woodstock.gdl import parse_term


def test_nim_is_lost_for_who_begins():
    """1 xor 3 xor 5 xor 7 is 0; a position is won for who moves if and only if the heaps do not xor to 0."""
    game = loaded("nim")
    known = {}

    def wins(state):
        """Whether who has the move wins."""
        if state not in known:
            role = game.role(mover(state))
            moves = (
                [move if each == role else ws.Move.parse("noop") for each in game.roles]
                for move in state.legal(role)
            )
            known[state] = not state.terminal and any(not wins(state.play(joint)) for joint in moves)
        return known[state]

    assert not wins(game.initial_state())
    assert len(known) > 300
    for state, won in known.items():
        heaps = [int(words(fluent)[2]) for fluent in state.fluents if str(fluent).startswith("(heap")]
        assert won == bool(heaps[0] ^ heaps[1] ^ heaps[2] ^ heaps[3])


def test_eight_puzzle_can_be_solved_in_26_moves():
    game = loaded("eight_puzzle")
    (player,) = game.roles

    def neighbours(place):
        x, y = place
        near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [each for each in near if 1 <= each[0] <= 3 and 1 <= each[1] <= 3]

    tiles = "12345678b"
    solution = {(1 + i % 3, 3 - i // 3): tile for i, tile in enumerate(tiles)}
    places = sorted(solution)

    def key(position):
        return "".join(position[place] for place in places)

    start = key(cells(game.initial_state()))
    goal = key(solution)
    came = {start: None}
    queue = deque([start])
    while goal not in came:
        now = queue.popleft()
        blank = now.index("b")
        for place in neighbours(places[blank]):
            other = places.index(place)
            after = list(now)
            after[blank], after[other] = after[other], "b"
            after = "".join(after)
            if after not in came:
                came[after] = (now, place)
                queue.append(after)
    path = []
    while came[goal]:
        goal, place = came[goal]
        path.append(place)
    assert len(path) == 26
    state = game.initial_state()
    for x, y in reversed(path):
        assert not state.terminal
        state = state.play([ws.Move.parse(f"(slide {x} {y})")])
    assert state.terminal
    assert state.goals == {player: 100}


def test_matching_pennies():
    game = loaded("matching_pennies")
    one, two = game.roles
    for first, second in itertools.product(("pile", "face"), repeat=2):
        moves = [ws.Move.parse(f"(retourne {side})") for side in (first, second)]
        state = game.initial_state().play(moves)
        assert state.terminal
        assert state.goals == {one: 100 * (first == second), two: 100 * (first != second)}


def test_cooperative_pennies_are_worth_a_half():
    game = loaded("cooperative_pennies")
    assert [role.name for role in game.players] == ["alice", "bob"]
    assert value(game.initial_state(), game.role("alice")) == 50
    assert value(game.initial_state(), game.role("alice"), choose=min) == 0


def test_tictactoe_2x2_has_the_values_of_section_4():
    """Stochastic constraints for GDL-II (2016), Figure 1: 1/4 for a mark beside x, 0 opposite to it."""
    game = loaded("tictactoe_2x2")
    state = game.initial_state()
    noop = ws.Move.parse("noop")
    values = {
        str(move): value(state.play([move, noop]), game.role("o")) for move in state.legal(game.role("o"))
    }
    assert values == {"(mark 1 2)": 25, "(mark 2 1)": 25, "(mark 2 2)": 0}


def test_random_tictactoe_2x2_follows_example_5():
    """IJCAI 2017, Example 5: the third stage after a row, a mark, a column and a mark."""
    game = loaded("random_tictactoe_2x2")
    state = game.initial_state()
    for joint in ("(chooserow x1) noop noop", "noop noop (mark x1 y1 1)"):
        state = state.play(moves_of(joint))
    for joint in ("noop (choosecol y2) noop", "noop noop (mark x2 y2 2)"):
        state = state.play(moves_of(joint))
    assert parse_term("(cell x1 y1 1)") in state.fluents
    assert parse_term("(cell x2 y2 2)") in state.fluents
    legal = [str(move) for move in state.legal(game.role("1"))]
    assert legal == ["(choosecol y1)", "(choosecol y2)", "(chooserow x1)", "(chooserow x2)"]
    assert {value_after(state, move, game) for move in legal} == {100}


def moves_of(text):
    """`(mark 1 1) noop` as moves."""
    depth, parts = 0, [""]
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == " " and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [ws.Move.parse(part) for part in parts]


def value_after(state, move, game):
    return value(state.play(moves_of(f"{move} noop noop")), game.role("1"))


def test_monty_hall_rewards_switching():
    game = loaded("monty_hall")
    candidate = game.role("candidate")

    def policy(last):
        def choose(state):
            options = state.legal(candidate)
            return ws.Move.parse(last) if ws.Move.parse(last) in options else options[0]

        def expected(state):
            if state.terminal:
                return state.goals[candidate]
            chance = state.legal(game.role("random"))
            return mean(expected(state.play([choose(state), event])) for event in chance)

        return expected(game.initial_state())

    assert policy("switch") == pytest.approx(200 / 3)
    assert policy("stay") == pytest.approx(100 / 3)
    decide = game.initial_state()
    for joint in ("noop (hide 1)", "(choose 1) noop", "noop (open 3)"):
        decide = decide.play(moves_of(joint))
    assert decide.percepts(candidate) == (parse_term("(opened 3)"),)


def test_orchard_small():
    """Four faces of one quarter each; worked out by hand from Figure 1 of the 2014 paper."""

    @cache
    def worth(red, green, pick):
        if red == green == 0:
            return 1.0
        red_next, green_next = max(0, red - 1), max(0, green - 1)
        one = [worth(r, g, pick) for r, g in ((red_next, green), (red, green_next)) if (r, g) != (red, green)]
        pairs = {(max(0, red - r), max(0, green - g)) for r, g in ((2, 0), (1, 1), (0, 2))} - {(red, green)}
        basket = pick(worth(*pair, pick) for pair in pairs)
        # An empty tree's face changes nothing: condition on the others.
        return (sum(one) + basket) / (2 + len(one))

    game = loaded("orchard_small")
    bob = game.role("bob")
    horizon = expectation_with_loops(game, bob)
    assert horizon == pytest.approx(100 * worth(2, 2, max), abs=0.01)


def expectation_with_loops(game, player, rounds=200):
    """Value iteration: rolls that change nothing make the states of the game a graph with loops."""
    start = game.initial_state()
    successors = {}
    pending = [start]
    while pending:
        state = pending.pop()
        if state in successors or state.terminal:
            continue
        chance = game.role("random")
        successors[state] = [
            [state.play({player: move, chance: event}) for event in state.legal(chance)]
            for move in state.legal(player)
        ]
        pending += itertools.chain.from_iterable(successors[state])
    values = dict.fromkeys(successors, 0.0)

    def worth(state):
        return values[state] if state in values else float(state.goals[player])

    for _ in range(rounds):
        for state, options in successors.items():
            values[state] = max(mean(map(worth, events)) for events in options)
    return values[start]


def orchard_options(trees):
    """What may be left after the basket: two fruits taken, or the last one."""
    left = set()
    for first in range(4):
        if trees[first]:
            once = [*trees[:first], trees[first] - 1, *trees[first + 1 :]]
            left |= {
                (*once[:second], once[second] - 1, *once[second + 1 :]) for second in range(4) if once[second]
            }
            left |= {tuple(once)} if not any(once) else set()
    return left


@pytest.mark.parametrize(("choose", "percent"), [(max, 68.4), (min, 53.2)])
def test_orchard_has_the_values_of_the_paper(choose, percent):
    """Section 2.3 of the 2014 paper: 68.4 % for the best strategy and 53.2 % for the worst."""

    @cache
    def worth(trees, raven):
        if not any(trees):
            return 1.0
        if raven == 0:
            return 0.0
        faces = [
            worth(tuple(sorted((*trees[:i], trees[i] - 1, *trees[i + 1 :]))), raven)
            for i in range(4)
            if trees[i]
        ]
        basket = choose(worth(tuple(sorted(left)), raven) for left in orchard_options(trees))
        return (sum(faces) + worth(trees, raven - 1) + basket) / (len(faces) + 2)

    assert 100 * worth((10,) * 4, 9) == pytest.approx(percent, abs=0.05)


@pytest.mark.parametrize("seed", range(5))
def test_orchard_follows_the_same_rules(seed):
    game = loaded("orchard")
    names = ["red", "green", "blue", "yellow"]
    bob = game.role("bob")

    def read(state):
        found = dict(words(fluent)[1:3] for fluent in state.fluents if str(fluent).startswith("(tree"))
        raven = next(int(words(fluent)[1]) for fluent in state.fluents if str(fluent).startswith("(raven"))
        return tuple(int(found[name]) for name in names), raven

    plays = list(random_play(game, seed))
    for (state, moves), (after, _) in itertools.pairwise(plays):
        trees, raven = read(state)
        if mover(state) == "bob":
            chance = ws.Move.parse("noop")
            left = {read(state.play([move, chance]))[0] for move in state.legal(bob)}
            assert left == orchard_options(trees)
            assert read(after)[1] == raven
            continue
        face = words(moves[1])[1]
        if face in names:
            place = names.index(face)
            trees = (*trees[:place], max(0, trees[place] - 1), *trees[place + 1 :])
        assert read(after) == (trees, raven - (face == "raven"))
        assert mover(after) == ("bob" if face == "basket" else "random")
    last = plays[-1][0]
    trees, raven = read(last)
    assert not any(trees) or raven == 0
    assert last.goals == {bob: 0 if any(trees) else 100}
