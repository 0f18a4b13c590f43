"""Restrictions on the keywords of GDL and GDL-II.

GDL specification (Love et al. 2008) and Thielscher, A general game description language for incomplete
information games (AAAI 2010): what may stand in a head or body, and what may depend on what.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from woodstock.checks.definitions import RANDOM
from woodstock.checks.program import Program, Relation
from woodstock.gdl.components import path_between
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.formulas import Rule
from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.numbers import GoalOutOfRange, goal_value
from woodstock.gdl.terms import Atom, Location, Symbol, Term, Variable, arguments
from woodstock.gdl.walk import variables

# Who must not depend on whom, and how bad that is. No move has been made when `legal`, `goal` and `terminal` are asked,
# so no two servers need agree on what `does` means there.
INDEPENDENCE: tuple[tuple[str, tuple[str, ...], Severity, str], ...] = (
    ("role", ("true", "does"), Severity.ERROR, "roles are the same in every state"),
    ("init", ("true", "does"), Severity.ERROR, "there is no state yet when the first one is made"),
    ("legal", ("does",), Severity.ERROR, "moves are chosen after it is known which are legal"),
    ("goal", ("does",), Severity.ERROR, "goals belong to a state, not to a step"),
    ("terminal", ("does",), Severity.ERROR, "a state is terminal or not whatever is played"),
    ("base", ("true", "does"), Severity.WARNING, "`base` lists fluents once and for all"),
    ("input", ("true", "does"), Severity.WARNING, "`input` lists moves once and for all"),
)
HEADS_ONLY = ("init", "next", "sees", "base", "input")


def check_keywords(program: Program) -> Iterator[Diagnostic]:
    yield from heads(program)
    yield from bodies(program)
    yield from dependencies(program)
    yield from roles(program)
    yield from goal_values(program)


def heads(program: Program) -> Iterator[Diagnostic]:
    for name, remedy in (("true", "use `next` or `init`"), ("does", "use `legal`; players choose moves")):
        for rule in program.rules_named(name):
            message = f"`{name}` cannot be defined: it is given by the state and the players"
            yield Diagnostic(Severity.ERROR, "keyword-head", message, rule.head.location, remedy)
    for rule in program.rules_named("role"):
        if rule.body:
            message = "`role` is given by a rule; the specification wants facts"
            remedy = "write `(role name)` for every role, in the order of play"
            yield Diagnostic(Severity.WARNING, "role-rule", message, rule.head.location, remedy)


def bodies(program: Program) -> Iterator[Diagnostic]:
    for name in HEADS_ONLY:
        uses = program.uses_named(name)
        if uses:
            more = f" (and {len(uses) - 1} times more)" if len(uses) > 1 else ""
            yield Diagnostic(
                Severity.WARNING,
                "keyword-body",
                f"`{name}` stands in a body{more}; the specification allows it in heads only",
                uses[0].atom.location,
                "move what both need into a helper relation",
            )


def dependencies(program: Program) -> Iterator[Diagnostic]:
    for name, forbidden, severity, reason in INDEPENDENCE:
        start = (name, RELATIONS[name])
        for other in forbidden:
            end = (other, RELATIONS[other])
            path = path_between(program.depends, start, end.__eq__)
            if path is None:
                continue
            chain, where = chain_text(program, path)
            message = f"`{name}` depends on `{other}`: {chain}"
            yield Diagnostic(severity, "keyword-dependency", message, where, f"{reason}; break this chain")


def chain_text(program: Program, path: list[Relation]) -> tuple[str, Location | None]:
    """A dependency path in words, with lines, and where its last step is."""
    steps = [path[0][0]]
    where: Location | None = None
    for above, below in itertools.pairwise(path):
        literal = program.depends[above][below]
        where = literal.atom.location
        line = f" (line {where.line})" if where else ""
        steps.append(f"{'' if literal.positive else 'not '}{below[0]}{line}")
    return " → ".join(steps), where


def roles(program: Program) -> Iterator[Diagnostic]:
    """Arguments that should be roles and are not."""
    yield from role_facts(program)
    if any(rule.body for rule in program.rules_named("role")):
        return
    known = set(program.roles)
    atoms: list[tuple[str, Atom]] = []
    for name in ("legal", "goal", "sees", "input"):
        atoms += [(name, rule.head) for rule in program.rules_named(name)]
    for name in ("does", "legal", "goal"):
        atoms += [(name, literal.atom) for literal in program.uses_named(name)]
    reported: set[tuple[str, Term]] = set()
    for name, atom in atoms:
        role = arguments(atom)[0]
        if isinstance(role, Variable) or role in known or (name, role) in reported or not known:
            continue
        reported.add((name, role))
        listed = ", ".join(f"`{one}`" for one in program.roles[:8])
        message = f"`{role}` is not a role, but `{name}` speaks of it"
        yield Diagnostic(Severity.WARNING, "not-a-role", message, role.location, f"the roles are {listed}")
    for rule in program.rules_named("sees"):
        if arguments(rule.head)[0] == RANDOM:
            message, remedy = "`random` sees nothing: it chooses blindly", "remove this rule"
            yield Diagnostic(Severity.WARNING, "random-sees", message, rule.head.location, remedy)


def role_facts(program: Program) -> Iterator[Diagnostic]:
    seen: dict[Term, Rule] = {}
    for rule in program.rules_named("role"):
        (role,) = arguments(rule.head)
        if any(True for _ in variables(role)) and not rule.body:
            message, remedy = "a role must be a name, not a variable", "write `(role name)`"
            yield Diagnostic(Severity.ERROR, "role-name", message, role.location, remedy)
        elif not isinstance(role, Symbol | Variable):
            message, remedy = f"the role `{role}` is not a plain name", "write `(role name)`"
            yield Diagnostic(Severity.ERROR, "role-name", message, role.location, remedy)
        elif not rule.body and role in seen:
            message = f"the role `{role}` is listed twice"
            yield Diagnostic(Severity.WARNING, "role-twice", message, role.location, "remove one of them")
        seen.setdefault(role, rule)


def goal_values(program: Program) -> Iterator[Diagnostic]:
    for rule in program.rules_named("goal"):
        value = arguments(rule.head)[1]
        if isinstance(value, Variable):
            continue
        severity, remedy = Severity.WARNING, "scale the values to 0–100"
        try:
            number = goal_value(value.name) if isinstance(value, Symbol) else None
        except GoalOutOfRange:
            number, severity = None, Severity.ERROR
        if number is None or not 0 <= number <= 100:
            message = f"the goal value `{value}` is not a whole number from 0 to 100"
            yield Diagnostic(severity, "goal-value", message, value.location, remedy)
