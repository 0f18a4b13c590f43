"""What was learned is kept if the user says so, and known again under other names; nothing else is."""

from pathlib import Path

import numpy as np
import pytest

import woodstock as ws
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.game import Game
from woodstock.net.scramble import Scrambler
from woodstock.players.catalogue import builtin
from woodstock.players.flagship import FlagshipPlayer
from woodstock.players.judgement import Judgement
from woodstock.players.lesson import Lesson
from woodstock.players.notebook import Notebook, feature_names, fluent_names, note, recall
from woodstock.players.spec import SpecError
from woodstock.players.trial import Tally

JUDGEMENT = Judgement(
    0.25, 0.125, 700, Tally(5.5, 8), Tally(1, 6), Tally(2, 2), uct=Tally(3, 4), grave=Tally(1.5, 2)
)


def lesson_of(game: Game, positions: int = 0) -> Lesson:
    lesson = Lesson(game.compiled)
    lesson.survey()
    if positions > 0:
        lesson.study(positions=positions)
    return lesson


def weights_by_name(game: Game, lesson: Lesson) -> dict[str, list[float]]:
    evaluation = lesson.evaluation()
    weights = evaluation.weights
    names = feature_names(fluent_names(game.rulesheet, game.compiled), evaluation)
    return {name: weights[:, number, :].ravel().tolist() for number, name in enumerate(names)}


@pytest.mark.parametrize(
    ("name", "positions", "pairs"), [("breakthrough", 20_000, True), ("tictactoe", 3000, False)]
)
def test_a_game_is_known_again_under_other_names(
    name: str, positions: int, pairs: bool, tmp_path: Path
) -> None:
    game = ws.load(name)
    scrambled = Game(Scrambler(game.rulesheet, seed=5).rulesheet(game.rulesheet))
    learned = lesson_of(game, positions)
    assert bool(learned.evaluation().pairs) == pairs
    notebook = Notebook(tmp_path)
    note(notebook, game.rulesheet, game.compiled, learned, JUDGEMENT)
    fresh = lesson_of(scrambled)
    assert recall(notebook, scrambled.rulesheet, scrambled.compiled, fresh) == JUDGEMENT
    assert fresh.positions == learned.positions
    assert fresh.seconds == learned.seconds
    expected, found = weights_by_name(game, learned), weights_by_name(scrambled, fresh)
    assert expected.keys() == found.keys()
    assert all(np.allclose(expected[name], found[name], atol=1e-6) for name in expected)
    assert any(abs(weight) > 0.01 for weights in found.values() for weight in weights)


def test_other_games_and_broken_pages_are_not_known(tmp_path: Path) -> None:
    game, other = ws.load("tictactoe"), ws.load("nim")
    notebook = Notebook(tmp_path)
    note(notebook, game.rulesheet, game.compiled, lesson_of(game, 200), JUDGEMENT)
    assert recall(notebook, other.rulesheet, other.compiled, lesson_of(other)) is None
    (page,) = tmp_path.iterdir()
    whole = page.read_bytes()
    assert b'"pairs":[]' in whole
    for broken in (
        b"",
        b"{}",
        whole[:-40],
        whole.replace(b'"weights":[', b'"weights":[0.5,'),
        whole.replace(b'"pairs":[]', b'"pairs":[["nothing","nothing"]]'),
    ):
        page.write_bytes(broken)
        assert recall(notebook, game.rulesheet, game.compiled, lesson_of(game)) is None
    page.write_bytes(whole)
    assert recall(notebook, game.rulesheet, game.compiled, lesson_of(game)) == JUDGEMENT


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no such folder"):
        builtin().build(f"woodstock:lessons={tmp_path / 'nowhere'}")


def test_what_cannot_be_written_costs_no_match(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    game = ws.load("nim")
    folder = tmp_path / "lessons"
    folder.mkdir()
    notebook = Notebook(folder)
    folder.rmdir()
    note(notebook, game.rulesheet, game.compiled, lesson_of(game, 100), JUDGEMENT)
    assert "was not written" in caplog.text


def play_once(spec: str) -> str:
    """One move of a match, with what the player goes by."""
    player = builtin().build(spec)
    assert isinstance(player, FlagshipPlayer)
    game = ws.load("tictactoe")
    player.start(game, game.roles[0], Clock(simulations=50))
    decision = player.play(Observation(0), Clock(simulations=50))
    player.stop(None)
    return decision.note


def test_matches_keep_lessons_in_the_folder_given_and_nowhere_else(tmp_path: Path) -> None:
    play_once("woodstock:simulations=50")
    assert not list(tmp_path.iterdir())
    spec = f"woodstock:simulations=50,lessons={tmp_path}"
    play_once(spec)
    (page,) = tmp_path.iterdir()
    before = page.read_bytes()
    assert "R²" in play_once(spec)
    assert len(page.read_bytes()) != 0
    assert page.read_bytes() != before  # it went on learning where it had stopped
