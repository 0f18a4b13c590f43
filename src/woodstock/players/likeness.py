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
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.verify import Judge

GUESSING, SAMPLING, STATES = 0.8, 0.2, 150
"""Of the time for likely symmetries and, of that, for states to test them on; and how many of these."""

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
    likely = _likely(subject, deadline.part(GUESSING))
    rows = _rows(likely, compiled)
    if {each.exchanges_roles for each in likely} == {False, True} or deadline.passed:
        return rows
    if tell is not None:
        tell(rows)
    found = symmetries(subject, prove=False, deadline=deadline)
    generators = (*found.all.generators, *(each.permutation for each in found.exchanging))
    return _rows({*likely, *generators}, compiled)


def _likely(subject: _Subject, deadline: Deadline) -> list[Permutation]:
    judge = Judge(subject.engine, subject.compiled.vocabulary, goals_at_ends=True)
    sample = judge.sample(STATES, 0, deadline.part(SAMPLING))
    return likely_symmetries(subject.rulesheet, judge, sample, deadline)


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
        """So far. None where there are none, or where it failed: then each weight is learned by itself."""
        return self._work.result or self._likely

    def give_way(self) -> None:
        """Let others go first from now on."""
        self._work.give_way()

    def stop(self) -> None:
        """Give it up, as soon as it looks at its deadline."""
        self._over.set()
