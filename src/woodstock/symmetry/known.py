"""What is known of every atom some transitions after a state, whatever is played: true, false or open.

Only legal moves are made, and where there is one alone it is. What is known at one time decides what is at the next;
`Possible` says the same of all times at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline
from woodstock.symmetry.outputs import Outputs
from woodstock.symmetry.possible import Possible

Truth = bool | None


class Known:
    """The atoms of a completion at one time, from what is known of its fluents, in the order of the vocabulary."""

    def __init__(
        self,
        completion: Completion,
        outputs: Outputs,
        possible: Possible,
        fluents: Sequence[Truth],
        deadline: Deadline,
    ) -> None:
        self._definitions = completion.definitions
        self._deadline = deadline
        self._values: list[Truth] = [None] * self._definitions.atom_count
        inputs = (*completion.atoms.fluents, *completion.atoms.moves)  # some have no place in the vocabulary
        self._fixed = {atom: possible.constant(atom) for atom in inputs}
        for atom, thing in outputs.inputs.items():
            self._fixed[atom] = fluents[thing] if thing < len(fluents) else None
        self._evaluate()
        self._forbid(outputs)
        self._evaluate()
        self.after: tuple[Truth, ...] = tuple(
            self._values[outputs.next[fluent]] if fluent in outputs.next else False
            for fluent in range(len(fluents))
        )

    def constant(self, atom: int) -> Truth:
        return self._values[atom]

    def _forbid(self, outputs: Outputs) -> None:
        """Moves that are not legal are not made, those that are alone are."""
        first = outputs.vocabulary.first_move
        atoms = {thing: atom for atom, thing in outputs.inputs.items() if thing >= first[0]}
        for start, end in pairwise(first):
            legal = {
                atoms[thing]: self._values[outputs.legal[thing]]
                for thing in range(start, end)
                if thing in atoms
            }
            alone = sum(value is not False for value in legal.values()) == 1
            self._fixed |= {atom: False for atom, value in legal.items() if value is False}
            self._fixed |= {atom: True for atom, value in legal.items() if alone and value}

    def _evaluate(self) -> None:
        values = self._values
        for atom in range(self._definitions.atom_count):
            kind = self._definitions.kind(atom)
            if kind in (_core.AtomKind.constant_true, _core.AtomKind.constant_false):
                values[atom] = kind == _core.AtomKind.constant_true
        for atom, value in self._fixed.items():
            values[atom] = value
        for atom in self._deadline.over(self._definitions.order):
            if atom not in self._fixed:
                values[atom] = self._any(self._all(body) for body in self._definitions.bodies(atom))

    def _all(self, body: Sequence[int]) -> Truth:
        found: Truth = True
        for literal in body:
            value = self._values[abs(literal) - 1]
            if value is None:
                found = None
            elif value != (literal > 0):
                return False
        return found

    @staticmethod
    def _any(values: Iterator[Truth]) -> Truth:
        found: Truth = False
        for value in values:
            if value:
                return True
            if value is None:
                found = None
        return found


def known_after(
    completion: Completion, vocabulary: Vocabulary, state: frozenset[int], stages: int, deadline: Deadline
) -> list[Known]:
    """What is known in a state, and after each of so many transitions."""
    outputs = Outputs.of(completion, vocabulary)
    fluents: tuple[Truth, ...] = tuple(number in state for number in range(len(vocabulary.fluents)))
    possible = Possible(completion, (), deadline)
    times = [Known(completion, outputs, possible, fluents, deadline)]
    for _ in range(stages):
        times.append(Known(completion, outputs, possible, times[-1].after, deadline))
    return times
