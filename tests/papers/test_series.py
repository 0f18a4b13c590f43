"""`benchmarks/papers_series.py`: when a series ends, that none is played twice, and the games made for it."""

import random
import sys
from pathlib import Path

import pytest

from woodstock import _core

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from exact_suite import Solver
from papers_games import PAIRS, game_of
from papers_series import Series, missing, play, scores_in, verdict
from small_games import small_game

SERIES = Series("tictactoe", "random", "random", 0.01)


def test_a_series_is_decided_by_many_wins_losses_or_draws() -> None:
    assert verdict([1.0] * 7) == ""
    assert verdict([1.0] * 8) == "ahead"
    assert verdict([0.0] * 8) == "behind"
    assert verdict([0.5] * 20) == ""
    assert verdict([0.5] * 21) == "even"
    assert verdict([1.0, 0.0] * 10) == ""


@pytest.mark.parametrize(("rate", "right"), [(0.5, "even"), (0.75, "ahead"), (0.25, "behind")])
def test_the_sequential_test_errs_about_as_seldom_as_it_says(rate: float, right: str) -> None:
    source = random.Random(1)
    wrong = 0
    for _ in range(400):
        scores: list[float] = []
        while not verdict(scores):
            scores.append(float(source.random() < rate))
        wrong += verdict(scores) != right
    assert wrong <= 400 * 0.12  # 5 % on either side of 50 %


def test_matches_in_the_log_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def points_of(series: Series, number: int) -> tuple[float, int]:
        played.append(number)
        return 1.0, 5

    monkeypatch.setattr("papers_series.points_of", points_of)
    log = tmp_path / "log.jsonl"
    play([SERIES], 3, log)
    assert played == [0, 1, 2]
    play([SERIES], 40, log)
    assert played == list(range(8))  # eight wins decide
    assert scores_in(log) == {SERIES: dict.fromkeys(range(8), 1.0)}
    assert list(missing(SERIES, scores_in(log)[SERIES], 40)) == []
    assert list(missing(SERIES, scores_in(log)[SERIES], 10, whole=True)) == [8, 9]


@pytest.mark.parametrize("name", PAIRS)
def test_its_games_end_and_are_of_constant_sum(name: str) -> None:
    game = game_of(name)
    source = random.Random(name)
    for _ in range(5):
        state = game.initial_state()
        while not state.terminal:
            state = state.play(tuple(source.choice(state.legal(role)) for role in game.roles))
        assert sum(state.goals[role] or 0 for role in game.players) == 100


def test_the_second_player_wins_othello_on_four_by_four_cells() -> None:
    game = small_game("reversi_4")
    value, _ = Solver(_core.Stepper(game.compiled.circuit), 1_000_000).value(game.initial_state().position)
    assert value < 0
