"""Questions about one position, answered by clingo on the rules as they were written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

import clingo

from woodstock.engine import Percepts
from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Function, Symbol, Term
from woodstock.reference.asp import Writer
from woodstock.reference.clauses import Normaliser
from woodstock.reference.demand import Demand, Signature, free_call

ROLE, INIT, LEGAL, TERMINAL, GOAL = ("role", 1), ("init", 1), ("legal", 2), ("terminal", 0), ("goal", 2)
TRUE, DOES, NEXT, SEES = ("true", 1), ("does", 2), ("next", 1), ("sees", 2)


class NoAnswer(WoodStockError):
    """The rules have no single meaning in a state: negation runs in a circle."""


@dataclass(frozen=True, slots=True)
class View:
    """What holds in a position whatever is played: legal moves per role, and whether the game is over."""

    legal: tuple[tuple[Term, ...], ...]
    terminal: bool


@dataclass(slots=True)
class Position:
    """The fluents that hold, and what is known about them once somebody has asked."""

    fluents: frozenset[Term]
    view: View | None = field(default=None, repr=False)
    goals: tuple[tuple[int, ...], ...] | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.fluents == other.fluents

    def __hash__(self) -> int:
        return hash(self.fluents)


class Query:
    """A program that derives some relations from given facts."""

    def __init__(
        self, demand: Demand, relations: Sequence[Signature], writer: Writer, *, directed: bool
    ) -> None:
        clauses = demand.query(relations) if directed else demand.reachable(relations)
        self._text = writer.program(clauses)
        self._names = {
            relation: writer.relations.identifier(
                free_call(relation).name if directed and not demand.is_fact(relation) else relation[0]
            )
            for relation in relations
        }

    def ask(self, facts: Iterable[clingo.Symbol]) -> dict[Signature, list[Sequence[clingo.Symbol]]]:
        """The arguments of every derived atom, by relation."""
        control = clingo.Control(["--warn=none", "--models=2"], logger=ignore)
        control.add("base", [], self._text)
        with control.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(fact)])
        control.ground([("base", [])])
        found = {
            relation: [
                (atom.symbol, atom.is_fact) for atom in control.symbolic_atoms.by_signature(name, relation[1])
            ]
            for relation, name in self._names.items()
        }
        # Stratified rules are decided by grounding alone; others may leave atoms open.
        if not all(is_fact for atoms in found.values() for _, is_fact in atoms):
            holding = only_model(control)
            found = {
                relation: [(atom, True) for atom, is_fact in atoms if is_fact or atom in holding]
                for relation, atoms in found.items()
            }
        return {relation: [atom.arguments for atom, _ in atoms] for relation, atoms in found.items()}


class Reference:
    """The engine. `directed=False` derives everything instead of what is asked for: slower, and a check."""

    name = "reference"

    def __init__(self, rulesheet: Rulesheet, *, directed: bool = True) -> None:
        self._writer = Writer()
        demand = Demand(Normaliser().clauses(rulesheet.rules), {TRUE, DOES})
        start = Query(demand, (ROLE, INIT), self._writer, directed=directed).ask(())
        # Goals are asked for less often, so they have a query of their own unless they need the legal moves.
        together = LEGAL in demand.needed([GOAL])
        view = (LEGAL, TERMINAL, GOAL) if together else (LEGAL, TERMINAL)
        self._view = Query(demand, view, self._writer, directed=directed)
        self._goal = self._view if together else Query(demand, (GOAL,), self._writer, directed=directed)
        self._step = Query(demand, (NEXT, SEES), self._writer, directed=directed)
        roles = {self._writer.read(role) for (role,) in start[ROLE]}
        self._roles = in_order(roles, rulesheet)
        self._initial = Position(frozenset(self._writer.read(fluent) for (fluent,) in start[INIT]))

    def __str__(self) -> str:
        return self.name

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(map(str, self._roles))

    def initial(self) -> Position:
        return self._initial

    def position(self, fluents: Iterable[Term]) -> Position:
        return Position(frozenset(fluents))

    def fluents(self, position: Position) -> frozenset[Term]:
        return position.fluents

    def hash(self, position: Position) -> int:
        mixed = 0
        for fluent in position.fluents:
            mixed ^= word_of(str(fluent))
        return mixed

    def terminal(self, position: Position) -> bool:
        return self._viewed(position).terminal

    def goals(self, position: Position, role: int) -> tuple[int, ...]:
        if position.goals is None:
            self._ask(self._goal, position)
        return (position.goals or ())[role]

    def legal(self, position: Position, role: int) -> tuple[Term, ...]:
        return self._viewed(position).legal[role]

    def play(self, position: Position, moves: Sequence[Term]) -> tuple[Position, Percepts]:
        read, fact = self._writer.read, self._writer.fact
        made = [fact("does", role, move) for role, move in zip(self._roles, moves, strict=True)]
        answer = self._step.ask([*self._facts(position), *made])
        seen = self._by_role(answer[SEES])
        percepts = tuple(tuple(sorted(set(each), key=natural)) for each in seen)
        return Position(frozenset(read(fluent) for (fluent,) in answer[NEXT])), percepts

    def _viewed(self, position: Position) -> View:
        if position.view is None:
            self._ask(self._view, position)
        assert position.view is not None
        return position.view

    def _ask(self, query: Query, position: Position) -> None:
        """Ask, and note what was learnt."""
        answer = query.ask(self._facts(position))
        if LEGAL in answer:
            legal = tuple(tuple(sorted(moves, key=natural)) for moves in self._by_role(answer[LEGAL]))
            position.view = View(legal, bool(answer[TERMINAL]))
        if GOAL in answer:
            position.goals = tuple(tuple(sorted(numbers(each))) for each in self._by_role(answer[GOAL]))

    def _facts(self, position: Position) -> Iterator[clingo.Symbol]:
        return (self._writer.fact("true", fluent) for fluent in position.fluents)

    def _by_role(self, pairs: Iterable[Sequence[clingo.Symbol]]) -> list[list[Term]]:
        found: dict[Term, list[Term]] = {role: [] for role in self._roles}
        for role, value in pairs:
            found[self._writer.read(role)].append(self._writer.read(value))
        return list(found.values())


def only_model(control: clingo.Control) -> set[clingo.Symbol]:
    models: list[set[clingo.Symbol]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            models.append(set(model.symbols(atoms=True)))
    if len(models) != 1:
        found = "no" if not models else "more than one"
        raise NoAnswer(
            f"the rules allow {found} consistent set of atoms in this state; "
            "look for a relation that depends on its own negation (woodstock check)"
        )
    return models[0]


def numbers(values: Iterable[Term]) -> set[int]:
    """The values that are written as integers, `00` among them."""
    return {int(each.name) for each in values if isinstance(each, Symbol) and is_number(each.name)}


def is_number(name: str) -> bool:
    return name.removeprefix("-").isdecimal()


def in_order(roles: set[Term], rulesheet: Rulesheet) -> tuple[Term, ...]:
    """The roles in the order in which the rulesheet states them; those given by rules come last."""
    stated = [
        rule.head.args[0]
        for rule in rulesheet.rules
        if isinstance(rule.head, Function) and rule.head.name == "role"
    ]
    listed = [role for role in dict.fromkeys(stated) if role in roles]
    return (*listed, *sorted(roles.difference(listed), key=str))


@lru_cache(maxsize=1 << 16)
def word_of(text: str) -> int:
    """A 64-bit word for a fluent."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def ignore(code: clingo.MessageCode, message: str) -> None:
    """Undefined relations are simply false: nothing to report."""
