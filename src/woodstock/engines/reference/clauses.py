"""Rules with nested formulas as plain clauses: a head and a conjunction of literals, every variable bound.

>>> from woodstock.gdl.formulas import Not, Or, Rule
>>> from woodstock.gdl.terms import Function, Symbol, Variable
>>> p, q, r = (Function(name, (Variable("x"),)) for name in "pqr")
>>> for clause in Normaliser().clauses([Rule(p, (q, Not(Or((r, Symbol("s"))))))]):
...     print(clause)
(p ?x) :- (q ?x), not (r ?x), not s

The meaning of a rulesheet is kept, the oddities of real ones included: `or`, `and` and `not` nest; the
negation of `distinct` is an equation; a variable found in one negated atom only is read "for no value
of it"; any other variable that nothing binds ranges over the symbols of the rulesheet. Names made up here
contain a blank, which no name that was read does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.normal_form import multiplied, pushed, width
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable, atom_of, signature
from woodstock.gdl.walk import terms_in, variables

UNIVERSE = "all symbols"
"""The relation of all symbols of a rulesheet."""

MOST_CONJUNCTIONS = 64
"""A body with more alternatives than this is split by auxiliary relations instead of multiplied out."""


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or an inequality, or the negation of one."""

    formula: Atom | Distinct
    positive: bool = True

    def __str__(self) -> str:
        return str(self.formula) if self.positive else f"not {self.formula}"


@dataclass(frozen=True, slots=True)
class Clause:
    head: Atom
    body: tuple[Literal, ...] = ()

    def __str__(self) -> str:
        return f"{self.head} :- {', '.join(map(str, self.body))}" if self.body else str(self.head)


@dataclass(slots=True)
class Normaliser:
    """Turns rules into clauses; counts the auxiliary relations it makes up."""

    auxiliaries: int = 0

    def clauses(self, rules: Sequence[Rule]) -> list[Clause]:
        found = list(chain.from_iterable(map(self.rule, rules)))
        if any(signature_of(literal) == (UNIVERSE, 1) for clause in found for literal in clause.body):
            symbols = {term for rule in rules for term in terms_in(rule) if isinstance(term, Symbol)}
            found += [Clause(Function(UNIVERSE, (each,))) for each in sorted(symbols, key=str)]
        return list(dict.fromkeys(found))

    def rule(self, rule: Rule) -> Iterator[Clause]:
        yield from self.defined(rule.head, pushed(And(rule.body)))

    def defined(self, head: Atom, body: Formula) -> Iterator[Clause]:
        """The clauses by which the head holds if the body, a pushed formula, does."""
        if width(body) > MOST_CONJUNCTIONS:
            body, auxiliary = self.split(head, body)
            yield from auxiliary
        for conjunction in multiplied(body):
            yield from self.safe(head, [Literal(plain, sign) for plain, sign in dict.fromkeys(conjunction)])

    def split(self, head: Atom, body: Formula) -> tuple[Formula, list[Clause]]:
        """The body with an auxiliary atom for every disjunction, and the clauses of these atoms.

        The atom has the variables that the disjunction shares with the rest; what binds them outside binds them inside.
        """
        parts = body.formulas if isinstance(body, And) else (body,)
        plain = [part for part in parts if not isinstance(part, Or)]
        context = [part for part in plain if not isinstance(part, Not)]
        inside = [set(variables(part)) for part in parts]
        places = Counter(chain(set(variables(head)), chain.from_iterable(inside)))
        clauses: list[Clause] = []
        for part, own in zip(parts, inside, strict=True):
            if isinstance(part, Or):
                atom = self.auxiliary({each for each in own if places[each] > 1})
                for alternative in part.formulas:
                    clauses += self.defined(atom, pushed(And((*context, alternative))))
                plain.append(atom)
        return And(tuple(plain)), clauses

    def safe(self, head: Atom, body: Sequence[Literal]) -> Iterator[Clause]:
        """The clause, with every variable bound in the way the module's text says."""
        bound = binding(body)
        occurrences = Counter(chain.from_iterable({*variables(each.formula)} for each in body))
        occurrences.update(set(variables(head)))
        literals, universal = [], set(variables(head)) - bound
        for literal in body:
            free = set(variables(literal.formula)) - bound
            alone = {each for each in free if occurrences[each] == 1}
            if alone and not literal.positive and not isinstance(literal.formula, Distinct):
                projection = self.auxiliary(set(variables(literal.formula)) - alone)
                yield Clause(projection, (Literal(literal.formula),))
                literals.append(Literal(projection, positive=False))
                universal |= free - alone
            else:
                literals.append(literal)
                universal |= free
        ranges = [Literal(Function(UNIVERSE, (each,))) for each in sorted(universal, key=str)]
        yield Clause(head, (*literals, *ranges))

    def auxiliary(self, arguments: set[Variable]) -> Atom:
        self.auxiliaries += 1
        name = f"auxiliary {self.auxiliaries}"
        return atom_of(name, sorted(arguments, key=str))


def signature_of(literal: Literal) -> tuple[str, int] | None:
    """Name and number of arguments of the literal's relation; none for an inequality."""
    return None if isinstance(literal.formula, Distinct) else signature(literal.formula)


def binding(body: Iterable[Literal]) -> set[Variable]:
    """The variables that some positive atom binds, directly or through equations."""
    bound: set[Variable] = set()
    equations = []
    for literal in body:
        match literal.formula:
            case Distinct(left=left, right=right):
                if not literal.positive:
                    equations += [(left, right), (right, left)]
            case atom:
                if literal.positive:
                    bound.update(variables(atom))
    return closure(bound, equations)


def closure(bound: set[Variable], equations: Sequence[tuple[Term, Term]]) -> set[Variable]:
    """What is bound once every equation with one side bound binds the other."""
    known = set(bound)
    size = -1
    while len(known) > size:
        size = len(known)
        for left, right in equations:
            if known.issuperset(variables(left)):
                known.update(variables(right))
    return known
