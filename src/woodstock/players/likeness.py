"""Symmetries for what is learned: weights that they tie together are learned as one (`core/search/learning/ties.hpp`).

They are looked for beside the learning, which takes them up when they are there: first those that are likely
(`symmetry/guess.py`), and where these lack a kind, all that can be found. An evaluation proves nothing, so what was tested on
random plays is enough, and players that can be exchanged count as well.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from woodstock.background import Background
from woodstock.compile.compiled import Compiled
from woodstock.deadline import Deadline, Work
from woodstock.engines.engine import Engine
from woodstock.engines.stepper import StepperEngine
from woodstock.gdl import Rulesheet
from woodstock.symmetry.detect import symmetries
from woodstock.symmetry.guess import likely_symmetries
from woodstock.symmetry.hidden import adds
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.verify import Judge

GUESSING = 0.5
"""Of the time, for likely symmetries."""
SAMPLING, STATES = 0.2, 150
"""Of that, for states to test them on, and how many of these."""

Rows = list[tuple[list[int], list[int], list[int]]]
"""Per symmetry, where it takes each fluent, each move and each role."""


@dataclass
class _Subject:
    """The game as the learner has it: fluents are numbered alike."""

    name: str
    rulesheet: Rulesheet
    compiled: Compiled
    engine: Engine[Any]


def likeness(
    rulesheet: Rulesheet, compiled: Compiled, deadline: Deadline, tell: Callable[[Rows], None] | None = None
) -> Rows:
    """What generates the symmetries that are found by a deadline; likely ones are told as soon as they are known.

    >>> from woodstock.games.library import load
    >>> game = load("tictactoe")
    >>> rows = likeness(game.rulesheet, game.compiled, Deadline.after(20))
    >>> any(roles == [1, 0] for *_, roles in rows), any(roles == [0, 1] for *_, roles in rows)
    (True, True)
    """
    subject = _Subject(
        rulesheet.file, rulesheet, compiled, StepperEngine(compiled, compiled.engines.new_stepper())
    )
    likely = _likely(subject, deadline.part(GUESSING), tell or _nobody)
    rows = _rows(likely, compiled)
    if {each.exchanges_roles for each in likely} == {False, True} or deadline.passed:
        return rows
    found = symmetries(subject, prove=False, deadline=deadline)
    more = [each for each in likely if not each.exchanges_roles and adds(each, found.all)]
    exchanging = [each.permutation for each in found.exchanging]
    exchanging = exchanging or [each for each in likely if each.exchanges_roles]
    return _rows((*found.all.generators, *more, *exchanging), compiled)


def _likely(subject: _Subject, deadline: Deadline, tell: Callable[[Rows], None]) -> list[Permutation]:
    compiled = subject.compiled
    judge = Judge(subject.engine, compiled.vocabulary, goals_at_ends=True)
    sample = judge.sample(STATES, 0, deadline.part(SAMPLING))
    return likely_symmetries(
        subject.rulesheet, judge, sample, deadline, lambda found: tell(_rows(found, compiled))
    )


def _nobody(_: Rows) -> None:
    """Hears nothing."""


def _rows(generators: Iterable[Permutation], compiled: Compiled) -> Rows:
    count = len(compiled.fluents)
    return [
        (list(each.row[:count]), [image - count for image in each.row[count:]], list(each.roles))
        for each in generators
    ]


class LikenessHunt:
    """The symmetries of a game, being looked for, for so many seconds of work."""

    def __init__(self, rulesheet: Rulesheet, compiled: Compiled, seconds: float) -> None:
        self._over = threading.Event()
        self._likely: Rows = []
        self._work = Background(lambda: self._look(rulesheet, compiled, seconds), "likeness")

    def _look(self, rulesheet: Rulesheet, compiled: Compiled, seconds: float) -> Rows:
        deadline = Deadline.after(seconds, Work(), self._over.is_set)
        return likeness(rulesheet, compiled, deadline, self._take)

    def _take(self, likely: Rows) -> None:
        self._likely = likely

    @property
    def done(self) -> bool:
        return self._work.done

    @property
    def found(self) -> Rows:
        """So far, and those that were likely where the search for all of them failed."""
        return self._work.result or self._likely

    def give_way(self) -> None:
        """Let others go first from now on."""
        self._work.give_way()

    def stop(self) -> None:
        """Give it up, as soon as it looks at its deadline."""
        self._over.set()
