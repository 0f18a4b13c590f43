"""Normal rules as the text of a logic program for clingo.

The relaxed program of the design: a fluent may hold if it is initial or some `next` may yield it, a move may be
made if it may be legal. Choice rules keep every such atom open, so that clingo evaluates what is static and
leaves the rest as ground rules. Every name is turned into an identifier of its own, numbers included: to GDL
they are plain symbols. Rules that build nested terms pass them through `@shallow`, where the grounder watches how
deep they get.
"""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.gdl.keywords import CONTENT_PLACES
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable
from woodstock.grounding.rewriting.normal import BodyLiteral, Literal, NormalRule, names_in

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


class Identifiers:
    """An injective renaming of GDL names to identifiers of the text."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}  # identifier -> name
        self._identifiers: dict[str, str] = {}

    def of(self, name: str) -> str:
        known = self._identifiers.get(name)
        if known is None:
            known = f"x_{name}" if _PLAIN.issuperset(name) else f"y_{len(self.names)}"
            self._identifiers[name] = known
            self.names[known] = name
        return known


def program_text(rules: Iterable[NormalRule], identifiers: Identifiers, *, filtered: bool = False) -> str:
    """The relaxed program; `filtered` admits only fluents and moves that `base` and `input` list."""
    lines = [rule_text(rule, identifiers) for rule in rules]
    true, init, next_, does, legal, role, base, input_ = map(
        identifiers.of, ("true", "init", "next", "does", "legal", "role", "base", "input")
    )
    fluents, moves = (f", {base}(F)", f", {input_}(R,M)") if filtered else ("", "")
    lines += [
        f"{{{true}(F)}} :- {init}(F).",
        f"{{{true}(F)}} :- {next_}(F){fluents}.",
        f"{{{does}(R,M)}} :- {legal}(R,M), {role}(R){moves}.",
    ]
    return "\n".join(lines) + "\n"


def rule_text(rule: NormalRule, identifiers: Identifiers) -> str:
    variables: dict[str, str] = {}
    head = term_text(rule.head, identifiers, variables)
    body = ", ".join(_literal_text(literal, identifiers, variables) for literal in rule.body)
    watched = "".join(f", @shallow({text}) = {text}" for text in _nested(rule.head, identifiers, variables))
    return f"{head} :- {body}{watched}." if body else f"{head}."


def _nested(head: Atom, identifiers: Identifiers, variables: dict[str, str]) -> list[str]:
    """Compound arguments with variables: what may grow from one derivation to the next."""
    if not isinstance(head, Function):
        return []
    inner = [arg for arg in head.args if isinstance(arg, Function)]
    if head.name in CONTENT_PLACES:  # the fluent or move itself is not nested
        inner = [arg for wrapped in inner for arg in wrapped.args if isinstance(arg, Function)]
    return [term_text(arg, identifiers, variables) for arg in inner if names_in(arg)]


def _literal_text(literal: BodyLiteral, identifiers: Identifiers, variables: dict[str, str]) -> str:
    if isinstance(literal, Literal):
        text = term_text(literal.atom, identifiers, variables)
        return text if literal.positive else f"not {text}"
    left = term_text(literal.left, identifiers, variables)
    right = term_text(literal.right, identifiers, variables)
    return f"{left} {'=' if literal.equal else '!='} {right}"


def term_text(term: Term | Atom, identifiers: Identifiers, variables: dict[str, str]) -> str:
    match term:
        case Variable(name=name):
            return variables.setdefault(name, f"V{len(variables)}")
        case Function(name=name, args=args):
            return f"{identifiers.of(name)}({','.join(term_text(a, identifiers, variables) for a in args)})"
        case Symbol(name=name):
            return identifiers.of(name)
