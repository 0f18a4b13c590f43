"""Symmetries for a search: looked for in a share of the start clock, used once they are there (004 §5; 002 §4; 000 §6).

Nothing waits for them beyond that share, and a search without them is as sound as one with them. On a busy machine the
share is not enough for as much work as it stands for: then the work goes on beside the match, and gives way to it. Only
what is known by construction or proven is used.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.background import Background
from woodstock.clock import Clock
from woodstock.deadline import Deadline, Work
from woodstock.players.spec import Option
from woodstock.symmetry.group import Group
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
            "symmetric states are one: by all symmetries that are certain (on), those of the microstructure and "
            "hidden ones, or by those of the rules as written",
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

    @property
    def looks_deeper(self) -> bool:
        """Whether symmetries count that no graph shows."""
        return self.graph == "microstructure"

    @classmethod
    def of(cls, symmetry: str, share: float) -> SymmetryChoice:
        """What an option says."""
        return cls({"off": "", "on": "microstructure"}.get(symmetry, symmetry), share)


NO_SYMMETRY = SymmetryChoice()


def forms_of(game: Game, choice: SymmetryChoice, seconds: float) -> _core.Canonical:
    """The canonical forms that a choice asks for, found within some seconds of CPU time."""
    found = game.symmetries(
        seconds=seconds,
        graph=choice.graph,
        hidden=choice.looks_deeper,
        deadline=Deadline.after(seconds, Work()),
    )
    return canonical(found.group)


class SymmetryHunt:
    """The symmetries of a game, being looked for."""

    def __init__(self, game: Game, choice: SymmetryChoice, clock: Clock) -> None:
        left = clock.remaining()
        self._game = game
        self._choice = choice
        self._seconds = SECONDS_WITHOUT_CLOCK if math.isinf(left) else left * choice.share
        self._over = threading.Event()
        self._found: _core.Canonical | None = None
        self._lent: list[tuple[_core.Search, _core.Canonical]] = []
        self._said = ""
        self._work: Background[None] | None = None
        if self._seconds < LEAST_SECONDS:
            self._said = "symmetry off: no time to look for it"
            return
        self._work = Background(self._look, "symmetries")

    def _look(self) -> None:
        choice, seconds = self._choice, self._seconds
        found = self._game.symmetries(
            seconds=seconds,
            graph=choice.graph,
            hidden=choice.looks_deeper,
            deadline=Deadline.after(seconds, Work(), self._over.is_set),
            tell=self._hear,
        )
        self._hear(found.group)

    def _hear(self, group: Group) -> None:
        forms = canonical(group)
        if forms.order > (self._found.order if self._found is not None else 1):
            self._found = forms

    def stop(self) -> None:
        """Give it up, as soon as it looks at its deadline."""
        self._over.set()

    def wait(self, clock: Clock) -> None:
        """Until it is over, for the time that it has at most; from then on it gives way to others."""
        if self._work is not None:
            self._work.wait_for(Clock.after(min(self._seconds, clock.remaining())))
            self._work.give_way()

    def lend(self, search: _core.Search, state: _core.State, *, fresh: bool = False) -> None:
        """Let a search that is about to begin at a state use what was found by now.

        One that is not fresh has to begin a new tree for it, which only a state with symmetries of its own is worth."""
        found = self._found
        before = next((forms for known, forms in self._lent if known is search), None)
        if found is None or found is before:
            return
        if not fresh and found.keep(state) == 1:
            self._said = self._said or "symmetry off: found too late"
            return
        self._lent = [entry for entry in self._lent if entry[0] is not search]
        self._lent.append((search, found))
        whole = "" if found.whole else ", a part of all"
        self._said = (
            f"symmetry of order {found.order}{whole}"
            if search.set_symmetry(found)
            else "symmetry off: this search has no use for it"
        )

    def note(self, report: _core.SearchReport) -> str:
        """What came of it, in words."""
        work = self._work
        if self._said or work is None:
            if not self._lent:
                return self._said
            hits = f"{report.images:,} of {report.forms:,} successors were images of others"
            here = "" if report.forms_used else "; not used here, where too few moves are images of others"
            return f"{self._said}, {hits}{here}"
        if not work.done:
            return "symmetry off: still being looked for"
        return f"symmetry off: {work.error or 'there is none'}"
