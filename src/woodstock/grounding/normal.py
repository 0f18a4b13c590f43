"""Normal rules: the rules of a rulesheet with plain bodies, the form that grounding works on.

`or` and `and` are multiplied out, double negation is removed, `distinct` becomes a comparison, a variable
that occurs only below `not` is read as "there is none" (an auxiliary relation hides it), and a variable that
nothing binds ranges over all symbols of the rulesheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

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
    variables,
)

SYMBOL_RELATION = "any symbol"  # no GDL name has a blank, so these cannot clash
HIDDEN_RELATION = "some"


@dataclass(frozen=True, slots=True)
class Literal:
    atom: Atom
    positive: bool = True

    def __str__(self) -> str:
        return str(self.atom) if self.positive else f"(not {self.atom})"


@dataclass(frozen=True, slots=True)
class Comparison:
    left: Term
    right: Term
    equal: bool

    def __str__(self) -> str:
        return f"({'same' if self.equal else 'distinct'} {self.left} {self.right})"


BodyLiteral = Literal | Comparison


@dataclass(frozen=True, slots=True)
class NormalRule:
    head: Atom
    body: tuple[BodyLiteral, ...]
    source: Rule | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(<= {self.head} {' '.join(map(str, self.body))})" if self.body else str(self.head)


def names_in(item: BodyLiteral | Term) -> frozenset[str]:
    """Names of the variables in a literal or term."""
    match item:
        case Literal(atom=atom):
            return frozenset(v.name for v in variables(atom))
        case Comparison(left=left, right=right):
            return names_in(left) | names_in(right)
        case _:
            return frozenset(v.name for v in variables(item))


def normalise(rules: Iterable[Rule]) -> list[NormalRule]:
    """The normal rules of a rulesheet, auxiliary ones included."""
    rules = list(rules)
    result: dict[NormalRule, None] = {}
    hidden: dict[NormalRule, None] = {}
    symbols_wanted = False
    for rule in rules:
        for body in _alternatives(And(rule.body), positive=True):
            solved = _solve_equalities(rule.head, body)
            if solved is None:
                continue
            head, literals = solved[0], tuple(_hide_free_variables(*solved, hidden, rule))
            loose = _unbound(head, literals)
            symbols_wanted |= bool(loose)
            binders: tuple[BodyLiteral, ...] = tuple(
                Literal(Function(SYMBOL_RELATION, (Variable(name),))) for name in sorted(loose)
            )
            result[NormalRule(head, tuple(dict.fromkeys(binders + literals)), rule)] = None
    if symbols_wanted:
        for name in sorted(_symbols(rules)):
            result[NormalRule(Function(SYMBOL_RELATION, (Symbol(name),)), ())] = None
    return list(result) + list(hidden)


def _alternatives(formula: Formula, positive: bool) -> Iterator[tuple[BodyLiteral, ...]]:
    """The disjunctive normal form of a formula (negated if not positive), one conjunction at a time."""
    match formula:
        case Not(formula=inner):
            yield from _alternatives(inner, not positive)
        case And(formulas=parts) | Or(formulas=parts):
            if isinstance(formula, And) == positive:
                for choice in product(*(tuple(_alternatives(part, positive)) for part in parts)):
                    yield tuple(literal for part in choice for literal in part)
            else:
                for part in parts:
                    yield from _alternatives(part, positive)
        case Distinct(left=left, right=right):
            yield (Comparison(left, right, equal=not positive),)
        case _:
            yield (Literal(formula, positive),)


def _solve_equalities(
    head: Atom, body: tuple[BodyLiteral, ...]
) -> tuple[Atom, tuple[BodyLiteral, ...]] | None:
    """Substitute variables that an equality fixes; None if the comparisons contradict each other."""
    done: list[BodyLiteral] = []
    todo = list(body)
    while todo:
        literal = todo.pop(0)
        if isinstance(literal, Comparison):
            left, right = literal.left, literal.right
            if left == right:
                if literal.equal:
                    continue
                return None
            if not names_in(left) and not names_in(right):
                if literal.equal:
                    return None
                continue
            if literal.equal and (isinstance(left, Variable) or isinstance(right, Variable)):
                variable, value = (left, right) if isinstance(left, Variable) else (right, left)
                assert isinstance(variable, Variable)
                if variable.name not in names_in(value):
                    replace = {variable.name: value}
                    head = substitute_atom(head, replace)
                    done = [substitute_literal(item, replace) for item in done]
                    todo = [substitute_literal(item, replace) for item in done + todo]
                    done = []
                    continue
        done.append(literal)
    return head, tuple(done)


def substitute(term: Term, values: dict[str, Term]) -> Term:
    match term:
        case Variable(name=name):
            return values.get(name, term)
        case Function(name=name, args=args, position=position):
            return Function(name, tuple(substitute(arg, values) for arg in args), position)
        case _:
            return term


def substitute_atom(atom: Atom, values: dict[str, Term]) -> Atom:
    replaced = substitute(atom, values)
    assert not isinstance(replaced, Variable)
    return replaced


def substitute_literal(literal: BodyLiteral, values: dict[str, Term]) -> BodyLiteral:
    if isinstance(literal, Literal):
        return Literal(substitute_atom(literal.atom, values), literal.positive)
    return Comparison(substitute(literal.left, values), substitute(literal.right, values), literal.equal)


def _bound(body: Iterable[BodyLiteral]) -> set[str]:
    """Variables that a positive literal binds."""
    return {name for item in body if isinstance(item, Literal) and item.positive for name in names_in(item)}


def _hide_free_variables(
    head: Atom, body: tuple[BodyLiteral, ...], hidden: dict[NormalRule, None], source: Rule
) -> Iterator[BodyLiteral]:
    """Replace `not p(x, free)` by `not some-p(x)`, defined by p(x, free)."""
    bound = _bound(body) | names_in(head)
    for item in body:
        if not isinstance(item, Literal) or item.positive:
            yield item
            continue
        elsewhere = bound.union(*(names_in(other) for other in body if other is not item))
        free = names_in(item) - elsewhere
        if not free:
            yield item
            continue
        kept = tuple(Variable(name) for name in sorted(names_in(item) - free))
        name = f"{HIDDEN_RELATION} {item.atom}"
        witness: Atom = Function(name, kept) if kept else Symbol(name)
        hidden[NormalRule(witness, (Literal(item.atom),), source)] = None
        yield Literal(witness, positive=False)


def _unbound(head: Atom, body: tuple[BodyLiteral, ...]) -> set[str]:
    used = set(names_in(head)).union(*(names_in(item) for item in body))
    return used - _bound(body)


def _symbols(rules: Iterable[Rule]) -> set[str]:
    """Names of all constants that occur as arguments anywhere."""
    found: set[str] = set()

    def visit(item: Term | Formula, argument: bool) -> None:
        match item:
            case Symbol(name=name):
                if argument:
                    found.add(name)
            case Function(args=args):
                for arg in args:
                    visit(arg, True)
            case And(formulas=parts) | Or(formulas=parts):
                for part in parts:
                    visit(part, False)
            case Not(formula=inner):
                visit(inner, False)
            case Distinct(left=left, right=right):
                visit(left, True)
                visit(right, True)
            case Variable():
                pass

    for rule in rules:
        visit(rule.head, False)
        for formula in rule.body:
            visit(formula, False)
    return found
