"""Symmetries for a search: looked for in a share of the start clock, used once they are there (004 §5; 002 §4; 000 §6).

Nothing waits for them beyond that share, and a search without them is as sound as one with them. Only what is known by
construction or proven is used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.background import Background
from woodstock.clock import Clock
from woodstock.players.spec import Option
from woodstock.symmetry.native import canonical

if TYPE_CHECKING:
    from woodstock.game import Game

CHOICES = ("on", "off", "microstructure", "rules")
SECONDS_WITHOUT_CLOCK = 20.0
LEAST_SECONDS = 0.05
"""Less is not worth beginning."""


def symmetry_options(default: str = "off", share: float = 0.25) -> tuple[Option, ...]:
    return (
        Option(
            "symmetry",
            str,
            default,
            "symmetric states are one: the symmetries of the microstructure, of the rules as written, "
            "or what suits the player (on)",
            choices=CHOICES,
        ),
        Option(
            "symmetry-share",
            float,
            share,
            "share of the start clock in which symmetries are looked for",
            minimum=0,
            maximum=1,
        ),
    )


@dataclass(frozen=True, slots=True)
class SymmetryChoice:
    """Which symmetries a player uses: `microstructure`, with hidden ones, or `rules`; none if empty."""

    graph: str = ""
    share: float = 0.25

    @classmethod
    def of(cls, symmetry: str, share: float, suited: str) -> SymmetryChoice:
        """What an option says, for a player that `suited` suits."""
        return cls({"off": "", "on": suited}.get(symmetry, symmetry), share)


NO_SYMMETRY = SymmetryChoice()


def forms_of(game: Game, choice: SymmetryChoice, seconds: float) -> _core.Canonical:
    """The canonical forms that a choice asks for, found within some seconds."""
    hidden = choice.graph == "microstructure"
    return canonical(game.symmetries(seconds=seconds, graph=choice.graph, hidden=hidden).group)


class SymmetryHunt:
    """The symmetries of a game, being looked for."""

    def __init__(self, game: Game, choice: SymmetryChoice, clock: Clock) -> None:
        left = clock.remaining()
        self._seconds = SECONDS_WITHOUT_CLOCK if math.isinf(left) else left * choice.share
        self._used: list[_core.Search] = []
        self._forms: _core.Canonical | None = None
        self._said = ""
        self._work: Background[_core.Canonical] | None = None
        if self._seconds < LEAST_SECONDS:
            self._said = "symmetry off: no time to look for it"
            return
        seconds = self._seconds
        self._work = Background(lambda: forms_of(game, choice, seconds), "symmetries")

    def wait(self, clock: Clock) -> None:
        """Until it is over, for the time that it has at most."""
        if self._work is not None:
            self._work.wait_for(Clock.after(min(self._seconds, clock.remaining())))

    def lend(self, search: _core.Search) -> None:
        """Let a search use what was found from its next root on, once."""
        work = self._work
        if self._said and self._forms is None:
            return
        if self._forms is None:
            if work is None or not work.done:
                return
            if work.error is not None or work.result is None:
                self._said = f"symmetry off: {work.error}"
                return
            if work.result.order == 1:
                self._said = "symmetry off: there is none"
                return
            self._forms = work.result
        if any(known is search for known in self._used):
            return
        self._used.append(search)
        whole = "" if self._forms.whole else ", a part of all"
        self._said = (
            f"symmetry of order {self._forms.order}{whole}"
            if search.set_symmetry(self._forms)
            else "symmetry off: this search has no use for it"
        )

    def note(self, report: _core.SearchReport) -> str:
        """What came of it, in words."""
        if self._forms is None:
            return self._said or "symmetry off: still being looked for"
        return f"{self._said}, {report.images:,} of {report.forms:,} states were images of known ones"
