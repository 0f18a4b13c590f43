"""Players that use symmetry: what they say of it, and that nothing waits for it."""

import time
from typing import Any

import pytest

from tests.symmetry.bias import BIASED
from tests.symmetry.test_stopped import Countdown
from woodstock import load, loads
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.deadline import Deadline
from woodstock.game import Game
from woodstock.players import Player
from woodstock.players.catalogue import builtin
from woodstock.players.symmetric import SymmetryChoice


def decision(player: Player, game: Game, start: Clock, simulations: int = 2000) -> Any:
    player.start(game, game.roles[0], start)
    try:
        return player.play(Observation(step=0), Clock(simulations=simulations))
    finally:
        player.stop(None)


@pytest.mark.parametrize(
    "name", ["uct-sym", "grave-sym", "mac-ucb-sym", "uct:symmetry=on", "mac-ucb:symmetry=rules"]
)
def test_a_player_says_which_symmetry_it_uses(name: str) -> None:
    found = decision(builtin().build(name), load("tictactoe"), Clock(simulations=1))
    assert found.note.startswith("symmetry of order 8, ")
    assert found.proven or found.samples > 0


def test_without_symmetry_there_is_nothing_to_say() -> None:
    assert decision(builtin().build("uct"), load("tictactoe"), Clock(simulations=1)).note == ""
    note = decision(builtin().build("mac-ucb-sym"), load("nim"), Clock(simulations=1)).note
    assert note == "symmetry off: there is none"


def test_no_time_no_symmetry() -> None:
    found = decision(builtin().build("mac-ucb-sym"), load("tictactoe"), Clock.after(0.1))
    assert found.note == "symmetry off: no time to look for it" or found.note.startswith("symmetry of order")


@pytest.mark.parametrize("after", [0.0, 0.01, 0.05, 0.2])
def test_detection_that_stops_at_any_point_leaves_a_sound_player(
    after: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is found late is used late; what fails is said."""
    game = load("tictactoe")
    found = game.symmetries()

    def slow(*_: Any, **__: Any) -> Any:
        time.sleep(after)
        if after == 0.01:
            raise RuntimeError("stopped")
        return found

    monkeypatch.setattr(game, "symmetries", slow)
    player = builtin().build("mac-ucb-sym:symmetry-share=0.1")
    player.start(game, game.roles[0], Clock.after(1.0))
    state, moves, notes = game.initial_state(), None, []
    for step in range(9):
        decided = player.play(Observation(step=step, moves=moves), Clock(simulations=500))
        notes.append(decided.note)
        moves = tuple(decided.move if role.index == 0 else state.legal(role)[0] for role in game.roles)
        state = state.play(moves)
        if state.terminal:
            break
        time.sleep(0.03)
    player.stop(None)
    assert state.terminal
    assert ("stopped" in notes[-1]) == (after == 0.01)
    assert after == 0.01 or notes[-1].startswith("symmetry of order 8")


def test_a_hunt_that_is_stopped_at_any_look_leaves_a_sound_player(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = set()
    for looks in (0, 1, 3, 10, 30, 100, 300, 1000, 10**9):
        game = load("tictactoe_2x2")
        look = game.symmetries
        stopped = Deadline.after(1000, stopped=Countdown(looks))

        def until_then(
            *, deadline: Deadline, look: Any = look, stopped: Deadline = stopped, **rest: Any
        ) -> Any:
            return look(deadline=stopped, **rest)

        monkeypatch.setattr(game, "symmetries", until_then)
        found = decision(builtin().build("uct-sym"), game, Clock(simulations=1), 20_000)
        assert found.proven
        assert found.values[game.roles[0]] == 25
        assert found.move in game.initial_state().legal(game.roles[0])
        notes.add(found.note.partition(",")[0])
    assert notes == {"symmetry off: there is none", "symmetry of order 2"}


def test_what_an_option_says() -> None:
    assert SymmetryChoice.of("on", 0.2).looks_deeper
    assert SymmetryChoice.of("off", 0.2).graph == ""
    assert SymmetryChoice.of("rules", 0.2).graph == "rules"


@pytest.mark.parametrize("name", ["uct-sym", "grave-sym"])
def test_all_use_what_the_rules_as_written_hide(name: str) -> None:
    found = decision(builtin().build(name), loads(BIASED), Clock(simulations=1))
    assert found.note.startswith("symmetry of order 2, ")
    found = decision(builtin().build(f"{name}:symmetry=rules"), loads(BIASED), Clock(simulations=1))
    assert found.note == "symmetry off: there is none"
