"""The terms of a ground program: numbers in the core, terms here, each made once and only if asked for."""

from __future__ import annotations

from collections.abc import Iterator

from woodstock import _core
from woodstock.gdl.terms import Atom, Term, atom_of


class GroundTerms:
    def __init__(self, native: _core.GroundProgram) -> None:
        self._native = native
        self._terms: dict[int, Atom] = {}

    def __getitem__(self, number: int) -> Atom:
        found = self._terms.get(number)
        if found is None:
            name, arguments = self._native.parts(number)
            found = self._terms[number] = atom_of(name, [self[argument] for argument in arguments])
        return found

    def atom(self, atom: int) -> Atom:
        """What an atom says."""
        return self[self._native.term(atom)]

    def atoms_of(self, relation: str, arity: int) -> Iterator[tuple[int, tuple[Term, ...]]]:
        """The atoms of a relation, with their arguments."""
        for atom, arguments in self._native.atoms_of(relation, arity):
            yield atom, tuple(self[argument] for argument in arguments)
