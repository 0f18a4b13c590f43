"""Clauses guarded by demand, so that only what a query needs is derived (magic sets).

Chess, for one, defines when a king would be threatened if any one square were ignored and any other
captured. Derived for all squares that is millions of atoms a state; the legal moves ask for a few hundred.

Each relation gets a copy per pattern of bound arguments it is called with, and a relation of the
demanded bindings that guards the copy. Bindings are handed on through literals whose relations depend
on no negated relation, other than ones given as facts. So demand is defined by definite clauses over
facts, it exists before anything is negated, and no cycle through negation can arise from it: the atoms
that answer the query are those of the original clauses. (Beeri and Ramakrishnan, "On the power of magic",
1991; the restriction on what hands bindings on is what keeps stratified negation stratified.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from woodstock.engines.reference.clauses import Clause, Literal, closure
from woodstock.gdl.formulas import Distinct
from woodstock.gdl.terms import Atom, Term, Variable, arguments, atom_of, signature
from woodstock.gdl.walk import variables

Signature = tuple[str, int]
Pattern = tuple[bool, ...]
"""Which arguments of a call are bound."""


@dataclass(frozen=True, slots=True)
class Call:
    relation: Signature
    pattern: Pattern

    @property
    def name(self) -> str:
        """The name of the copy; it has a blank, as all made-up names do."""
        return f"{self.relation[0]} {''.join('b' if bound else 'f' for bound in self.pattern)}"

    def copy(self, atom: Atom) -> Atom:
        return atom_of(self.name, arguments(atom))

    @property
    def guard(self) -> str:
        """The name of the relation of demanded bindings."""
        return f"demand {self.name}"

    def demand(self, atom: Atom) -> Atom:
        bound = tuple(each for each, is_bound in zip(arguments(atom), self.pattern, strict=True) if is_bound)
        return atom_of(self.guard, bound)


class Demand:
    """Rewrites clauses for queries; `given` are the relations that come as facts with each state."""

    def __init__(self, clauses: Iterable[Clause], given: Set[Signature]) -> None:
        self.given = given
        self.definitions: dict[Signature, list[Clause]] = defaultdict(list)
        for clause in clauses:
            self.definitions[signature(clause.head)].append(clause)
        facts = {relation for relation, own in self.definitions.items() if not any(c.body for c in own)}
        self.facts = facts | given
        self.definite = self._definite_relations()

    def query(self, calls: Iterable[Call]) -> list[Clause]:
        """Clauses that answer the calls, each under its copy's name.

        What is demanded of a call with bound arguments must be given as facts: atoms of its demand.
        """
        pending = list(calls)
        free = [call for call in pending if not any(call.pattern)]
        whole = {call.relation for call in free}
        result: dict[Clause, None] = {
            Clause(call.demand(pattern_atom(call))): None for call in free if not self.is_fact(call.relation)
        }
        seen: set[Call] = set()
        used: set[Signature] = set()
        while pending:
            call = pending.pop()
            if call in seen:
                continue
            seen.add(call)
            if self.is_fact(call.relation):
                used.add(call.relation)
                continue
            for clause in self.definitions.get(call.relation, ()):
                for written in self._rewrite(clause, call, whole, pending):
                    result[written] = None
        for relation in sorted(used):
            result |= dict.fromkeys(self.definitions.get(relation, ()))
        return list(result)

    def reachable(self, relations: Iterable[Signature]) -> list[Clause]:
        """All clauses that the relations depend on, as they are: the query without any demand."""
        needed = sorted(self.needed(relations))
        return [clause for relation in needed for clause in self.definitions.get(relation, ())]

    def needed(self, relations: Iterable[Signature]) -> set[Signature]:
        """The relations and all that they depend on."""
        pending, found = list(relations), set[Signature]()
        while pending:
            relation = pending.pop()
            if relation not in found:
                found.add(relation)
                bodies = (clause.body for clause in self.definitions.get(relation, ()))
                formulas = (literal.formula for body in bodies for literal in body)
                pending += (signature(each) for each in formulas if not isinstance(each, Distinct))
        return found

    def is_fact(self, relation: Signature) -> bool:
        return relation in self.facts

    def _definite_relations(self) -> set[Signature]:
        """Defined relations whose derivation involves no negation except of facts: a greatest fixpoint."""
        definite = set(self.definitions) - self.facts

        def spoilt(literal: Literal) -> bool:
            if isinstance(literal.formula, Distinct):
                return False
            relation = signature(literal.formula)
            if self.is_fact(relation) or relation not in self.definitions:
                return False
            return not literal.positive or relation not in definite

        while True:
            bad = {r for r in definite if any(spoilt(lit) for c in self.definitions[r] for lit in c.body)}
            if not bad:
                return definite
            definite -= bad

    def _rewrite(
        self, clause: Clause, call: Call, whole: Set[Signature], pending: list[Call]
    ) -> Iterable[Clause]:
        """The clause guarded by demand, after the clauses for the demand it passes on.

        Relations that are derived as a whole anyway get no copy for bound arguments.
        """
        guard = call.demand(clause.head)
        bound = set(variables(guard))
        passed = [Literal(guard)]
        body: dict[Literal, Literal] = {}
        for literal in self._order(clause.body, bound):
            formula = literal.formula
            if isinstance(formula, Distinct):
                body[literal] = literal
                passed.append(literal)
                bound |= closure(bound, equation(literal))
                continue
            relation = signature(formula)
            if self.is_fact(relation):
                pending.append(free_call(relation))
                body[literal] = literal
                handed_on = True
            else:
                bounds = tuple(bound.issuperset(variables(each)) for each in arguments(formula))
                inner = free_call(relation) if relation in whole else Call(relation, bounds)
                pending.append(inner)
                demand = inner.demand(formula)
                if demand != guard and relation not in whole:
                    yield Clause(demand, connected(passed, set(variables(demand))))
                body[literal] = Literal(inner.copy(formula), literal.positive)
                handed_on = literal.positive and relation in self.definite
            if handed_on:
                passed.append(body[literal])
                if literal.positive:
                    bound |= set(variables(formula))
        yield Clause(call.copy(clause.head), (Literal(guard), *(body[literal] for literal in clause.body)))

    def _order(self, body: Sequence[Literal], bound: Set[Variable]) -> Iterable[Literal]:
        """The literals in the order in which they hand bindings on.

        Facts that share a variable with what is bound come first, else the order in which they are
        written: authors write for provers that work from left to right.
        """
        known = set(bound)
        left = list(body)

        def rank(literal: Literal) -> int:
            formula = literal.formula
            found = set(variables(formula))
            if isinstance(formula, Distinct):
                return 0 if closure(known, equation(literal)) >= found else 5
            if not self._hands_on(literal):
                return 4
            if found <= known:
                return 0
            if not literal.positive:
                return 4
            if not self.is_fact(signature(formula)):
                return 3
            return 3 if known.isdisjoint(found) and signature(formula) not in self.given else 1

        while left:
            best = min(left, key=rank)
            left.remove(best)
            yield best
            if best.positive and self._hands_on(best):
                known |= set(variables(best.formula))
            elif isinstance(best.formula, Distinct):
                known |= closure(known, equation(best))

    def _hands_on(self, literal: Literal) -> bool:
        if isinstance(literal.formula, Distinct):
            return False
        relation = signature(literal.formula)
        return self.is_fact(relation) or (literal.positive and relation in self.definite)


def free_call(relation: Signature) -> Call:
    return Call(relation, (False,) * relation[1])


def pattern_atom(call: Call) -> Atom:
    return atom_of(call.relation[0], tuple(Variable(f"x{place}") for place in range(call.relation[1])))


def equation(literal: Literal) -> list[tuple[Term, Term]]:
    """The two readings of an equation; nothing for an inequality."""
    match literal:
        case Literal(formula=Distinct(left=left, right=right), positive=False):
            return [(left, right), (right, left)]
        case _:
            return []


def connected(literals: Sequence[Literal], wanted: Set[Variable]) -> tuple[Literal, ...]:
    """The guard, and those literals that share variables, directly or not, with the wanted ones.

    Leaving a literal out only widens the demand. A literal is kept if all its variables can be bound by
    the kept positive atoms, so that the clause stays safe.
    """
    reached = set(wanted)
    kept = {0}
    while True:
        more = {
            place
            for place, literal in enumerate(literals)
            if place not in kept and reached.intersection(variables(literal.formula))
        }
        if not more:
            break
        kept |= more
        for place in more:
            reached.update(variables(literals[place].formula))
    chosen = [literals[place] for place in sorted(kept)]
    while True:
        safe: set[Variable] = set()
        equations: list[tuple[Term, Term]] = []
        for literal in chosen:
            equations += equation(literal)
            if literal.positive and not isinstance(literal.formula, Distinct):
                safe.update(variables(literal.formula))
        safe = closure(safe, equations)
        left = [literal for literal in chosen if safe.issuperset(variables(literal.formula))]
        if len(left) == len(chosen):
            return tuple(dict.fromkeys(chosen))
        chosen = left
