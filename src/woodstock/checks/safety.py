"""Safety: every variable of a head, a negated literal or `distinct` occurs in a positive literal.

GDL specification (Love et al. 2008), section on syntax restrictions. Engines give unsafe rules a
meaning of their own (all terms of the game, or "there is no …"), so they are warnings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from woodstock.checks.program import Program
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.terms import Function, Symbol, Variable
from woodstock.gdl.walk import variable_names, variables

MOST_TURNS = 20  # only rules made to be slow need more

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
                free[0].location,
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
            free[0].location,
            "use a helper relation to make that plain",
        )
    message = f"unsafe rule: {names} in `{where}` is bound by no positive literal"
    remedy = "add a positive literal that says which values it may have"
    return Diagnostic(Severity.WARNING, "unsafe", message, free[0].location, remedy)


def binds(formulas: Iterable[Formula], outside: frozenset[str]) -> frozenset[str]:
    """The variables that a conjunction binds, given those bound outside; equalities pass a binding on.

    Each nested formula is looked at once, or nesting would double the work with every level.
    """
    bound = set(outside)
    nested: list[Formula] = []
    equations: list[tuple[frozenset[str], frozenset[str]]] = []
    for formula in formulas:
        match formula:
            case Symbol() | Function():
                bound.update(variable_names(formula))
            case Not(formula=Distinct(left=left, right=right)):
                equations.append((variable_names(left), variable_names(right)))
            case And() | Or():
                nested.append(formula)
    close(bound, equations)
    for formula in nested:
        bound |= formula_binds(formula, frozenset(bound))
    close(bound, equations)
    return frozenset(bound)


def close(bound: set[str], equations: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    """Add what equations with one side bound bind. Chains are followed in either direction, so few turns are needed."""
    for turn in range(MOST_TURNS):
        before = len(bound)
        for left, right in reversed(equations) if turn % 2 else equations:
            if left <= bound:
                bound |= right
            elif right <= bound:
                bound |= left
        if turn and len(bound) == before:
            return


def formula_binds(formula: Formula, bound: frozenset[str]) -> frozenset[str]:
    match formula:
        case And(formulas=parts):
            return binds(parts, bound)
        case Or(formulas=parts):
            return frozenset.intersection(*(binds((part,), bound) for part in parts))
        case _:
            return binds((formula,), bound)


def first_of(occurrences: Iterable[Variable]) -> list[Variable]:
    """The first occurrence of each variable."""
    found: dict[str, Variable] = {}
    for variable in occurrences:
        found.setdefault(variable.name, variable)
    return list(found.values())
