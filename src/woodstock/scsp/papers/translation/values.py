"""Ground terms as plain values, and rules matched against them.

A constant is its name; f(a, g(b)) is ("f", "a", ("g", "b")).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woodstock.gdl.formulas import And, Distinct, Rule
from woodstock.gdl.normal_form import multiplied, pushed
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable

Ground = str | tuple["Ground", ...]
Binding = dict[str, Ground]
Literals = tuple[tuple[Atom, bool], ...]
Apart = tuple[tuple[Term, Term, bool], ...]


def matched(term: Term, value: Ground, binding: Binding) -> bool:
    """Whether the term is the value under the binding, which is extended."""
    if isinstance(term, Variable):
        return binding.setdefault(term.name, value) == value
    if isinstance(term, Symbol):
        return term.name == value
    if isinstance(value, str) or value[0] != term.name or len(value) != len(term.args) + 1:
        return False
    return all(matched(arg, part, binding) for arg, part in zip(term.args, value[1:]))


def all_matched(terms: Sequence[Term], values: Sequence[Ground], binding: Binding) -> Binding | None:
    """The binding extended so that every term is its value."""
    extended = dict(binding)
    return extended if all(matched(t, v, extended) for t, v in zip(terms, values)) else None


def grounded(term: Term, binding: Binding) -> Ground:
    if isinstance(term, Variable):
        return binding[term.name]
    if isinstance(term, Symbol):
        return term.name
    return (term.name, *(grounded(arg, binding) for arg in term.args))


def differ(apart: Apart, binding: Binding) -> bool:
    """Whether what must be distinct is, and what must not be is not."""
    return all(
        (grounded(left, binding) != grounded(right, binding)) == positive for left, right, positive in apart
    )


def text_of(value: Ground) -> str:
    return value if isinstance(value, str) else f"{value[0]}({','.join(map(text_of, value[1:]))})"


def conjunctions(rule: Rule) -> Iterator[tuple[Literals, Apart]]:
    """A rule's bodies, one per alternative of its disjunctions."""
    for conjunction in multiplied(pushed(And(rule.body))) if rule.body else [()]:
        literals = tuple((plain, sign) for plain, sign in conjunction if not isinstance(plain, Distinct))
        apart = tuple((d.left, d.right, sign) for d, sign in conjunction if isinstance(d, Distinct))
        yield literals, apart


def substituted(term: Term, roles: dict[str, str]) -> Term:
    """The term with some variables replaced by constants."""
    if isinstance(term, Variable):
        return Symbol(roles[term.name]) if term.name in roles else term
    if isinstance(term, Function):
        return Function(term.name, tuple(substituted(arg, roles) for arg in term.args))
    return term
