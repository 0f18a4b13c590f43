"""Lanes against the plain evaluation of circuits."""

from itertools import product
from random import Random

import numpy as np
import pytest

from tests.engines.lane_games import EXECUTORS, GAMES, bits, lanes_of, legal_moves, walk, words
from tests.hand_games import TRUE, plain, tictactoe
from woodstock._core import Circuit, Lanes


def test_phases_are_found_where_they_pay():
    counts = {name: lanes_of(circuit).phases.count for name, circuit in GAMES.items()}
    assert counts["tictactoe"] == 2
    assert counts["dice_nim"] == 1
    assert counts["deal_and_play"] == 4
    assert any(counts[f"cycle{seed}"] == 3 for seed in range(3))
    assert lanes_of(GAMES["tictactoe"], phase_limit=1).phases.count == 1


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("name", GAMES)
def test_evaluation_agrees_with_the_circuit(name, executor):
    circuit = GAMES[name]
    lanes = lanes_of(circuit, executor)
    pairs = walk(circuit, Random(7), 300)
    states = np.array([words(fluents) for fluents, _ in pairs])
    moves = np.array([joint for _, joint in pairs], np.int32)
    legal, following, terminal, goals, percepts, values = lanes.evaluate(states, moves)
    for i, (fluents, joint) in enumerate(pairs):
        expected = plain(circuit, fluents, frozenset(joint))
        assert bits(legal[i], circuit.move_count) == expected.legal
        assert bits(following[i], circuit.fluent_count) == expected.next
        assert bool(terminal[i]) == expected.terminal
        assert tuple(goals[i]) == expected.goals
        assert bits(percepts[i], len(circuit.percepts)) == expected.percepts
        assert bits(values[i], len(circuit.goals)) == expected.values


@pytest.mark.parametrize("name", GAMES)
def test_expansion_lists_every_joint_move(name):
    circuit = GAMES[name]
    lanes = lanes_of(circuit)
    for fluents, _ in walk(circuit, Random(3), 12):
        terminal, goals, moves, successors, ends, values = lanes.expand(words(fluents))
        now = plain(circuit, fluents)
        assert terminal == now.terminal
        if terminal:
            assert tuple(goals) == now.goals
            assert len(moves) == 0
            continue
        choices = [legal or [-1] for legal in legal_moves(circuit, fluents)]
        assert [tuple(joint) for joint in moves] == list(product(*choices))
        for joint, successor, end, value in zip(moves, successors, ends, values, strict=True):
            after = plain(circuit, fluents, frozenset(int(m) for m in joint)).next
            assert bits(successor, circuit.fluent_count) == after
            then = plain(circuit, after)
            assert (bool(end), tuple(value)) == (then.terminal, then.goals)


def everything(lanes, circuit, threads=1):
    rng = Random(5)
    states = np.array([words(fluents) for fluents, _ in walk(circuit, rng, 9)])
    counts = np.array([rng.randint(0, 700) for _ in states], np.uint32)
    prescribed = np.full((len(states), 2, circuit.role_count), -1, np.int32)
    for s, (_, joint) in enumerate(walk(circuit, Random(5), 9)):
        if s % 2:
            prescribed[s, 0] = joint
    outcome = lanes.run(
        states, counts, 11, threads=threads, max_steps=40, prescribed=prescribed, details=True,
        last_states=True, percepts=True, first_moves=True, all_moves=True,
    )  # fmt: skip
    quick = lanes.run(states, counts, 11, threads=threads, max_steps=40)
    return [
        *(
            getattr(o, a).tolist()
            for o in (outcome, quick)
            for a in ("playouts", "sums", "squares", "undefined")
        ),
        *(getattr(o, a) for o in (outcome, quick) for a in ("steps", "unfinished")),
        *(getattr(outcome, a).tolist() for a in ("first_counts", "first_sums", "all_counts", "all_sums")),
        *(getattr(outcome, a).tolist() for a in ("start", "lengths", "goals", "legal", "states", "percepts")),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_executors_and_thread_counts_agree(name):
    circuit = GAMES[name]
    results = [everything(lanes_of(circuit, executor), circuit) for executor in EXECUTORS]
    results.append(everything(lanes_of(circuit), circuit, threads=2))
    assert all(result == results[0] for result in results)
    lanes = lanes_of(circuit)
    totals = [lanes.simulate(9000, 2, threads=t, max_steps=50) for t in (1, 2, 3)]
    assert len({(t.steps, t.unfinished, *t.sums[0], *t.squares[0]) for t in totals}) == 1
    assert lanes.simulate(9000, 3, max_steps=50).steps > 0


@pytest.mark.parametrize("name", GAMES)
def test_details_add_up(name):
    circuit = GAMES[name]
    lanes = lanes_of(circuit)
    states = np.array([words(fluents) for fluents, _ in walk(circuit, Random(1), 5)])
    counts = np.array([300, 0, 5, 700, 64], np.uint32)
    outcome = lanes.run(
        states, counts, 4, max_steps=30, details=True, first_moves=True, all_moves=True, last_states=True
    )
    assert outcome.playouts.tolist() == counts.tolist()
    assert outcome.start.tolist() == np.repeat(np.arange(5), counts).tolist()
    assert outcome.lengths.sum() == outcome.steps
    for s in range(5):
        mine = outcome.start == s
        assert outcome.goals[mine].sum(axis=0).tolist() == outcome.sums[s].tolist()
        assert (outcome.goals[mine].astype(np.int64) ** 2).sum(axis=0).tolist() == outcome.squares[s].tolist()
        moved = int((outcome.lengths[mine] > 0).sum())
        for role in range(circuit.role_count):
            mine_moves = slice(circuit.role_begin(role), circuit.role_begin(role + 1))
            assert outcome.first_counts[s, mine_moves].sum() == moved
        assert (outcome.all_counts[s] >= outcome.first_counts[s]).all()
        assert (outcome.all_counts[s] <= counts[s]).all()
    unfinished = 0
    for state, length, goals in zip(outcome.states, outcome.lengths, outcome.goals, strict=True):
        last = plain(circuit, bits(state, circuit.fluent_count))
        unfinished += not last.terminal
        assert last.terminal or length == 30
        assert tuple(goals) == tuple(max(goal, 0) for goal in last.goals)
    assert unfinished == outcome.unfinished


@pytest.mark.parametrize("name", GAMES)
def test_prescribed_moves_are_played(name):
    """A prescribed play is replayed exactly, percepts included, while other lanes do other things."""
    circuit = GAMES[name]
    lanes = lanes_of(circuit)
    rng = Random(9)
    plays = []
    for _ in range(40):
        fluents, play = tuple(circuit.initial), []
        for _ in range(rng.randint(0, 5)):
            if plain(circuit, fluents).terminal:
                break
            joint = [rng.choice(moves) for moves in legal_moves(circuit, fluents)]
            step = plain(circuit, fluents, frozenset(joint))
            play.append((joint, step.percepts))
            fluents = step.next
        plays.append((play, fluents))
    prescribed = np.full((40, 5, circuit.role_count), -1, np.int32)
    for p, (play, _) in enumerate(plays):
        for step, (joint, _) in enumerate(play):
            prescribed[p, step] = joint
    states = np.repeat(lanes.initial[None], 40, axis=0)
    counts = np.full(40, 9, np.uint32)
    for steps in range(6):
        outcome = lanes.run(
            states, counts, 1, max_steps=steps, prescribed=prescribed, details=True, percepts=True,
            last_states=True
        )  # fmt: skip
        assert outcome.legal.all()
        for i, s in enumerate(outcome.start):
            play, last = plays[s]
            if len(play) == steps:
                assert bits(outcome.states[i], circuit.fluent_count) == last
            for step, (_, percepts) in enumerate(play[:steps]):
                assert bits(outcome.percepts[i, step], len(circuit.percepts)) == percepts


def test_illegal_prescriptions_are_reported():
    circuit = tictactoe()
    lanes = lanes_of(circuit)
    states = np.repeat(lanes.initial[None], 4, axis=0)
    prescribed = np.full((4, 3, 2), -1, np.int32)
    prescribed[1, :, 0] = [4, 9, 4]  # the same cell twice
    prescribed[2, 0, 1] = 12  # a mark out of turn
    prescribed[3, :, 0] = [4, 9, 5]
    prescribed[3, 1, 1] = 10
    outcome = lanes.run(states, np.full(4, 50, np.uint32), 1, prescribed=prescribed, details=True)
    assert [bool(outcome.legal[outcome.start == s].all()) for s in range(4)] == [True, False, False, True]


def test_sample_is_a_run_in_one_piece():
    circuit = tictactoe()
    lanes = lanes_of(circuit)
    pairs = walk(circuit, Random(2), 4)
    states = np.array([words(fluents) for fluents, _ in pairs])
    counts = np.array([900, 0, 3, 200], np.uint32)
    first = lanes.sample(states, counts, 3)
    assert first.playouts.tolist() == counts.tolist()
    assert first.sums.tolist() == lanes.sample(states, counts, 2, repeat=2).sums.tolist()
    for s in range(4):
        alone = lanes.run(states[s : s + 1], np.array([100_000], np.uint32), 1)
        if counts[s]:
            assert abs(first.sums[s, 0] / counts[s] - alone.sums[0, 0] / 100_000) < 250 / counts[s] ** 0.5


def test_cap_and_deadline():
    c = Circuit(1, [2])
    c.legal, c.next, c.terminal, c.goals = [TRUE, TRUE], [c.move(0)], 0, [[0, 40, TRUE]]
    lanes = lanes_of(c)
    outcome = lanes.simulate(1000, 1, max_steps=17)
    assert (outcome.steps, outcome.unfinished, outcome.sums[0, 0]) == (17_000, 1000, 40_000)
    outcome = lanes.simulate(4_000_000_000, 1, max_steps=1000, seconds=0.05)
    assert not outcome.complete
    assert outcome.steps == 1000 * outcome.playouts[0]


def test_wrong_arguments_are_refused():
    lanes = lanes_of(tictactoe())
    one = np.array([1], np.uint32)
    with pytest.raises(ValueError, match="unknown executor"):
        Lanes(tictactoe(), "abacus")
    with pytest.raises(ValueError, match="words"):
        lanes.run(np.zeros((1, 2), np.uint64), one, 1)
    with pytest.raises(TypeError):
        lanes.run(np.zeros((1, 1)), one, 1)
    with pytest.raises(ValueError, match="does not exist"):
        lanes.run(lanes.initial[None], one, 1, prescribed=np.full((1, 1, 2), 20, np.int32))
