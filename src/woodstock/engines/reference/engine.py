"""Questions about one position, answered by clingo on the rules as they were written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

import clingo

from woodstock.engines.engine import Percepts
from woodstock.engines.reference.asp import Reading, Writer
from woodstock.engines.reference.clauses import Normaliser
from woodstock.engines.reference.demand import Call, Demand, Signature, free_call
from woodstock.engines.reference.explain import CHOICE, Explanations
from woodstock.engines.reference.query import Query
from woodstock.gdl import Rulesheet
from woodstock.gdl.keywords import CHANCE
from woodstock.gdl.numbers import goal_values
from woodstock.gdl.roles import roles_in_order
from woodstock.gdl.terms import Symbol, Term

ROLE, INIT, LEGAL, TERMINAL, GOAL = ("role", 1), ("init", 1), ("legal", 2), ("terminal", 0), ("goal", 2)
TRUE, DOES, NEXT, SEES = ("true", 1), ("does", 2), ("next", 1), ("sees", 2)
ROLE_MOVES = Call(LEGAL, (True, False))
"""The legal moves of one role."""


@dataclass(slots=True)
class Position:
    """The fluents that hold, and what is known about them once somebody has asked."""

    fluents: frozenset[Term]
    legal: dict[int, tuple[Term, ...]] = field(default_factory=dict, repr=False)
    """Moves by the number of the role."""
    terminal: bool | None = field(default=None, repr=False)
    goals: tuple[tuple[int, ...], ...] | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.fluents == other.fluents

    def __hash__(self) -> int:
        return hash(self.fluents)


class Reference:
    """The engine. `directed=False` derives everything instead of what is asked for: slower, and a check."""

    name = "reference"

    def __init__(self, rulesheet: Rulesheet, *, directed: bool = True) -> None:
        self._writer = Writer()
        demand = Demand(Normaliser().clauses(rulesheet.rules), {TRUE, DOES})
        start = Query(demand, free_calls(ROLE, INIT), self._writer, directed=directed).ask(())
        roles = {atom.terms[0] for atom in start[ROLE]}
        self._roles = roles_in_order(roles, rulesheet)
        self._initial = Position(frozenset(atom.terms[0] for atom in start[INIT]))
        # Chance may have thousands of moves that nobody but the referee wants to know: they are asked for apart.
        self._chance = {index for index, role in enumerate(self._roles) if role == Symbol(CHANCE)}
        moves = ROLE_MOVES if self._chance else free_call(LEGAL)
        # Goals are asked for less often, so they have a query of their own unless they need the legal moves.
        together = LEGAL in demand.needed([GOAL])
        view = [moves, *free_calls(TERMINAL, GOAL)] if together else [moves, free_call(TERMINAL)]
        self._view = Query(demand, view, self._writer, directed=directed)
        self._moves = Query(demand, [moves], self._writer, directed=directed)
        self._goal = (
            self._view if together else Query(demand, free_calls(GOAL), self._writer, directed=directed)
        )
        self._step = Query(demand, free_calls(NEXT, SEES), self._writer, directed=directed)
        self._explanations = Explanations(demand, self._writer, directed=directed)

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
        if position.terminal is None:
            self._ask(self._view, position)
        return bool(position.terminal)

    def goals(self, position: Position, role: int) -> tuple[int, ...]:
        if position.goals is None:
            self._ask(self._goal, position)
        return (position.goals or ())[role]

    def legal(self, position: Position, role: int) -> tuple[Term, ...]:
        if role not in position.legal:
            self._ask(self._moves if role in self._chance else self._view, position)
        return position.legal[role]

    def play(self, position: Position, moves: Sequence[Term]) -> tuple[Position, Percepts]:
        fact = self._writer.fact
        made = [fact("does", role, move) for role, move in zip(self._roles, moves, strict=True)]
        answer = self._step.ask([*self._facts(position), *made])
        fluents = frozenset(atom.terms[0] for atom in answer[NEXT])
        return Position(fluents), tuple(self._by_role(answer[SEES]))

    def explain(
        self,
        position: Position,
        choices: Sequence[Sequence[Term]],
        role: int,
        percepts: Sequence[Term],
        *,
        most: int,
        seed: int,
    ) -> list[tuple[Term, ...]]:
        """At most so many joint moves, of the choices of each role, after which a role sees just these percepts."""
        facts = self._chosen_from(position, choices)
        found = self._explanations.agreeing(facts, self._roles[role], percepts, most=most, seed=seed)
        return [tuple(moves[each] for each in self._roles) for moves in found]

    def nearest(
        self,
        position: Position,
        choices: Sequence[Sequence[Term]],
        role: int,
        percepts: Sequence[Term],
        *,
        seed: int,
    ) -> tuple[Term, ...] | None:
        """The joint move after which the fewest percepts are missing or seen besides; None without choices."""
        facts = self._chosen_from(position, choices)
        moves = self._explanations.nearest(facts, self._roles[role], percepts, seed=seed)
        return None if moves is None else tuple(moves[each] for each in self._roles)

    def _chosen_from(self, position: Position, choices: Sequence[Sequence[Term]]) -> Iterator[clingo.Symbol]:
        yield from self._facts(position)
        for role, moves in zip(self._roles, choices, strict=True):
            for move in moves:
                yield self._writer.fact(CHOICE, role, move)

    def _ask(self, query: Query, position: Position) -> None:
        """Ask, and note what was learnt; of the roles' moves, those of chance or those of the others."""
        asked = [i for i in range(len(self._roles)) if (i in self._chance) == (query is self._moves)]
        demand = [self._writer.fact(ROLE_MOVES.guard, self._roles[index]) for index in asked]
        answer = query.ask([*self._facts(position), *demand])
        if LEGAL in answer:
            moves = self._by_role(answer[LEGAL])
            position.legal |= {index: moves[index] for index in asked}
        if TERMINAL in answer:
            position.terminal = bool(answer[TERMINAL])
        if GOAL in answer:
            position.goals = tuple(tuple(sorted(goal_values(each))) for each in self._by_role(answer[GOAL]))

    def _facts(self, position: Position) -> Iterator[clingo.Symbol]:
        return (self._writer.fact("true", fluent) for fluent in position.fluents)

    def _by_role(self, atoms: Iterable[Reading]) -> list[tuple[Term, ...]]:
        """The second arguments of atoms, in order, for each role that is the first one; others have no part."""
        found: dict[Term, list[Term]] = {role: [] for role in self._roles}
        for atom in sorted(atoms, key=lambda atom: atom.order):
            if atom.terms[0] in found:
                found[atom.terms[0]].append(atom.terms[1])
        return list(map(tuple, found.values()))


def free_calls(*relations: Signature) -> list[Call]:
    return list(map(free_call, relations))


@lru_cache(maxsize=1 << 16)
def word_of(text: str) -> int:
    """A 64-bit word for a fluent."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
