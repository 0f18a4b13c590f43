"""A rulesheet seen as a logic program: its relations, where they are defined and used, what depends on what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.rulesheet import Rulesheet
from woodstock.gdl.terms import Atom, Function, Symbol, Term, arguments, signature

Relation = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom in a body; not `positive` if a `not` stands anywhere above it."""

    atom: Atom
    positive: bool
    rule: Rule

    @property
    def relation(self) -> Relation:
        return signature(self.atom)


class Program:
    """Indexes of a rulesheet's relations."""

    def __init__(self, sheet: Rulesheet) -> None:
        self.sheet = sheet
        self.rules_of: dict[Relation, list[Rule]] = {}
        self.uses_of: dict[Relation, list[Literal]] = {}
        for rule in sheet.rules:
            self.rules_of.setdefault(signature(rule.head), []).append(rule)
            for literal in literals(rule):
                self.uses_of.setdefault(literal.relation, []).append(literal)

    @cached_property
    def depends(self) -> dict[Relation, dict[Relation, Literal]]:
        """For each defined relation those in its rules' bodies, with one literal each (a negative if any)."""
        graph: dict[Relation, dict[Relation, Literal]] = {relation: {} for relation in self.rules_of}
        for relation, uses in self.uses_of.items():
            for literal in uses:
                edges = graph[signature(literal.rule.head)]
                if relation not in edges or (edges[relation].positive and not literal.positive):
                    edges[relation] = literal
        return graph

    def rules_named(self, name: str) -> list[Rule]:
        """The rules and facts of a keyword, with the right number of arguments."""
        return self.rules_of.get((name, RELATIONS[name]), [])

    def uses_named(self, name: str) -> list[Literal]:
        return self.uses_of.get((name, RELATIONS[name]), [])

    @cached_property
    def roles(self) -> list[Term]:
        """Roles given by ground facts, in order."""
        return [arguments(rule.head)[0] for rule in self.rules_named("role") if not rule.body]


def literals(rule: Rule) -> Iterator[Literal]:
    """Every atom of the body."""
    waiting: list[tuple[Formula, bool]] = [(formula, True) for formula in reversed(rule.body)]
    while waiting:
        formula, positive = waiting.pop()
        match formula:
            case Symbol() | Function():
                yield Literal(formula, positive, rule)
            case Not(formula=inner):
                waiting.append((inner, False))
            case And(formulas=parts) | Or(formulas=parts):
                waiting += [(part, positive) for part in reversed(parts)]
            case Distinct():
                pass


def relation_text(relation: Relation) -> str:
    """`p/2`, the way relations are named in messages."""
    return f"{relation[0]}/{relation[1]}"
