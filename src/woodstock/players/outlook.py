"""What searches say of the states a match may be in, made into one decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from woodstock import _core
from woodstock.belief.tracker import Tracker
from woodstock.compile.compiled import Compiled
from woodstock.game import Move
from woodstock.players.player import Alternative, Decision
from woodstock.players.proof import preferred, won
from woodstock.players.work import Work


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the search says of a state, the probability that this is the state, and what is proven about it."""

    report: _core.SearchReport
    probability: float = 1.0
    proof: _core.ProofReport | None = None
    of_belief: bool = False
    """Whether the search knew no more than the player does: then what it proves is proven."""


def decide(tracker: Tracker, compiled: Compiled, outlooks: Sequence[Outlook], seconds: float) -> Decision:
    """The decision that a report asks for, or the best expected value over several.

    A search knows the state that it searches; where that is hidden nothing it says is a proof, and its line is
    none that could be followed.
    """
    index = compiled.roles.index(tracker.role.name)
    by_number = {compiled.vocabulary.move_numbers[index][move.term]: move for move in tracker.legal()}
    considered = {number: Estimate() for number in by_number}
    for outlook in outlooks:
        for entry in outlook.report.moves:
            if entry.move in considered:
                considered[entry.move].add(entry, outlook.probability)
    first = outlooks[0].report
    known = tracker.complete or outlooks[0].of_belief
    chosen = -1
    if len(outlooks) == 1 and first.moves:
        chosen = first.moves[preferred(first, outlooks[0].proof, index)].move
    if chosen not in considered:
        chosen = max(considered, key=lambda number: (considered[number].value(index), -number))
    alternatives = [
        Alternative(by_number[number], entry.value(index), entry.visits, known and entry.proven)
        for number, entry in considered.items()
        if entry.visits or entry.proven
    ]
    values = list(considered[chosen].values or first.values)
    line, sure = first.line, first.proven
    win = won(outlooks[0].proof, chosen)
    if win is not None and not considered[chosen].proven:
        values = values or [0.0] * len(tracker.game.roles)
        values[index] = win.low
        line, sure = win.line, True
    if line and line[0][index] != chosen:
        line = []  # another move has the better value on less evidence: what follows on that is not expected
    reports = [outlook.report for outlook in outlooks]
    return Decision(
        move=by_number[chosen],
        values={role: value for role, value in zip(tracker.game.roles, values) if not role.is_chance},
        samples=sum(report.samples for report in reports),
        nodes=sum(report.nodes for report in reports),
        depth=max(report.depth for report in reports),
        proven=known and sure,
        line=tuple(named(compiled, joint) for joint in line) if tracker.complete else (),
        alternatives=tuple(sorted(alternatives, key=lambda entry: (-entry.value, str(entry.move)))),
        seconds=seconds,
        work=Work.of(*reports),
    )


@dataclass(slots=True)
class Estimate:
    """What several searches say of a move: the mean of its values by the probability of their states."""

    visits: int = 0
    proven: bool = False
    probability: float = 0.0
    _sums: list[float] = field(default_factory=list)

    def add(self, entry: _core.MoveReport, probability: float) -> None:
        self.visits += entry.visits
        self.proven = entry.proven
        values = entry.values
        if values:
            self.probability += probability
            before = self._sums or [0.0] * len(values)
            self._sums = [sum + probability * value for sum, value in zip(before, values)]

    @property
    def values(self) -> list[float]:
        """By role; empty if nothing is known."""
        return [sum / self.probability for sum in self._sums]

    def value(self, role: int) -> float:
        return self._sums[role] / self.probability if self._sums else -1.0


def named(compiled: Compiled, joint: Sequence[int]) -> tuple[Move, ...]:
    return tuple(Move(moves[number]) for moves, number in zip(compiled.moves, joint))
