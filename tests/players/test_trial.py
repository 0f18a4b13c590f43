"""Trials: the stronger search wins them, and an interrupted trial goes on where it stopped."""

import pytest

from tests.players.native_game import compiled
from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.catalogue import builtin
from woodstock.players.native import NativePlayer
from woodstock.players.trial import Build, Trial


def builder(spec: str, of: Compiled) -> Build:
    player = builtin().build(spec)
    assert isinstance(player, NativePlayer)
    return lambda role: player.new_search(of, role)


def trial(name: str, first: str, second: str) -> Trial:
    game = compiled(name)
    return Trial(game, builder(first, game), builder(second, game), simulations=300, seed=1)


def test_more_search_wins() -> None:
    contest = trial("breakthrough", "mac-ucb", "flat")
    assert contest.run(Clock(), _core.StopFlag(), 4)
    assert contest.tally.matches == 4
    assert contest.tally.points >= 3


def test_interrupted_and_whole_trials_are_the_same() -> None:
    whole, pieces = (trial("connect_four", "uct", "grave") for _ in range(2))
    whole.run(Clock(), _core.StopFlag(), 2)
    assert not pieces.run(Clock(deadline=0.0), _core.StopFlag(), 2)
    assert pieces.tally.matches == 0
    for most in (1, 2):
        pieces.run(Clock(), _core.StopFlag(), most)
    assert pieces.tally == whole.tally


def test_a_move_that_was_cut_short_is_thought_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, thoughts = _core.StopFlag(), 0
    contest = trial("nim", "uct", "uct")
    think = contest._think

    def interrupted(search: _core.Search, state: _core.State, step: int) -> int:
        nonlocal thoughts
        thoughts += 1
        if thoughts == 1:
            stop.set()
        return think(search, state, step)

    monkeypatch.setattr(contest, "_think", interrupted)
    assert not contest.run(Clock(), stop, 1)
    stop.clear()
    assert contest.run(Clock(), stop, 1)
    whole = trial("nim", "uct", "uct")
    whole.run(Clock(), _core.StopFlag(), 1)
    assert contest.tally == whole.tally
    count = thoughts
    thoughts = 1
    again = trial("nim", "uct", "uct")
    monkeypatch.setattr(again, "_think", interrupted)
    again.run(Clock(), _core.StopFlag(), 1)
    assert count == thoughts  # the first thought of the interrupted trial came twice


def test_chance_and_more_roles_than_two() -> None:
    for name in ("random_tictactoe_2x2", "nim"):
        contest = trial(name, "uct", "uct")
        assert contest.run(Clock(), _core.StopFlag(), 2)
        assert 0 <= contest.tally.points <= 2
