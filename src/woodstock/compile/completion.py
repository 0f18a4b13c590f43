"""Clark's completion of a ground program, with the tables that say what its atoms mean in the game.

Paper 004 §4.1: every atom has one definition, the disjunction of its rules' bodies. Fluents of the current
state, `(true f)`, and moves, `(does r m)`, are inputs; `(next f)`, `(legal r m)`, `terminal`, `(goal r n)` and
`(sees r p)` are what the definitions yield. The circuit is compiled from them, and the
network from the circuit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from woodstock import _core
from woodstock.errors import GroundingError
from woodstock.gdl import Rulesheet
from woodstock.gdl.keywords import CHANCE
from woodstock.gdl.numbers import goal_value
from woodstock.gdl.order import natural
from woodstock.gdl.roles import roles_in_order
from woodstock.gdl.terms import Term
from woodstock.grounding.program import GroundProgram
from woodstock.grounding.terms import GroundTerms


@dataclass(frozen=True)
class Completion:
    program: GroundProgram
    definitions: _core.Definitions
    roles: tuple[str, ...]
    fluents: tuple[Term, ...]
    moves: tuple[tuple[Term, ...], ...]  # per role
    percepts: tuple[Term, ...]
    atoms: _core.GameAtoms
    seconds: float = 60.0  # that compiling the circuit may take

    @cached_property
    def rulesheet(self) -> Rulesheet:
        return self.program.rulesheet

    @cached_property
    def circuit(self) -> _core.Circuit:
        """The definitions as a circuit; GroundingError if that takes too long."""
        try:
            return _core.compile(self.definitions, self.atoms, seconds=self.seconds)
        except _core.OutOfTime:
            raise GroundingError("no time was left to compile the circuit") from None

    def definition(self, atom: int) -> list[list[int]]:
        """The bodies of an atom: lists of literals, atom + 1, negative if negated."""
        return self.definitions.bodies(atom)

    def literal_name(self, literal: int) -> str:
        name = self.definitions.name(abs(literal) - 1)
        return name if literal > 0 else f"(not {name})"

    def __str__(self) -> str:
        lines = []
        for atom in self.definitions.order:
            bodies = (" ∧ ".join(map(self.literal_name, body)) for body in self.definition(atom))
            lines.append(f"{self.definitions.name(atom)} ↔ {' ∨ '.join(bodies) or 'false'}")
        return "\n".join(lines)


def complete(program: GroundProgram, literal_limit: int = 40_000_000, seconds: float = 60.0) -> Completion:
    """The completion of a ground program; its circuit may take so many seconds."""
    native = program.native
    terms = GroundTerms(native)
    held = {numbers[0] for _, numbers in native.atoms_of("role", 1)}
    roles = tuple(role.name for role in roles_in_order(map(terms.__getitem__, held), program.rulesheet))
    index = {number: roles.index(str(terms[number])) for number in held}
    init = {fluent for _, (fluent,) in native.atoms_of("init", 1)}
    next_ = {fluent: atom for atom, (fluent,) in native.atoms_of("next", 1)}
    # Atoms that only occur below `not` are listed too; those that may hold are open.
    true = {fluent: atom for atom, (fluent,) in native.atoms_of("true", 1) if native.is_open(atom)}
    legal = {(role, move): atom for atom, (role, move) in native.atoms_of("legal", 2)}

    def in_order(numbers: Iterable[int]) -> list[int]:
        return sorted(numbers, key=lambda number: natural(terms[number]))

    atoms = _core.GameAtoms()
    fluents = in_order(true)
    atoms.fluents = [true[fluent] for fluent in fluents]
    atoms.next = [next_.get(fluent, _core.NO_ATOM) for fluent in fluents]
    atoms.initial = [int(fluent in init) for fluent in fluents]

    does: list[dict[int, tuple[int, int]]] = [{} for _ in roles]  # move: atom, and that of its being legal
    for atom, (role, move) in native.atoms_of("does", 2):
        if role in index and native.is_open(atom):
            does[index[role]][move] = (atom, legal[role, move])
    moves = [in_order(made) for made in does]
    joint = [made[move] for made, ordered in zip(does, moves, strict=True) for move in ordered]
    atoms.moves_per_role = [len(ordered) for ordered in moves]
    atoms.moves = [atom for atom, _ in joint]
    atoms.legal = [atom for _, atom in joint]
    atoms.chance_role = roles.index(CHANCE) if CHANCE in roles else -1

    terminal = native.atoms_of("terminal", 0)
    atoms.terminal = terminal[0][0] if terminal else _core.NO_ATOM
    _add_goals(native, terms, index, atoms)
    percepts = in_order({seen for _, (role, seen) in native.atoms_of("sees", 2) if role in index})
    _add_percepts(native, index, percepts, atoms)
    try:
        definitions = _core.Definitions(native, atoms.outputs(), literal_limit)
    except RuntimeError as error:
        raise GroundingError(str(error)) from None
    return Completion(
        program,
        definitions,
        roles,
        tuple(map(terms.__getitem__, fluents)),
        tuple(tuple(map(terms.__getitem__, ordered)) for ordered in moves),
        tuple(map(terms.__getitem__, percepts)),
        atoms,
        seconds,
    )


def _add_goals(
    native: _core.GroundProgram, terms: GroundTerms, index: dict[int, int], atoms: _core.GameAtoms
) -> None:
    """One output for each role and number: `0` and `00` are the same."""
    found: dict[tuple[int, int], list[int]] = {}
    for atom, (role, goal) in native.atoms_of("goal", 2):
        value = goal_value(str(terms[goal]))
        if role in index and value is not None:
            found.setdefault((index[role], value), []).append(atom)
    for (player, value), spelt in sorted(found.items()):
        atom = spelt[0]
        if len(spelt) > 1:
            atom = native.add_atom(f"goal of {player} is {value}")
            for each in spelt:
                native.add_rule(atom, [each + 1])
        atoms.add_goal(player, value, atom)


def _add_percepts(
    native: _core.GroundProgram, index: dict[int, int], percepts: list[int], atoms: _core.GameAtoms
) -> None:
    number = {percept: position for position, percept in enumerate(percepts)}
    rows = [
        (index[role], number[seen], atom)
        for atom, (role, seen) in native.atoms_of("sees", 2)
        if role in index
    ]
    for row in sorted(rows):
        atoms.add_percept(*row)
