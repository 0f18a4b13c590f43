"""Solving for hidden moves gives what trying every joint move gives."""

import itertools

import pytest

from woodstock.game import Game
from woodstock.gdl import parse_kif

CARDS = """
(role left) (role right) (role random) (init (turn 1))
(card 1) (card 2) (card 3) (card 4) (more 2 1) (more 3 2) (more 4 3)
(<= (more ?x ?z) (more ?x ?y) (more ?y ?z))
(<= (legal random (deal ?x ?y)) (card ?x) (card ?y) (distinct ?x ?y))
(<= (legal left (bid ?x)) (card ?x))
(<= (legal right (bid ?x)) (card ?x))
(<= (next (turn 2)) (true (turn 1)))
(<= (sees left (mine ?x)) (does random (deal ?x ?y)))
(<= (sees ?p low) (role ?p) (not high))
(<= high (does ?q (bid ?x)) (does random (deal ?y ?z)) (more ?x ?y) (more ?x ?z))
(<= terminal (true (turn 2)))
(goal left 50) (goal right 50)
"""


@pytest.fixture
def game():
    return Game(parse_kif(CARDS), engine="reference")


def joint_moves(game, state):
    return list(itertools.product(*(state.legal(role) for role in game.roles)))


def terms(joint):
    return tuple(move.term for move in joint)


@pytest.mark.parametrize("role", [0, 1])
def test_explanations_are_the_joint_moves_with_these_percepts(game, role):
    state = game.initial_state()
    choices = [[move.term for move in state.legal(each)] for each in game.roles]
    seen_after = {joint: state.play(joint).percepts(game.roles[role]) for joint in joint_moves(game, state)}
    assert len(set(seen_after.values())) > 1
    for percepts in set(seen_after.values()):
        found = game.engine.explain(state.position, choices, role, percepts, most=0, seed=1)
        assert sorted(map(str, found)) == sorted(
            str(terms(joint)) for joint, seen in seen_after.items() if seen == percepts
        )


def test_only_the_choices_are_considered(game):
    state = game.initial_state()
    wanted = joint_moves(game, state)[7]
    percepts = state.play(wanted).percepts(game.roles[0])
    choices = [[term] for term in terms(wanted)]
    assert game.engine.explain(state.position, choices, 0, percepts, most=5, seed=1) == [terms(wanted)]
    assert game.engine.explain(state.position, choices, 0, (), most=5, seed=1) == []


def test_the_nearest_joint_move_has_the_fewest_percepts_wrong(game):
    state = game.initial_state()
    choices = [[move.term for move in state.legal(each)] for each in game.roles]
    choices[2] = choices[2][:3]  # deals of which left has card 1
    low_with_card_three = state.play(
        next(j for j in joint_moves(game, state) if len(state.play(j).percepts(game.roles[0])) == 2)
    )
    percepts = [*low_with_card_three.percepts(game.roles[0])]
    wrong = {
        joint: len(set(state.play(joint).percepts(game.roles[0])).symmetric_difference(percepts))
        for joint in joint_moves(game, state)
        if joint[2].term in choices[2]
    }
    found = game.engine.nearest(state.position, choices, 0, percepts, seed=3)
    assert found in {terms(joint) for joint, count in wrong.items() if count == min(wrong.values())}


def test_a_seed_decides_which_explanations_come_first(game):
    state = game.initial_state()
    choices = [[move.term for move in state.legal(each)] for each in game.roles]
    percepts = state.play(joint_moves(game, state)[0]).percepts(game.roles[1])
    everything = game.engine.explain(state.position, choices, 1, percepts, most=0, seed=1)
    firsts = [
        game.engine.explain(state.position, choices, 1, percepts, most=1, seed=seed)[0]
        for seed in range(8 * len(everything))
    ]
    assert len(set(firsts)) > 0.9 * len(everything)
    assert max(map(firsts.count, firsts)) < 0.1 * len(firsts)
    assert game.engine.explain(state.position, choices, 1, percepts, most=1, seed=7)[0] == firsts[7]


def test_chance_moves_are_the_same_asked_apart(game):
    directed, everything = game.engine, type(game.engine)(game.rulesheet, directed=False)
    for role in range(3):
        assert directed.legal(directed.initial(), role) == everything.legal(everything.initial(), role)
    assert len(directed.legal(directed.initial(), 2)) == 12
