"""What a game must define, and relations, fluents and moves that are used but never come about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from woodstock.checks.program import Program, relation_text
from woodstock.checks.unify import unifiable
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.keywords import CHANCE, CONNECTIVES, RELATIONS
from woodstock.gdl.terms import Symbol, Term, Variable, arguments, signature

RANDOM = Symbol(CHANCE)
MOST_NAMES = 2_000
MOST_COMPARISONS = 1_000_000  # hostile rulesheets only; the check then stays silent


def check_definitions(program: Program) -> Iterator[Diagnostic]:
    yield from no_roles(program)
    yield from missing(program)
    yield from roles_without(program)
    yield from undefined_relations(program)
    yield from undefined_terms(program, "true", 0, ("init", "next"), "fluent")
    yield from undefined_terms(program, "does", 1, ("legal",), "move")


def no_roles(program: Program) -> Iterator[Diagnostic]:
    if not program.rules_named("role"):
        message = "the game has no roles: `role` is not defined"
        yield Diagnostic(Severity.ERROR, "no-role", message, None, "add `(role name)` for every player")


def missing(program: Program) -> Iterator[Diagnostic]:
    """The relations without which there is no game."""
    wanted = {
        "legal": (Severity.ERROR, "no move is ever legal", "add rules for `(legal role move)`"),
        "terminal": (Severity.ERROR, "the game never ends", "add rules for `terminal`"),
        "goal": (Severity.ERROR, "nobody ever has a goal value", "add rules for `(goal role value)`"),
        "init": (
            Severity.WARNING,
            "the initial state is empty",
            "add `(init fluent)` for what holds at first",
        ),
        "next": (Severity.WARNING, "nothing holds after the first move", "add rules for `(next fluent)`"),
    }
    for name, (severity, message, remedy) in wanted.items():
        if not program.rules_named(name):
            yield Diagnostic(severity, f"no-{name}", f"{message}: `{name}` is not defined", None, remedy)


def roles_without(program: Program) -> Iterator[Diagnostic]:
    """Roles that no rule for `legal` or `goal` can speak of."""
    compared = 0
    for rule in program.rules_named("role"):
        (role,) = arguments(rule.head)
        if rule.body or isinstance(role, Variable):
            continue
        for name in ("legal", "goal"):
            rules = program.rules_named(name)
            if not rules or (name == "goal" and role == RANDOM):
                continue
            compared += len(rules)
            if compared > MOST_COMPARISONS:
                return
            if not any(unifiable(arguments(other.head)[0], role) for other in rules):
                yield Diagnostic(
                    Severity.ERROR if name == "legal" else Severity.WARNING,
                    f"no-{name}",
                    f"no rule for `{name}` can apply to the role `{role}`",
                    role.location,
                    f"add a rule for `({name} {role} …)`",
                )


def undefined_relations(program: Program) -> Iterator[Diagnostic]:
    known = [name for name, _ in program.rules_of] + list(RELATIONS)
    for relation, uses in program.uses_of.items():
        name, arity = relation
        if relation in program.rules_of or name in RELATIONS:
            continue
        if name in CONNECTIVES and arity == 0:
            message = f"`{name}` stands alone here, without parentheses: it is a relation that never holds"
            yield Diagnostic(
                Severity.WARNING, "bare-connective", message, uses[0].atom.location, f"write `({name} …)`"
            )
            continue
        more = f" (used {len(uses)} times)" if len(uses) > 1 else ""
        message = f"the relation `{relation_text(relation)}` is never defined, so it never holds{more}"
        remedy = suggestion(name, known, "define it, or remove what depends on it")
        yield Diagnostic(Severity.WARNING, "undefined", message, uses[0].atom.location, remedy)


def undefined_terms(
    program: Program, use: str, place: int, givers: tuple[str, ...], kind: str
) -> Iterator[Diagnostic]:
    """Fluents in `true` that no `init` or `next` gives; moves in `does` that no `legal` gives."""
    given = [arguments(rule.head)[place] for name in givers for rule in program.rules_named(name)]
    if not given or any(isinstance(term, Variable) for term in given):
        return
    by_relation: dict[tuple[str, int], list[Term]] = {}
    for term in dict.fromkeys(given):
        by_relation.setdefault(term_signature(term), []).append(term)
    reported: set[Term] = set()
    compared = 0
    for literal in program.uses_named(use):
        term = arguments(literal.atom)[place]
        if isinstance(term, Variable) or term in reported:
            continue
        candidates = by_relation.get(term_signature(term), [])
        compared += len(candidates)
        if compared > MOST_COMPARISONS:
            return
        if any(unifiable(term, other) for other in candidates):
            continue
        reported.add(term)
        named = term_signature(term) in by_relation
        names = [] if named else [name for name, _ in by_relation]
        yield Diagnostic(
            Severity.WARNING,
            f"undefined-{kind}",
            f"the {kind} `{term}` never comes about: no `{'` or `'.join(givers)}` gives it",
            term.location,
            suggestion(term_signature(term)[0], names, f"add a rule for it, or correct the {kind}"),
        )


def suggestion(name: str, known: Iterable[str], otherwise: str) -> str:
    close = get_close_matches(name, list(dict.fromkeys(known))[:MOST_NAMES], 1, 0.75)
    return f"did you mean `{close[0]}`? otherwise {otherwise}" if close and close[0] != name else otherwise


def term_signature(term: Term) -> tuple[str, int]:
    assert not isinstance(term, Variable)
    return signature(term)
