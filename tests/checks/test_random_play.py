"""Findings of random play on small games made to be faulty."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from woodstock.checks.random_play import RandomPlay
from woodstock.gdl.terms import Symbol, Term


@dataclass
class Countdown:
    """A position is the number of steps made; the game ends at `length`."""

    length: int = 3
    roles: tuple[str, ...] = ("a", "random")
    values: tuple[int, ...] = (100,)
    stuck_at: int = -1
    seen: list[Sequence[Term]] = field(default_factory=list)

    def initial(self) -> int:
        return 0

    def terminal(self, position: int) -> bool:
        return position == self.length

    def goals(self, position: int, role: int) -> tuple[int, ...]:
        return self.values if self.roles[role] != "random" else ()

    def legal(self, position: int, role: int) -> tuple[Term, ...]:
        return () if (position, role) == (self.stuck_at, 0) else (Symbol("x"), Symbol("y"))

    def play(self, position: int, moves: Sequence[Term]) -> tuple[int, None]:
        self.seen.append(moves)
        return position + 1, None


def codes(game: Countdown, most_steps: int = 10) -> list[str]:
    run = RandomPlay(game, seed=1, most_steps=most_steps)
    for _ in range(5):
        run.play_one()
    return [finding.code for finding in run.findings()]


def test_a_sound_game() -> None:
    game = Countdown()
    assert codes(game) == []
    assert len(game.seen) == 15
    assert {move for moves in game.seen for move in moves} == {Symbol("x"), Symbol("y")}


def test_faults() -> None:
    assert codes(Countdown(stuck_at=2)) == ["no-move"]
    assert codes(Countdown(length=11)) == ["no-end"]
    assert codes(Countdown(length=10)) == []
    assert codes(Countdown(values=())) == ["goal-missing"]
    assert codes(Countdown(values=(0, 100))) == ["goal-several"]
    assert codes(Countdown(values=(101,))) == ["goal-range"]
    assert codes(Countdown(values=(50,))) == ["never-won"]
