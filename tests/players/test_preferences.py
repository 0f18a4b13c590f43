"""Playouts by preference: learned within their time, judged beside uniform ones, and used where they win."""

from types import SimpleNamespace

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
from woodstock.players.preferences import COURSES, Preferences
from woodstock.players.preferred_moves import preferred_moves
from woodstock.players.trial import Tally, Trial

CORNERS = {f"(place {x} {y})" for x in (1, 8) for y in (1, 8)}
BESIDE_CORNERS = {f"(place {x} {y})" for x in (2, 7) for y in (2, 7)}


def learned(game: ws.Game, batches: int = 2) -> Preferences:
    preferences = Preferences(game.compiled, batches=batches)
    preferences.run(Clock(), _core.StopFlag())
    return preferences


def test_there_is_a_candidate_after_every_round_that_is_kept() -> None:
    preferences = learned(ws.load("reversi"))
    assert preferences.done
    assert len(preferences.candidates) == sum(map(len, COURSES.values()))


def test_the_clock_is_kept_and_the_rest_comes_later() -> None:
    preferences = Preferences(ws.load("reversi").compiled, seconds=2.0)
    with within(0.3):
        preferences.run(Clock.after(0.05), _core.StopFlag())
    assert not preferences.done
    stop = _core.StopFlag()
    stop.set()
    preferences.run(Clock.after(60), stop)
    assert not preferences.done
    preferences.run(Clock.after(60), _core.StopFlag())
    assert preferences.done


def test_a_game_too_slow_for_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.players.preferences.LEAST_SAMPLES", 10**9)
    preferences = Preferences(ws.load("reversi").compiled, seconds=0.1)
    preferences.run(Clock.after(60), _core.StopFlag())
    assert preferences.done
    assert not preferences.candidates


def test_batches_are_repeatable() -> None:
    game = ws.load("reversi")
    first, second = (learned(game).candidates[-1] for _ in range(2))
    moves = range(game.compiled.circuit.move_count)
    assert [first.ranking(move) for move in moves] == [second.ranking(move) for move in moves]


def test_corners_are_preferred_in_reversi() -> None:
    game = ws.load("reversi")
    for each in preferred_moves(game.compiled, learned(game, 60).candidates[1]):
        corners = [ranked.rank for ranked in each.moves if ranked.move in CORNERS]
        beside = [ranked.rank for ranked in each.moves if ranked.move in BESIDE_CORNERS]
        assert len(corners) >= 4
        assert max(corners) < min(beside), each
        assert any("prefers" in line for line in each.lines(3))


def test_playouts_by_preference_win_in_reversi() -> None:
    """At as many simulations; the chance of so many points without any gain is about one in a hundred."""
    game = ws.load("reversi")
    compiled, best = game.compiled, learned(game, 60).candidates[1]
    trial = Trial(
        compiled,
        lambda role: _core.MacUcb(compiled.engines, role, preferred=best),
        lambda role: _core.MacUcb(compiled.engines, role),
        simulations=600,
    )
    assert trial.run(Clock.after(300), _core.StopFlag(), 16)
    assert trial.tally.points >= 13


def test_preferences_of_another_game_are_refused() -> None:
    other = learned(ws.load("reversi")).candidates[0]
    compiled = ws.load("tictactoe").compiled
    with pytest.raises(ValueError, match="another game"):
        _core.MacUcb(compiled.engines, 0, preferred=other)
    lesson = Lesson(compiled)
    lesson.study(positions=100)
    with pytest.raises(ValueError, match="another game"):
        lesson.trust(preferred=[other], games=2)
    with pytest.raises(IndexError):
        other.ranking(10**6)


@pytest.mark.parametrize(
    ("preferred", "points", "matches", "used"),
    [
        (0.12, 0, 0, True),  # they explain more
        (0.09, 0, 0, False),
        (0.12, 0, 4, False),  # trials overrule what was expected
        (0.09, 5, 6, True),
        (None, 4, 6, True),  # moves at the same time: trials alone decide
        (None, 0, 0, False),
    ],
)
def test_verdict(preferred: float | None, points: float, matches: int, used: bool) -> None:
    judgement = Judgement(
        0.0, 0.1, 1000, preferred=preferred, usual=0.1, compared=1000, preferring=Tally(points, matches)
    )
    assert (judgement.verdict.means is Means.PREFERRED) is used


def test_of_few_positions_or_little_explained_little_is_expected() -> None:
    def score(preferred: float, uniform: float, compared: int) -> float:
        judgement = Judgement(0.0, 0.1, 1000, preferred=preferred, usual=uniform, compared=compared)
        return judgement.score_of(Means.PREFERRED)

    assert score(0.12, 0.1, 1000) > score(0.12, 0.1, 100) > 0.5
    assert score(0.12, 0.1, 1000) > score(0.012, 0.01, 1000) > 0.5


def told(*preferred: float, positions: int = 1000) -> SimpleNamespace:
    return SimpleNamespace(net=0.2, playouts=0.1, positions=positions, preferred=list(preferred))


def test_whose_playouts_explain_most_is_used_and_what_was_known_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = study_of("reversi", judgement=Judgement(0.3, 0.4, 500, Tally(1, 2)))
    candidates = learned(ws.load("reversi")).candidates[:3]
    study._preferences.candidates.extend(candidates)
    monkeypatch.setattr(Lesson, "trust", lambda *_, **__: told(0.1, 0.3, 0.2))
    study._judge(1.0, _core.StopFlag())
    assert study.lore.preferred is candidates[1]
    assert study.judgement == Judgement(
        0.3, 0.4, 500, Tally(1, 2), preferred=0.3, usual=0.1, beside=0.2, compared=1000
    )
    assert not study._preferences.candidates


def test_a_comparison_cut_short_is_made_again_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    study = study_of("reversi")
    study._preferences.candidates.extend(learned(ws.load("reversi")).candidates)
    answers = [told(*[0.0] * 5, positions=3), told(0.1, 0.2, 0.3, 0.4, 0.5)]
    monkeypatch.setattr(Lesson, "trust", lambda *_, **__: answers.pop(0))
    before = study._judge_for
    study._judge(1.0, _core.StopFlag())
    assert study.judgement is None
    assert study._judge_for > before
    study._judge(1.0, _core.StopFlag())
    assert study.judgement.preferred == 0.5


def test_the_most_hopeful_way_is_what_was_not_tried_yet() -> None:
    judgement = Judgement(0.0, 0.1, 1000, preferred=0.1, usual=0.1, compared=1000)
    tried = judgement.after(Means.PREFERRED, Tally(1, 2))
    assert tried.preferring == Tally(1, 2)
    assert tried.hope_of(Means.PREFERRED) < judgement.hope_of(Means.PREFERRED)
    settled = judgement.after(Means.PREFERRED, Tally(8, 8))
    assert settled.hope_of(Means.PREFERRED) == settled.score_of(Means.PREFERRED)


def test_the_player_uses_what_has_won() -> None:
    player = builtin().build("woodstock:simulations=100")
    assert isinstance(player, FlagshipPlayer)
    game = ws.load("reversi")
    player.start(game, game.roles[0], Clock(simulations=100))
    study = player._study
    assert study is not None
    study._preferred = learned(game).candidates[0]
    study.judgement = Judgement(0.0, 0.1, 1000, preferred=0.2, preferring=Tally(8, 8))
    decision = player.play(Observation(0), Clock(simulations=100))
    assert decision.move in game.initial_state().legal(game.roles[0])
    assert "preferences learned 8 of 8" in decision.note
    assert player._learned.means is Means.PREFERRED
    player.stop(None)
