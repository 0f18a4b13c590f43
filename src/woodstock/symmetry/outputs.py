"""What a completion yields: `next`, `legal`, `terminal`, `goal` and `sees`, by the things they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.compile.vocabulary import Vocabulary
from woodstock.gdl.numbers import goal_value
from woodstock.grounding.terms import GroundTerms


@dataclass(frozen=True)
class Outputs:
    """Atoms of a completion by places in a vocabulary; its own dead fluents may be absent there."""

    vocabulary: Vocabulary
    inputs: dict[int, int]  # atom of a fluent or move -> thing
    next: dict[int, int]  # fluent -> atom; without one it never holds again
    legal: dict[int, int]  # move, as a thing -> atom
    terminal: int | None
    goals: dict[tuple[int, int], tuple[int, ...]]  # role, value
    sees: dict[tuple[int, str], tuple[int, ...]]  # role, percept

    @classmethod
    def of(cls, completion: Completion, vocabulary: Vocabulary) -> Outputs:
        atoms = completion.atoms
        inputs: dict[int, int] = {}
        following: dict[int, int] = {}
        for term, atom, after in zip(completion.fluents, atoms.fluents, atoms.next, strict=True):
            fluent = vocabulary.fluent_number.get(term)
            if fluent is not None:
                inputs[atom] = fluent
                if after != _core.NO_ATOM:
                    following[fluent] = after
        legal: dict[int, int] = {}
        terms = ((role, term) for role, moves in enumerate(completion.moves) for term in moves)
        for (role, term), atom, allowed in zip(terms, atoms.moves, atoms.legal, strict=True):
            move = vocabulary.move_numbers[role].get(term)
            if move is not None:
                thing = vocabulary.first_move[role] + move
                inputs[atom] = thing
                legal[thing] = allowed
        ground = GroundTerms(completion.program.native)
        goals: dict[tuple[int, int], tuple[int, ...]] = {}
        for role, name, atom in _spoken(ground, "goal", vocabulary.roles):
            value = goal_value(name)
            if value is not None:
                goals[role, value] = (*goals.get((role, value), ()), atom)
        sees: dict[tuple[int, str], tuple[int, ...]] = {}
        for role, name, atom in _spoken(ground, "sees", vocabulary.roles):
            sees[role, name] = (*sees.get((role, name), ()), atom)
        terminal = None if atoms.terminal == _core.NO_ATOM else atoms.terminal
        return cls(vocabulary, inputs, following, legal, terminal, goals, sees)


def _spoken(terms: GroundTerms, relation: str, roles: tuple[str, ...]) -> Iterator[tuple[int, str, int]]:
    """Atoms `(relation role rest)` with the number of the role and the text of the rest."""
    for atom, (role, rest) in terms.atoms_of(relation, 2):
        if str(role) in roles:
            yield roles.index(str(role)), str(rest), atom
