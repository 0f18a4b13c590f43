"""Names used with different numbers of arguments."""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.checks.program import Program, literals
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Atom, Function, signature
from woodstock.gdl.walk import terms_in


def check_arities(program: Program) -> Iterator[Diagnostic]:
    yield from keyword_arities(program)
    relations: dict[str, dict[int, Atom]] = {}
    functions: dict[str, dict[int, Atom]] = {}
    for rule in program.sheet.rules:
        atoms = [rule.head, *(literal.atom for literal in literals(rule))]
        for atom in atoms:
            name, arity = signature(atom)
            if name not in RELATIONS:
                relations.setdefault(name, {}).setdefault(arity, atom)
        for term in terms_in(rule):
            if isinstance(term, Function):
                functions.setdefault(term.name, {}).setdefault(len(term.args), term)
    yield from clashes("relation", relations)
    yield from clashes("function", functions)


def keyword_arities(program: Program) -> Iterator[Diagnostic]:
    """A keyword with the wrong number of arguments: useless as a head, never true in a body."""
    for rule in program.sheet.rules:
        for atom in (rule.head, *(literal.atom for literal in literals(rule))):
            name, arity = signature(atom)
            right = RELATIONS.get(name)
            if right is None or arity == right:
                continue
            in_head = atom is rule.head
            yield Diagnostic(
                Severity.ERROR if in_head else Severity.WARNING,
                "keyword-arity",
                f"`{name}` takes {arguments_text(right)}, here it has {arity or 'none'}"
                + ("" if in_head else "; as it stands it never holds"),
                atom.location,
                "put the arguments into one term, as in `(true (name argument…))`"
                if right == 1 < arity
                else f"give `{name}` {arguments_text(right)}",
            )


def clashes(kind: str, seen: dict[str, dict[int, Atom]]) -> Iterator[Diagnostic]:
    for name, uses in seen.items():
        (first, atom), *others = uses.items()
        for arity, other in others:
            where = f" in line {atom.location.line}" if atom.location else ""
            yield Diagnostic(
                Severity.WARNING,
                f"{kind}-arity",
                f"the {kind} `{name}` has {arguments_text(arity)} here, but {first or 'none'}{where}",
                other.location,
                "these are different things to every engine; rename one if that is meant",
            )


def arguments_text(number: int) -> str:
    return {0: "no argument", 1: "one argument", 2: "two arguments"}.get(number, f"{number} arguments")
