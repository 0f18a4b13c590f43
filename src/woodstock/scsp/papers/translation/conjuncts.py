"""The rules as conjunctions over the variables of 2014's translation: what each literal says about which variable."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import Atom, Function, Term, Variable, arguments, signature
from woodstock.scsp.model.constraint import NetworkError
from woodstock.scsp.papers.translation.statics import Rows, Signature
from woodstock.scsp.papers.translation.values import (
    Apart,
    Binding,
    all_matched,
    conjunctions,
    differ,
    grounded,
    substituted,
)
from woodstock.scsp.papers.translation.variables import Arguments, Declarations, Declared, Kind, Values

ROLE_FIRST = frozenset({"does", "legal", "goal"})
Literal = tuple[Declared, tuple[Term, ...], bool]
"""A variable, the arguments its value must have, and whether it must."""
Body = dict[str, frozenset[Arguments | None]]
"""Per variable the values that a conjunction allows."""

MOST_STEPS = 2_000_000


@dataclass(frozen=True)
class Conjunct:
    """One alternative of a rule, with its roles written out."""

    rule: Rule
    keyword: str  # next, legal, terminal, goal, init, or "" for a relation that is derived
    head: Declared | None  # None for goal
    head_terms: tuple[Term, ...]
    role: str  # of legal and goal
    literals: tuple[Literal, ...]
    static: tuple[tuple[Signature, tuple[Term, ...], bool], ...]
    apart: Apart

    @property
    def scope(self) -> tuple[str, ...]:
        """The variables of the body."""
        return tuple(sorted({declared.name for declared, _, _ in self.literals}))


@dataclass
class Conjuncts:
    declared: Declarations
    steps: int = field(default=0, init=False)

    def of(self, rule: Rule) -> Iterator[Conjunct]:
        if rule.head.name in ("base", "input", "sees", "role") or signature(rule.head) in self.rows:
            return
        for literals, apart in conjunctions(rule):
            atoms = [rule.head, *(atom for atom, _ in literals)]
            names = dict.fromkeys(
                atom.args[0].name
                for atom in atoms
                if isinstance(atom, Function)
                and atom.name in ROLE_FIRST
                and isinstance(atom.args[0], Variable)
            )
            for roles in itertools.product(self.declared.domains.roles, repeat=len(names)):
                chosen = dict(zip(names, roles))
                put = [(_put(atom, chosen), sign) for atom, sign in literals]
                kept = tuple((substituted(a, chosen), substituted(b, chosen), s) for a, b, s in apart)
                yield self._conjunct(rule, _put(rule.head, chosen), put, kept)

    @property
    def rows(self) -> Rows:
        return self.declared.domains.rows

    def _conjunct(self, rule: Rule, head: Atom, literals: list[tuple[Atom, bool]], apart: Apart) -> Conjunct:
        dynamic, static = [], []
        for atom, sign in literals:
            if signature(atom) in self.rows:
                static.append((signature(atom), arguments(atom), sign))
            else:
                declared, terms = self._variable(atom)
                dynamic.append((declared, terms, sign))
        keyword, role, target = head.name, "", None
        terms = arguments(head)
        match head:
            case Function("next" | "init", (fluent,)):
                target, terms = self._fluent(fluent)
            case Function("legal", (mover, move)):
                role, target, terms = str(mover), self.declared.action(str(mover)), (move,)
            case Function("goal", (mover, goal)):
                role, terms = str(mover), (goal,)
            case _:
                target = self._variable(head)[0]
                keyword = "terminal" if head.name == "terminal" else ""
        return Conjunct(rule, keyword, target, terms, role, tuple(dynamic), tuple(static), apart)

    def _variable(self, atom: Atom) -> tuple[Declared, tuple[Term, ...]]:
        match atom:
            case Function("true", (fluent,)):
                return self._fluent(fluent)
            case Function("does", (role, move)):
                return self.declared.action(str(role)), (move,)
        if atom.name == "terminal":
            return self.declared.of(Kind.TERMINAL, ("terminal", 0)), ()
        try:
            return self.declared.of(Kind.DERIVED, signature(atom)), arguments(atom)
        except StopIteration:
            raise NetworkError(f"{atom.name} has no rule; 2014's translation knows nothing of it") from None

    def _fluent(self, term: Term) -> tuple[Declared, tuple[Term, ...]]:
        if isinstance(term, Variable):
            raise NetworkError(
                f"a rule speaks of any fluent, {term}: 2014's translation has a variable per fluent name; "
                "use `woodstock network` without --translation"
            )
        try:
            return self.declared.of(Kind.FLUENT, signature(term)), arguments(term)
        except StopIteration:
            raise NetworkError(f"{term} never holds; 2014's translation has no variable for it") from None

    # ── instances ─────────────────────────────────────────────────────────────────────────────────────────────

    def instances(self, conjunct: Conjunct, values: Values) -> Iterator[tuple[Arguments, Body]]:
        """The conjunctive query of a rule: the head's arguments with the values of the variables below it."""
        positive = [(v.name, terms) for v, terms, sign in conjunct.literals if sign]
        static = [(name, terms) for name, terms, sign in conjunct.static if sign]
        stack: list[tuple[int, Binding, Body]] = [(0, {}, {})]
        while stack:
            place, binding, body = stack.pop()
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise NetworkError(
                    f"{_where(conjunct.rule)} and the rules before it have more than {MOST_STEPS:,} instances: too many "
                    "for tables; use `woodstock network` without --translation"
                )
            if place < len(positive):
                name, terms = positive[place]
                known = body.get(name, values[name])
                for value in known:
                    extended = None if value is None else all_matched(terms, value, binding)
                    if extended is not None:
                        stack.append((place + 1, extended, {**body, name: frozenset((value,))}))
            elif place < len(positive) + len(static):
                relation, terms = static[place - len(positive)]
                for row in self.rows[relation]:
                    extended = all_matched(terms, row, binding)
                    if extended is not None:
                        stack.append((place + 1, extended, body))
            else:
                done = self._denied(conjunct, binding, body, values)
                if done is not None and differ(conjunct.apart, binding):
                    yield tuple(grounded(term, binding) for term in conjunct.head_terms), done

    def _denied(self, conjunct: Conjunct, binding: Binding, body: Body, values: Values) -> Body | None:
        """The body without what its negated literals take away; None if nothing is left."""
        for name, terms, sign in conjunct.static:
            if not sign and tuple(grounded(term, binding) for term in terms) in self.rows[name]:
                return None
        left = dict(body)
        for declared, terms, sign in conjunct.literals:
            if sign:
                continue
            denied = tuple(grounded(term, binding) for term in terms)
            left[declared.name] = frozenset(left.get(declared.name, values[declared.name])) - {denied}
            if not left[declared.name]:
                return None
        return left


def _put(atom: Atom, roles: dict[str, str]) -> Atom:
    put = substituted(atom, roles)
    assert not isinstance(put, Variable)
    return put


def _where(rule: Rule) -> str:
    return f"the rule for {rule.head}" + (f" ({rule.location})" if rule.location else "")
