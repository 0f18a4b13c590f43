"""Lessons that also count which moves are legal: the game stays the same, and a duel decides whether it pays."""

import random

import pytest

import woodstock as ws
from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.deadline import Deadline
from woodstock.games.library import load
from woodstock.players.curriculum import Curriculum
from woodstock.players.lesson import Lesson, learn
from woodstock.players.likeness import likeness


def compiled_of(name: str) -> Compiled:
    compiled = load(name).compiled
    assert compiled is not None
    return compiled


def counting(compiled: Compiled, positions: int) -> Lesson:
    lesson = Lesson(compiled).with_legal_moves()
    lesson.study(positions=positions)
    return lesson


@pytest.mark.parametrize(
    "name", ["reversi", "connect_four", "random_tictactoe_2x2", "matching_pennies", "orchard_small"]
)
def test_states_that_say_what_is_legal_go_through_the_same_plays(name: str) -> None:
    circuit = compiled_of(name).circuit
    longer = circuit.with_legal_fluents()
    first = longer.fluent_count - circuit.move_count
    plain, told = _core.Stepper(circuit), _core.Stepper(longer)
    source = random.Random(1)
    roles = range(circuit.role_count)
    for _ in range(5):
        state, long_state = plain.initial(), told.initial()
        while True:
            fluents = long_state.fluents()
            assert [fluent for fluent in fluents if fluent < first] == list(state.fluents())
            assert told.terminal(long_state) == plain.terminal(state)
            assert [told.goal(long_state, role) for role in roles] == [
                plain.goal(state, role) for role in roles
            ]
            if plain.terminal(state):
                break
            legal = [plain.legal(state, role) for role in roles]
            assert [told.legal(long_state, role) for role in roles] == legal
            told_legal = [fluent - first for fluent in fluents if fluent >= first]
            assert told_legal == [circuit.role_begin(role) + move for role in roles for move in legal[role]]
            moves = [source.choice(each) for each in legal]
            state, long_state = plain.play(state, moves), told.play(long_state, moves)


def test_a_search_by_legal_moves_finds_what_every_search_finds() -> None:
    compiled = compiled_of("tictactoe")
    lesson = counting(compiled, 3000)
    stepper = _core.Stepper(compiled.circuit)
    source = random.Random(3)
    for _ in range(12):
        state = stepper.initial()
        for _ in range(3):
            legal = [stepper.legal(state, role) for role in range(2)]
            state = stepper.play(state, [source.choice(moves) for moves in legal])
        plain, told = (
            _core.Minimax(compiled.engines, 0, evaluation) for evaluation in (None, lesson.evaluation())
        )
        for search in (plain, told):
            search.set_root(state)
            search.run()
        assert told.report().proven
        assert told.report().values == plain.report().values


def test_evaluations_of_other_fluents_are_refused() -> None:
    compiled = compiled_of("tictactoe")
    told, plain = counting(compiled, 500).evaluation(), learn(compiled, Clock(), positions=500).evaluation()
    with pytest.raises(ValueError, match="other fluents"):
        _core.MacUcb(compiled.engines, 0, evaluation=told)
    with pytest.raises(ValueError, match="search of its own"):
        _core.Minimax(compiled.engines, 0, plain).set_evaluation(told)
    with pytest.raises(ValueError, match="another game"):
        _core.Minimax(compiled_of("nim").engines, 0, told)
    with pytest.raises(ValueError, match="another game"):
        _core.evaluation_duel(compiled_of("nim").engines, told, told, games=2)
    state = compiled.engines.new_stepper().initial()
    with pytest.raises(ValueError, match="another game"):
        told.goals(state, 2)
    with pytest.raises(ValueError, match="another game"):
        _core.Minimax(compiled.engines, 0, told).set_root(compiled_of("nim").engines.new_stepper().initial())
    with pytest.raises(IndexError, match="fewer roles"):
        plain.goals(state, 1)
    points, games = _core.evaluation_duel(compiled.engines, told, plain, games=20)
    assert games == 20
    assert 0 <= points <= 20


def test_symmetries_tie_legal_moves_together() -> None:
    game = load("tictactoe")
    assert game.compiled is not None
    rows = likeness(game.rulesheet, game.compiled, Deadline.after(60))
    options = _core.LearnerOptions()
    options["legal"] = 1
    learner = _core.Learner(game.compiled.engines, options, 1)
    learner.set_symmetries(rows)
    learner.run(positions=2000)
    evaluation = learner.evaluation()
    first = game.compiled.circuit.with_legal_fluents().fluent_count - game.compiled.circuit.move_count
    weights = evaluation.weights[:, first : first + game.compiled.circuit.move_count, 0]
    for _, moves, roles in rows:
        if roles == [0, 1]:
            assert weights[:, moves] == pytest.approx(weights, abs=1e-4)
    assert abs(weights).max() > 0.01
    with pytest.raises(ValueError, match="where each move goes"):
        learner.set_symmetries([(fluents, [], roles) for fluents, _, roles in rows])


def test_in_reversi_legal_moves_count() -> None:
    compiled = compiled_of("reversi")
    plain = learn(compiled, Clock(), positions=20_000)
    points, games = _core.evaluation_duel(
        compiled.engines, counting(compiled, 20_000).evaluation(), plain.evaluation(), games=200, seed=1
    )
    assert points > 0.55 * games


def test_a_curriculum_goes_on_where_it_was_stopped_and_keeps_to_its_time() -> None:
    compiled = compiled_of("reversi")
    curriculum = Curriculum(compiled, Lesson(compiled), 2.0)
    for _ in range(200):
        curriculum.run(Clock.after(0.1), _core.StopFlag())
        if curriculum.done:
            break
    assert curriculum.done
    learned = curriculum.lesson.positions
    assert learned > 0
    curriculum.run(Clock.after(60), _core.StopFlag())
    assert curriculum.lesson.positions == learned


def test_no_rival_is_begun_once_it_may_be_stopped_at_any_time() -> None:
    compiled = compiled_of("reversi")
    curriculum = Curriculum(compiled, Lesson(compiled), 1.0)
    curriculum.begin_no_rival()
    curriculum.run(Clock.after(60), _core.StopFlag())
    assert curriculum.done
    assert not curriculum.lesson.counts_legal_moves


def test_with_too_many_moves_only_fluents_count() -> None:
    numbers = " ".join(f"(number {x})" for x in range(300))
    text = f"""
    (role a) (role b) (init (control a)) {numbers}
    (<= (legal ?r (take ?x)) (true (control ?r)) (number ?x))
    (<= (legal a noop) (true (control b))) (<= (legal b noop) (true (control a)))
    (<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b)))
    (<= (next (taken ?r ?x)) (does ?r (take ?x)))
    (<= terminal (true (taken b ?x)))
    (<= (goal a 100) (true (taken b 1))) (<= (goal a 0) (not (true (taken b 1))))
    (<= (goal b 0) (true (taken b 1))) (<= (goal b 100) (not (true (taken b 1))))
    """
    compiled = ws.loads(text).compiled
    assert compiled is not None
    assert not Lesson(compiled).objection
    assert "too many moves" in Lesson(compiled).with_legal_moves().objection


def test_minimax_may_be_told_to_count_them() -> None:
    game = load("reversi")
    record = ws.play_match(game, ["minimax:legal=1,positions=500,simulations=200", "random"], seed=1)
    assert not record.forfeits
    assert sum(record.goal_values) == 100
