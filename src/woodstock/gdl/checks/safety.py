"""Safety: every variable of a head, a negated literal or `distinct` occurs in a positive literal.

GDL specification (Love et al. 2008), section on syntax restrictions. Engines give unsafe rules a
meaning of their own (all terms of the game, or "there is no …"), so they are warnings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from woodstock.gdl.checks.program import Program
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.terms import (
    And,
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

Finding = tuple[set[str], Diagnostic]  # with the variables it is about


def check_safety(program: Program) -> Iterator[Diagnostic]:
    for rule in program.sheet.rules:
        reported: set[str] = set()
        for free, finding in rule_safety(rule):
            if not reported.issuperset(free):
                yield finding
            reported |= free


def rule_safety(rule: Rule) -> Iterator[Finding]:
    bound = binds(rule.body, frozenset())
    free = first_of(variable for variable in variables(rule.head) if variable.name not in bound)
    if free:
        what = "rule" if rule.body else "fact"
        names = ", ".join(f"`{variable}`" for variable in free)
        yield (
            {variable.name for variable in free},
            Diagnostic(
                Severity.WARNING,
                "unsafe",
                f"unsafe {what}: {names} of the head is bound by no positive literal of the body",
                free[0].position,
                "add a literal that says which values it may have" if rule.body else "list the ground facts",
            ),
        )
    counts = Counter(variable.name for part in (rule.head, *rule.body) for variable in variables(part))
    for formula in rule.body:
        yield from formula_safety(formula, bound, counts)


def formula_safety(formula: Formula, bound: frozenset[str], counts: Counter[str]) -> Iterator[Finding]:
    match formula:
        case And(formulas=parts):
            for part in parts:
                yield from formula_safety(part, bound, counts)
        case Or(formulas=parts):
            for part in parts:
                yield from formula_safety(part, bound | binds((part,), bound), counts)
        case Not(formula=Distinct()):
            pass
        case Not(formula=inner):
            free = first_of(variable for variable in variables(inner) if variable.name not in bound)
            if free:
                inside = Counter(variable.name for variable in variables(inner))
                yield {variable.name for variable in free}, unbound(free, "not", inside, counts)
        case Distinct(left=left, right=right):
            free = first_of(v for side in (left, right) for v in variables(side) if v.name not in bound)
            if free:
                yield {variable.name for variable in free}, unbound(free, "distinct", Counter(), counts)
        case Symbol() | Function():
            pass


def unbound(free: list[Variable], where: str, inside: Counter[str], counts: Counter[str]) -> Diagnostic:
    names = ", ".join(f"`{variable}`" for variable in free)
    if all(inside[variable.name] == counts[variable.name] for variable in free):
        message = f"{names} occurs under this `not` only, which is read as: there is no such {names}"
        return Diagnostic(
            Severity.WARNING,
            "not-exists",
            message,
            free[0].position,
            "use a helper relation to make that plain",
        )
    message = f"unsafe rule: {names} in `{where}` is bound by no positive literal"
    remedy = "add a positive literal that says which values it may have"
    return Diagnostic(Severity.WARNING, "unsafe", message, free[0].position, remedy)


def binds(formulas: Iterable[Formula], outside: frozenset[str]) -> frozenset[str]:
    """The variables that a conjunction binds, given those bound outside; equalities pass a binding on."""
    parts = list(formulas)
    bound: frozenset[str] = outside
    while True:
        more = bound.union(*(formula_binds(part, bound) for part in parts))
        if more == bound:
            return bound
        bound = more


def formula_binds(formula: Formula, bound: frozenset[str]) -> frozenset[str]:
    match formula:
        case Symbol() | Function():
            return frozenset(variable.name for variable in variables(formula))
        case And(formulas=parts):
            return binds(parts, bound)
        case Or(formulas=parts):
            return frozenset.intersection(*(binds((part,), bound) for part in parts))
        case Not(formula=Distinct(left=left, right=right)):
            return equality_binds(left, right, bound) | equality_binds(right, left, bound)
        case Not() | Distinct():
            return frozenset()


def equality_binds(left: Term, right: Term, bound: frozenset[str]) -> frozenset[str]:
    names = frozenset(variable.name for variable in variables(left))
    return frozenset(variable.name for variable in variables(right)) if names <= bound else frozenset()


def first_of(occurrences: Iterable[Variable]) -> list[Variable]:
    """The first occurrence of each variable."""
    found: dict[str, Variable] = {}
    for variable in occurrences:
        found.setdefault(variable.name, variable)
    return list(found.values())
