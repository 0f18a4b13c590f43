"""What a player finds out before it plays: who wins trials is used, and no clock is overrun."""

import time

import pytest

import woodstock as ws
from tests.players.studies import study_of
from tests.timing import within
from woodstock import _core
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.players.catalogue import builtin
from woodstock.players.flagship import FlagshipPlayer
from woodstock.players.judgement import Judgement, Means
from woodstock.players.lesson import Lesson
from woodstock.players.study import TELLING
from woodstock.players.trial import Tally


def test_nothing_is_trusted_before_it_is_judged() -> None:
    verdict = study_of("breakthrough").verdict
    assert not verdict.learned
    assert "nothing was learned yet" in verdict.reason


def test_where_moves_are_simultaneous_preferences_are_tried_alone() -> None:
    study = study_of("matching_pennies")
    study.run(Clock.after(120), _core.StopFlag())
    assert study.done
    assert study.judgement.preferring.matches > 0
    assert study.judgement.tally.matches == study.judgement.both.matches == 0
    assert not study.verdict.learned
    assert "at the same time" in study.verdict.reason


def test_who_plays_alone_tries_nothing() -> None:
    study = study_of("orchard_small")
    study.run(Clock.after(5), _core.StopFlag())
    assert study.done
    assert "one player" in study.verdict.reason
    assert not study._trials


def test_counted_studies_are_repeatable() -> None:
    first, second = (study_of("tictactoe") for _ in range(2))
    for study in (first, second):
        study.run_counted(Clock(simulations=100), _core.StopFlag())
    assert first.verdict == second.verdict
    assert first.judgement == second.judgement is not None


def test_the_clock_is_kept_and_the_rest_comes_later() -> None:
    study = study_of("breakthrough", seconds=0.2)
    with within(0.6):
        study.run(Clock.after(0.3), _core.StopFlag())
    assert not study.done
    for _ in range(20):
        study.run(Clock.after(3.0), _core.StopFlag())
        if study.judgement is not None:
            break
    assert study.judgement is not None


@pytest.mark.parametrize(
    ("name", "gains"), [("connect_four", True), ("breakthrough", True), ("reversi", False)]
)
def test_decisive_playouts_gain_by_time_where_they_can_be_had(name: str, gains: bool) -> None:
    study = study_of(name)
    study.run_counted(Clock(simulations=100), _core.StopFlag())
    assert (study.judgement.gain > 0) is gains


def test_what_is_settled_is_not_tried_again_and_learns_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.players.study.ENOUGH_LEARNING", 5.0)
    study = study_of("breakthrough", seconds=0.2, judgement=Judgement(0.2, 0.1, 1000, Tally(8, 8)))
    study.lesson.survey()
    study.lesson.resume(study.lesson.evaluation().weights.ravel(), positions=1, games=1, seconds=2.0)
    study.run(Clock.after(60.0), _core.StopFlag())
    assert study.done
    assert study.verdict.learned
    assert study.judgement.tally == Tally(8, 8)
    assert study.lesson.seconds >= 4.8  # two of them are for the study itself


def test_the_opponents_time_is_for_it_only_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.players.study.LONGEST_AFTERWARDS", 0.05)
    study = study_of("breakthrough", seconds=100.0)
    study.run_afterwards(_core.StopFlag())
    assert study.done
    assert "nothing was learned yet" in study.verdict.reason


def test_what_is_used_learns_on_in_the_opponents_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.players.study.ENOUGH_LEARNING", 0.4)
    good, bad = Tally(8, 8), Tally(0, 8)
    for tally, learns in ((good, True), (bad, False)):
        study = study_of("breakthrough", judgement=Judgement(0.2, 0.1, 1000, tally))
        study.lesson.survey()
        study.done = True
        before = study.lesson.positions
        study.run_afterwards(_core.StopFlag())
        assert (study.lesson.positions > before) == learns
        assert study.verdict.learned == learns


def test_the_search_goes_by_what_was_learned_last() -> None:
    player = builtin().build("woodstock:simulations=100")
    assert isinstance(player, FlagshipPlayer)
    game = ws.load("breakthrough")
    player.start(game, game.roles[0], Clock(simulations=100))
    player._study.judgement = Judgement(0.1, 0.1, 1000, Tally(8, 8))
    first = player.play(Observation(0), Clock(simulations=100))
    player._study.lesson.study(positions=5000)
    second = player.play(Observation(0), Clock(simulations=100))
    assert player._learned.positions == player._study.lesson.positions
    assert first.values != second.values
    player.stop(None)


def test_a_study_that_fails_is_over_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck")

    study = study_of("breakthrough")
    monkeypatch.setattr(study.lesson, "study", fail)
    study.run(Clock.after(1.0), _core.StopFlag())
    assert study.done
    assert not study.verdict.learned
    assert "out of luck" in study.verdict.reason


def test_the_player_says_what_it_goes_by() -> None:
    player = builtin().build("woodstock:simulations=200")
    assert isinstance(player, FlagshipPlayer)
    game = ws.load("tictactoe")
    player.start(game, game.roles[0], Clock(simulations=200))
    decision = player.play(Observation(0), Clock(simulations=200))
    assert decision.move in game.initial_state().legal(game.roles[0])
    assert "playouts" in decision.note
    player.stop(None)


@pytest.mark.parametrize(("tally", "search"), [(Tally(8, 8), _core.Minimax), (Tally(0, 8), _core.MacUcb)])
def test_who_wins_the_trials_plays(tally: Tally, search: type) -> None:
    player = builtin().build("woodstock:simulations=100")
    assert isinstance(player, FlagshipPlayer)
    game = ws.load("breakthrough")
    assert isinstance(player.new_learned_search(game.compiled, 0), _core.MacUcb)
    player.start(game, game.roles[0], Clock(simulations=100))
    player._study.judgement = Judgement(0.1, 0.1, 1000, tally)
    assert isinstance(player.new_learned_search(game.compiled, 0), search)
    decision = player.play(Observation(0), Clock(simulations=100))
    assert decision.move in game.initial_state().legal(game.roles[0])
    assert str(tally) in decision.note
    player.stop(None)


def test_an_evaluation_counts_as_playouts() -> None:
    compiled = ws.load("breakthrough").compiled
    evaluation = Lesson(compiled).evaluation()
    samples = []
    for worth in (0, 50):
        search = _core.MacUcb(compiled.engines, 0, _core.MacUcbOptions(), evaluation=evaluation, worth=worth)
        search.set_root(_core.Stepper(compiled.circuit).initial())
        search.run(simulations=1)
        samples.append(search.report().samples)
    assert samples[1] - samples[0] == 50 * 22  # one for each of White's moves


@pytest.mark.parametrize("name", ["eight_puzzle", "monty_hall", "matching_pennies", "orchard_small"])
def test_every_kind_of_game_is_played(name: str) -> None:
    game = ws.load(name)
    specs = ["woodstock:simulations=50"] * len(game.players)
    record = ws.play_match(game, specs, seed=1, defaults={"ponder": False})
    assert not any(any(step) for step in record.errors)


@pytest.mark.parametrize(("tally", "kind"), [(Tally(0, 8), _core.MacUcb), (Tally(8, 8), _core.Minimax)])
def test_before_the_first_move_the_search_that_plays_is_at_work(tally: Tally, kind: type) -> None:
    player = builtin().build("woodstock")
    assert isinstance(player, FlagshipPlayer)
    game = ws.load("breakthrough")
    player.start(game, game.roles[0], Clock(simulations=100))  # compiles, and judges
    player._study.judgement = Judgement(0.1, 0.1, 1000, tally)
    ready = player._match.preparation.result
    assert ready is not None
    samples = 0
    for _ in range(100):  # until the search was given time on a busy machine
        player._ponder(player._match)
        time.sleep(0.05)
        player._stop_pondering()
        search = player._search_of(ready)
        assert isinstance(search, kind)
        samples = search.report().samples
        if samples > 0:
            break
    assert samples > 0
    player.stop(None)


def test_very_short_moves_tell_nothing_of_grave_in_a_wide_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.players.study.is_wide", lambda compiled: True)
    study = study_of("breakthrough")
    assert not study._can_be_had(Means.GRAVE)  # not before it is known how short they are
    study._move_seconds = TELLING * study._play_seconds / 2
    assert not study._can_be_had(Means.GRAVE)
    assert study._can_be_had(Means.UCT)
    study._move_seconds = TELLING * study._play_seconds
    assert study._can_be_had(Means.GRAVE)
