import functools
import itertools
import operator

import pytest

from tests.players.known_answers import check_dice, check_win_in_one, check_win_in_three
from tests.players.native_game import (
    DICE,
    NIM,
    PENNIES,
    STAKES,
    alternating,
    best_value,
    compiled,
    mac_ucb,
    move_text,
    random_states,
    searched,
    stepper,
    value_after_choice,
)
from woodstock import _core
from woodstock.games.library import load

# Bob chooses a door; Ann wins by shutting it, but may win as well if she lets him walk on.
DOORS = """
(role ann) (role bob)
(init (step 1))
(after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
(walk 3) (walk 4) (walk 5)
(<= (legal bob (open ?door)) (true (step 1)) (or (is ?door left) (is ?door right)))
(is left left) (is right right)
(<= (legal ann shut) (true (step 2)))
(<= (legal ann wait) (true (step 2)))
(<= (legal bob (go ?way)) (true (step ?n)) (walk ?n) (or (is ?way left) (is ?way right)))
(<= (legal ann noop) (not (true (step 2))))
(<= (legal bob noop) (true (step 2)))
(<= (next (step ?m)) (true (step ?n)) (after ?n ?m) (not (does ann shut)))
(<= (next (behind ?door)) (does bob (open ?door)))
(<= (next (behind ?door)) (true (behind ?door)))
(<= (next astray) (true (behind ?door)) (does bob (go ?way)) (distinct ?door ?way))
(<= (next astray) (true astray))
(<= (next shut) (does ann shut))
(<= terminal (true shut))
(<= terminal (true (step 6)))
(<= (goal ann 100) (true shut))
(<= (goal ann 100) (not (true shut)) (not (true astray)))
(<= (goal ann 0) (true astray))
(<= (goal bob 0) (true shut))
(<= (goal bob 100) (not (true shut)) (not (true astray)))
(<= (goal bob 40) (true astray))
"""

# Two friends who win together if they meet: the same move at the same time.
MEETING = """
(role ann) (role bob)
(init start)
(place park) (place pub) (place quay)
(<= (legal ?p (go ?x)) (role ?p) (place ?x))
(<= (next (at ?p ?x)) (does ?p (go ?x)))
(<= terminal (not (true start)))
(<= met (true (at ann quay)) (true (at bob quay)))
(<= near (true (at ann ?x)) (true (at bob ?x)) (distinct ?x quay))
(<= (goal ?p 100) (role ?p) met)
(<= (goal ?p 40) (role ?p) near)
(<= (goal ?p 0) (role ?p) (not met) (not near))
"""

# Three in turn: each keeps what it takes, and the first two may spoil the third's share.
SHARES = """
(role a) (role b) (role c)
(init (turn a))
(follows a b) (follows b c) (follows c end)
(size 10) (size 30)
(<= (legal ?p (take ?n)) (true (turn ?p)) (size ?n))
(<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
(<= (next (has ?p ?n)) (does ?p (take ?n)))
(<= (next (has ?p ?n)) (true (has ?p ?n)))
(<= (next (turn ?q)) (true (turn ?p)) (follows ?p ?q))
(<= terminal (true (turn end)))
(<= (goal ?p ?n) (true (has ?p ?n)))
"""


@pytest.mark.parametrize("heap", range(7))
def test_nim_is_won_from_every_won_position(heap):
    state = alternating(NIM, "(take 1) " * heap)
    role = heap % 2
    report = searched(mac_ucb(NIM, role), state)
    assert value_after_choice(NIM, state, role, report) == best_value(NIM, state, role)
    if report.proven:
        assert report.values[role] == best_value(NIM, state, role)


def test_tictactoe_values_agree_with_brute_force():
    seen, proven = ({}, {}), 0
    for state in random_states("tictactoe", 6, seed=5):
        role = 0 if len(stepper("tictactoe").legal(state, 0)) > 1 else 1
        search = mac_ucb("tictactoe", role)
        search.set_root(state)
        assert search.run(simulations=10_000_000) == _core.SearchEnd.solved
        report = search.report()
        best = best_value("tictactoe", state, role, seen[role])
        assert value_after_choice("tictactoe", state, role, report, seen[role]) == best
        for move in report.moves:
            if move.proven:
                joint = [stepper("tictactoe").legal(state, each)[0] for each in (0, 1)]
                joint[role] = move.move
                after = stepper("tictactoe").play(state, joint)
                assert move.values[role] == best_value("tictactoe", after, role, seen[role])
                proven += 1
    assert proven > 20


def test_tictactoe_is_never_lost():
    engine = stepper("tictactoe")
    for role in (0, 1):

        def lost(state, role=role):
            """Whether some line of the other role beats the search."""
            if engine.terminal(state):
                return engine.goals(state, role) == [0]
            legal = [engine.legal(state, each) for each in (0, 1)]
            if len(legal[role]) == 1:
                return any(lost(engine.play(state, list(joint))) for joint in itertools.product(*legal))
            fresh = mac_ucb("tictactoe", role)
            fresh.set_root(state)
            fresh.run(simulations=200_000)
            report = fresh.report()
            legal[role] = [report.moves[report.chosen].move]
            return any(lost(engine.play(state, list(joint))) for joint in itertools.product(*legal))

        assert not lost(engine.initial())


def test_every_won_position_of_the_bundled_nim_is_won():
    """Bouton 1901: won unless the heaps' binary sum is 0; a winning move makes it 0."""
    game = load("nim").compiled
    engine = _core.Stepper(game.circuit)

    def heaps(state):
        terms = [game.fluents[fluent] for fluent in state.fluents()]
        return [int(str(term.args[1])) for term in terms if term.name == "heap"]

    start = engine.initial()
    seen, fringe, won = {start}, [(start, 0)], 0
    while fringe:
        state, role = fringe.pop()
        noop = engine.legal(state, 1 - role)[0]
        after = {}
        for move in engine.legal(state, role):
            after[move] = engine.play(state, [move, noop] if role == 0 else [noop, move])
        if functools.reduce(operator.xor, heaps(state)):
            won += 1
            report = searched(_core.MacUcb(game.engines, role), state, simulations=400_000)
            reached = heaps(after[report.moves[report.chosen].move])
            assert functools.reduce(operator.xor, reached) == 0, (heaps(state), reached)
        for then in after.values():
            if then not in seen and not engine.terminal(then):
                seen.add(then)
                fringe.append((then, 1 - role))
    assert won > 100


def test_tictactoe_2x2_loses_to_no_reply_more_than_it_must():
    """The policy followed through all moves of chance is worth what brute force says can be had."""
    game = load("tictactoe_2x2").compiled
    engine = _core.Stepper(game.circuit)

    def expected(state, choose):
        if engine.terminal(state):
            return engine.goal(state, 0)
        replies = engine.legal(state, 1)
        return max(
            sum(expected(engine.play(state, [own, reply]), choose) for reply in replies) / len(replies)
            for own in choose(state)
        )

    def chosen(state):
        report = searched(_core.MacUcb(game.engines, 0), state)
        return [report.moves[report.chosen].move]

    def legal(state):
        return engine.legal(state, 0)

    assert expected(engine.initial(), chosen) == expected(engine.initial(), legal)
    assert expected(engine.initial(), lambda state: legal(state)[-1:]) < expected(engine.initial(), legal)


def test_connect_four_win_in_one_and_in_three():
    assert check_win_in_one(mac_ucb("connect_four"), simulations=500).proven
    report = check_win_in_three(mac_ucb("connect_four"), simulations=50_000)
    assert (report.proven, report.values[0]) == (True, 100)


def test_chance_is_averaged():
    check_dice(mac_ucb(DICE, 1))


def test_simultaneous_moves_have_their_equilibrium():
    report = searched(mac_ucb(PENNIES), stepper(PENNIES).initial())
    assert report.proven
    assert report.values == pytest.approx([50, 50])
    assert [move.weight for move in report.moves] == pytest.approx([0.5, 0.5])
    for role in (0, 1):
        report = searched(mac_ucb(STAKES, role), stepper(STAKES).initial())
        weights = {str(compiled(STAKES).moves[role][move.move]): move.weight for move in report.moves}
        assert report.values == pytest.approx([100 / 3, 200 / 3])
        assert weights == pytest.approx({"heads": 1 / 3, "tails": 2 / 3})


def test_mixed_strategies_are_played_as_mixed():
    chosen = set()
    for seed in range(20):
        search = mac_ucb(PENNIES)
        search.set_root(stepper(PENNIES).initial())
        search.run(simulations=100, seed=seed)
        chosen.add(search.report().chosen)
    assert chosen == {0, 1}


def test_friends_meet():
    for role in (0, 1):
        search = mac_ucb(MEETING, role)
        assert search.payoffs == "cooperative"
        report = searched(search, stepper(MEETING).initial())
        assert (move_text(MEETING, role, report), report.values) == ("(go quay)", [100, 100])


def test_everyone_takes_the_most_in_a_general_game():
    search = mac_ucb(SHARES)
    assert search.payoffs == "general"
    report = searched(search, stepper(SHARES).initial())
    assert report.proven
    assert report.values == pytest.approx([30, 30, 30])


def test_what_is_decided_for_one_is_looked_at_for_the_others():
    search = mac_ucb(DOORS, role=1)
    search.set_root(stepper(DOORS).initial())
    assert search.run(simulations=1_000_000) == _core.SearchEnd.solved
    assert search.report().proven


def gift(*goals):
    """One role chooses what both get."""
    lines = "".join(
        f"(legal giver {n}) (<= (goal giver {mine}) (true {n})) (<= (goal taker {yours}) (true {n}))"
        for n, (mine, yours) in enumerate(goals)
    )
    return f"(role giver) (role taker) (init start) {lines} (legal taker noop) (<= (next ?n) (does giver ?n)) (<= terminal (not (true start)))"


@pytest.mark.parametrize(
    ("goals", "best"),
    [
        ([(0, 100), (0, 0), (0, 50)], 1),  # among equals the others get least …
        ([(40, 0), (60, 100), (20, 0)], 1),  # … but that never costs anything of one's own
        ([(40, 0), (42, 100), (20, 0)], 1),
    ],
)
def test_others_are_grudged_only_what_costs_nothing(goals, best):
    name = gift(*goals)
    search = mac_ucb(name)
    assert search.payoffs == "general"
    report = searched(search, stepper(name).initial())
    assert move_text(name, 0, report) == str(best)


# Two name a number each at once; who names the larger one wins, and 37 beats everything.
