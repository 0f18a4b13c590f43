"""The recursion restriction, which keeps the set of ground instances finite.

GDL specification (Love et al. 2008), Definition of the recursion restriction: if a rule for p uses q and both
are on a common cycle of the dependency graph, each argument of q must be ground, or an argument of the head, or
an argument of a positive literal of the rule whose relation is not on a cycle with p.
"""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.checks.program import Literal, Program, Relation, literals
from woodstock.gdl.components import components
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import Function, Term, arguments, signature
from woodstock.gdl.walk import variables


def check_recursion(program: Program) -> Iterator[Diagnostic]:
    component_of: dict[Relation, int] = {}
    for number, component in enumerate(components(program.depends)):
        for relation in component:
            component_of[relation] = number
    for rule in program.sheet.rules:
        own = component_of[signature(rule.head)]
        in_body = list(literals(rule))
        recursive = [literal for literal in in_body if component_of.get(literal.relation) == own]
        if recursive:
            yield from rule_recursion(rule, recursive, in_body)


def rule_recursion(rule: Rule, recursive: list[Literal], in_body: list[Literal]) -> Iterator[Diagnostic]:
    recursive_relations = {literal.relation for literal in recursive}
    allowed = set(arguments(rule.head))
    for literal in in_body:
        if literal.positive and literal.relation not in recursive_relations:
            allowed.update(arguments(literal.atom), *map(inner_terms, arguments(literal.atom)))
    for literal in recursive:
        for argument in arguments(literal.atom):
            if argument not in allowed and any(True for _ in variables(argument)):
                name = literal.atom.name
                yield Diagnostic(
                    Severity.WARNING,
                    "recursion",
                    f"`{argument}` in the recursive literal `{name}` is neither in the head nor bound outside "
                    "the recursion, so the number of instances may be unbounded",
                    argument.location,
                    "bound it by a relation that is not part of the recursion",
                )
                return


def inner_terms(term: Term) -> list[Term]:
    """Arguments of a fluent or move count as well: `(true (cell ?x))` bounds `?x`."""
    found: list[Term] = []
    waiting = [term]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Function):
            found += item.args
            waiting += item.args
    return found
