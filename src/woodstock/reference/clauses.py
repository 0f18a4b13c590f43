"""Rules with nested formulas as plain clauses: a head and a conjunction of literals, every variable bound.

>>> from woodstock.gdl.terms import Function, Not, Or, Rule, Symbol, Variable
>>> p, q, r = (Function(name, (Variable("x"),)) for name in "pqr")
>>> for clause in Normaliser().clauses([Rule(p, (q, Not(Or((r, Symbol("s"))))))]):
...     print(clause)
(p ?x) :- (q ?x), not (r ?x), not s

The meaning of a rulesheet is kept, the oddities of real ones included: `or`, `and` and `not` nest; the
negation of `distinct` is an equation; a variable found in one negated atom only is read "for no value
of it"; any other variable that nothing binds ranges over the symbols of the rulesheet; `legal`,
`goal` and `sees` hold of roles only. Names made up here contain a blank, which no name that was read does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod

from woodstock.gdl.terms import (
    And,
    Atom,
    Distinct,
    Formula,
    Function,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
    signature,
    variables,
)

UNIVERSE = "all symbols"
"""The relation of all symbols of a rulesheet."""

ROLE_RELATIONS = frozenset({("legal", 2), ("goal", 2), ("sees", 2)})

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
            terms = sorted(symbols(rules), key=str)
            found += [Clause(Function(UNIVERSE, (term,))) for term in terms]
        return list(dict.fromkeys(found))

    def rule(self, rule: Rule) -> Iterator[Clause]:
        body: list[Formula] = list(rule.body)
        if signature(rule.head) in ROLE_RELATIONS and isinstance(rule.head, Function):
            body.append(Function("role", rule.head.args[:1]))
        if count(body) > MOST_CONJUNCTIONS:
            body, auxiliary = self.split(rule.head, list(flatten(body)))
            yield from auxiliary
        for conjunction in conjunctions(body):
            yield from self.safe(rule.head, conjunction)

    def split(self, head: Atom, body: list[Formula]) -> tuple[list[Formula], list[Clause]]:
        """The body with every disjunction replaced by an auxiliary atom, and the clauses of these atoms."""
        plain = [formula for formula in body if count([formula]) == 1]
        context = [literal for literal in next(conjunctions(plain)) if literal.positive]
        result: list[Formula] = list(plain)
        clauses: list[Clause] = []
        for place, formula in enumerate(body):
            if count([formula]) == 1:
                continue
            others = chain([head], body[:place], body[place + 1 :])
            outside = set(chain.from_iterable(map(variables, others)))
            atom = self.auxiliary(outside & set(variables(formula)))
            for conjunction in conjunctions([formula]):
                clauses += self.safe(atom, [*context, *conjunction])
            result.append(atom)
        return result, clauses

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
        return Function(name, tuple(sorted(arguments, key=str))) if arguments else Symbol(name)


def signature_of(literal: Literal) -> tuple[str, int] | None:
    """Name and number of arguments of the literal's relation; none for an inequality."""
    return None if isinstance(literal.formula, Distinct) else signature(literal.formula)


def flatten(body: Iterable[Formula]) -> Iterator[Formula]:
    """The formulas of a conjunction with nested conjunctions dissolved."""
    for formula in body:
        match formula:
            case And(formulas=inner):
                yield from flatten(inner)
            case _:
                yield formula


def conjunctions(body: Sequence[Formula]) -> Iterator[list[Literal]]:
    """The disjunctive normal form of a conjunction of formulas."""
    for choice in product(*(alternatives(formula, positive=True) for formula in body)):
        yield list(dict.fromkeys(chain.from_iterable(choice)))


def alternatives(formula: Formula, *, positive: bool) -> list[list[Literal]]:
    """The disjunctive normal form of a formula or of its negation."""
    match formula:
        case Not(formula=inner):
            return alternatives(inner, positive=not positive)
        case And(formulas=parts) | Or(formulas=parts):
            choices = [alternatives(part, positive=positive) for part in parts]
            if isinstance(formula, And) == positive:
                return [list(chain.from_iterable(choice)) for choice in product(*choices)]
            return list(chain.from_iterable(choices))
        case _:
            return [[Literal(formula, positive)]]


def count(body: Sequence[Formula]) -> int:
    """How many conjunctions the disjunctive normal form has."""
    return prod(width(formula, positive=True) for formula in body)


def width(formula: Formula, *, positive: bool) -> int:
    match formula:
        case Not(formula=inner):
            return width(inner, positive=not positive)
        case And(formulas=parts) | Or(formulas=parts):
            widths = [width(part, positive=positive) for part in parts]
            return prod(widths) if isinstance(formula, And) == positive else sum(widths)
        case _:
            return 1


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
    for _ in equations:
        for left, right in equations:
            if known.issuperset(variables(left)):
                known.update(variables(right))
    return known


def symbols(rules: Iterable[Rule]) -> set[Symbol]:
    """Every symbol that occurs as an argument in the rules."""
    found: set[Symbol] = set()
    pending: list[Formula | Term] = [item for rule in rules for item in (rule.head, *rule.body)]
    while pending:
        match pending.pop():
            case Function(args=args):
                found.update(each for each in args if isinstance(each, Symbol))
                pending += args
            case And(formulas=parts) | Or(formulas=parts):
                pending += parts
            case Not(formula=inner):
                pending.append(inner)
            case Distinct(left=left, right=right):
                found.update(side for side in (left, right) if isinstance(side, Symbol))
                pending += (left, right)
            case Symbol() | Variable():
                continue
    return found
