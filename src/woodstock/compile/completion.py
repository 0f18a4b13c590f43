"""Clark's completion of a ground program, with the tables that say what its atoms mean in the game.

Paper 004 §4.1: every atom has one definition, the disjunction of its rules' bodies. Fluents of the current
state, `(true f)`, and moves, `(does r m)`, are inputs; `(next f)`, `(legal r m)`, `terminal`, `(goal r n)` and
`(sees r p)` are what the definitions yield. From this one completion the circuit and the network are compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from woodstock import _core
from woodstock.errors import GroundingError
from woodstock.gdl import parse_term
from woodstock.gdl.keywords import CHANCE
from woodstock.gdl.numbers import goal_value
from woodstock.gdl.order import natural
from woodstock.gdl.roles import roles_in_order
from woodstock.gdl.terms import Term
from woodstock.grounding.program import GroundProgram


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
    roles = _roles(program)
    index = {name: position for position, name in enumerate(roles)}
    init = {text: atom for atom, text in _relation(native, "init")}
    next_ = {text: atom for atom, text in _relation(native, "next")}
    # Atoms that only occur below `not` are listed too; those that may hold are open.
    true = {text: atom for atom, text in _relation(native, "true") if native.is_open(atom)}
    does = {text: atom for atom, text in _relation(native, "does") if native.is_open(atom)}
    legal = {text: atom for atom, text in _relation(native, "legal")}

    atoms = _core.GameAtoms()
    fluent_texts = sorted(true, key=natural)
    atoms.fluents = [true[text] for text in fluent_texts]
    atoms.next = [next_.get(text, _core.NO_ATOM) for text in fluent_texts]
    atoms.initial = [int(text in init) for text in fluent_texts]

    move_texts: list[list[str]] = [[] for _ in roles]
    for text in does:
        role, _, move = text.partition(" ")
        if role in index:
            move_texts[index[role]].append(move)
    for texts in move_texts:
        texts.sort(key=natural)
    joint = [f"{role} {move}" for role, texts in zip(roles, move_texts, strict=True) for move in texts]
    atoms.moves_per_role = [len(texts) for texts in move_texts]
    atoms.moves = [does[text] for text in joint]
    atoms.legal = [legal[text] for text in joint]
    atoms.chance_role = index.get(CHANCE, -1)

    terminal = native.atoms_of("terminal")
    atoms.terminal = terminal[0][0] if terminal else _core.NO_ATOM
    _add_goals(native, index, atoms)
    percepts = _add_percepts(native, index, atoms)
    try:
        definitions = _core.Definitions(native, atoms.outputs(), literal_limit)
    except RuntimeError as error:
        raise GroundingError(str(error)) from None
    return Completion(
        program,
        definitions,
        roles,
        tuple(map(parse_term, fluent_texts)),
        tuple(tuple(map(parse_term, texts)) for texts in move_texts),
        percepts,
        atoms,
        seconds,
    )


def _relation(native: _core.GroundProgram, relation: str) -> list[tuple[int, str]]:
    """Atoms of a relation with the text of their arguments."""
    cut = len(relation) + 2
    return [(atom, text[cut:-1]) for atom, text in native.atoms_of(relation)]


def _roles(program: GroundProgram) -> tuple[str, ...]:
    found = (parse_term(text) for _, text in _relation(program.native, "role"))
    return tuple(role.name for role in roles_in_order(found, program.rulesheet))


def _add_goals(native: _core.GroundProgram, index: dict[str, int], atoms: _core.GameAtoms) -> None:
    """One output for each role and number: `0` and `00` are the same."""
    found: dict[tuple[int, int], list[int]] = {}
    for atom, text in _relation(native, "goal"):
        role, _, name = text.partition(" ")
        value = goal_value(name)
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
    native: _core.GroundProgram, index: dict[str, int], atoms: _core.GameAtoms
) -> tuple[Term, ...]:
    rows = []
    for atom, text in _relation(native, "sees"):
        role, _, percept = text.partition(" ")
        if role in index:
            rows.append((index[role], percept, atom))
    texts = sorted({percept for _, percept, _ in rows}, key=natural)
    number = {text: position for position, text in enumerate(texts)}
    for player, seen, atom in sorted((player, number[percept], atom) for player, percept, atom in rows):
        atoms.add_percept(player, seen, atom)
    return tuple(map(parse_term, texts))
