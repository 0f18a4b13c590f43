"""Normal rules: the rules of a rulesheet with plain bodies, the form that grounding works on.

`or`, `and` and nested `not` are dissolved (`alternation.py`), `distinct` becomes a comparison, a variable that occurs
only below `not` is read as "there is none" (an auxiliary relation hides it), and a variable that nothing binds ranges
over all symbols of the rulesheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

from woodstock.gdl.formulas import Distinct, Rule
from woodstock.gdl.normal_form import Conjunction
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable, atom_of
from woodstock.gdl.walk import terms_in, variable_names
from woodstock.grounding.rewriting.alternation import conjunctions


def internal_name(word: str, number: int) -> str:
    """The name of a relation that a pass makes up: a semicolon begins a comment in GDL, so no game can have it."""
    return f"{word};{number}"


SYMBOL_RELATION = internal_name("symbol", 0)
HIDDEN_RELATION = "some"
CHOICE_RELATION = "choice"


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
            return variable_names(atom)
        case Comparison(left=left, right=right):
            return names_in(left) | names_in(right)
        case _:
            return variable_names(item)


def normalise(rules: Iterable[Rule]) -> list[NormalRule]:
    """The normal rules of a rulesheet, auxiliary ones included."""
    rules = list(rules)
    result: dict[NormalRule, None] = {}
    hidden = _Hidden()
    fresh = (internal_name(CHOICE_RELATION, number) for number in count())
    symbols_wanted = False
    for rule in rules:
        for plain_head, plain in conjunctions(rule.head, rule.body, fresh):
            solved = _solve_equalities(plain_head, tuple(_literals(plain)))
            if solved is None:
                continue
            head, literals = solved.head, tuple(hidden.hide(solved, rule))
            loose = _unbound(head, literals)
            if not solved.is_possible(loose):
                continue
            symbols_wanted |= bool(loose)
            binders: tuple[BodyLiteral, ...] = tuple(
                Literal(Function(SYMBOL_RELATION, (Variable(name),))) for name in sorted(loose)
            )
            result[NormalRule(head, tuple(dict.fromkeys(binders + literals)), rule)] = None
    if symbols_wanted:
        symbols = {term.name for rule in rules for term in terms_in(rule) if isinstance(term, Symbol)}
        for name in sorted(symbols):
            result[NormalRule(Function(SYMBOL_RELATION, (Symbol(name),)), ())] = None
    return list(result) + hidden.rules


def _literals(conjunction: Conjunction) -> Iterator[BodyLiteral]:
    for plain, positive in conjunction:
        if isinstance(plain, Distinct):
            yield Comparison(plain.left, plain.right, equal=not positive)
        else:
            yield Literal(plain, positive)


@dataclass(frozen=True, slots=True)
class _Solved:
    """A rule without equations; `equated` are the terms that variables were equal to."""

    head: Atom
    body: tuple[BodyLiteral, ...]
    equated: tuple[Term, ...]

    def is_possible(self, loose: set[str]) -> bool:
        """A variable that nothing binds stands for a symbol, so it is equal to no function."""
        return not any(isinstance(term, Function) and names_in(term) & loose for term in self.equated)


def _solve_equalities(head: Atom, body: tuple[BodyLiteral, ...]) -> _Solved | None:
    """Substitute variables that an equality fixes; None if the comparisons contradict each other."""
    done: list[BodyLiteral] = []
    todo = list(body)
    equated: list[Term] = []
    while todo:
        literal = todo.pop(0)
        if isinstance(literal, Comparison):
            left, right = literal.left, literal.right
            if left == right:
                if not literal.equal:
                    return None
                equated.append(left)
                continue
            if not names_in(left) and not names_in(right):
                if literal.equal:
                    return None
                continue
            if literal.equal:
                if not isinstance(left, Variable) and not isinstance(right, Variable):
                    inner = _inner_equalities(left, right)
                    if inner is None:
                        return None
                    todo = inner + todo
                    continue
                variable, value = (left, right) if isinstance(left, Variable) else (right, left)
                assert isinstance(variable, Variable)
                if variable.name in names_in(value):
                    return None  # no term is part of itself
                replace = {variable.name: value}
                head = substitute_atom(head, replace)
                todo = [substitute_literal(item, replace) for item in done + todo]
                done = []
                equated = [*(substitute(term, replace) for term in equated), value]
                continue
        done.append(literal)
    # Written twice is written once: else a variable of a negated atom would seem to occur elsewhere too.
    return _Solved(head, tuple(dict.fromkeys(done)), tuple(equated))


def _inner_equalities(left: Term, right: Term) -> list[BodyLiteral] | None:
    """What makes two terms equal that are no variables; None: nothing does."""
    if (
        isinstance(left, Function)
        and isinstance(right, Function)
        and (left.name, len(left.args)) == (right.name, len(right.args))
    ):
        return [Comparison(one, other, equal=True) for one, other in zip(left.args, right.args, strict=True)]
    return None


def substitute(term: Term, values: dict[str, Term]) -> Term:
    match term:
        case Variable(name=name):
            return values.get(name, term)
        case Function(name=name, args=args, location=location):
            return Function(name, tuple(substitute(arg, values) for arg in args), location)
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


class _Hidden:
    """Replaces `not p(x, free)` by `not some(x)`, with `some(x)` for p(x, free)."""

    def __init__(self) -> None:
        self._names: dict[tuple[Atom, tuple[Variable, ...]], str] = {}
        self.rules: list[NormalRule] = []

    def hide(self, rule: _Solved, source: Rule) -> Iterator[BodyLiteral]:
        body = rule.body
        bound = _bound(body).union(names_in(rule.head), *map(names_in, rule.equated))
        for item in body:
            if not isinstance(item, Literal) or item.positive:
                yield item
                continue
            elsewhere = bound.union(*(names_in(other) for other in body if other is not item))
            free = names_in(item) - elsewhere
            kept = tuple(Variable(name) for name in sorted(names_in(item) - free))
            yield Literal(self._witness(item.atom, kept, source), positive=False) if free else item

    def _witness(self, atom: Atom, kept: tuple[Variable, ...], source: Rule) -> Atom:
        name = self._names.get((atom, kept))
        witness_name = name or internal_name(HIDDEN_RELATION, len(self._names))
        witness = atom_of(witness_name, kept)
        if name is None:
            self._names[atom, kept] = witness_name
            self.rules.append(NormalRule(witness, (Literal(atom),), source))
        return witness


def _unbound(head: Atom, body: tuple[BodyLiteral, ...]) -> set[str]:
    used = set(names_in(head)).union(*(names_in(item) for item in body))
    return used - _bound(body)
