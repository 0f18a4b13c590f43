"""The variables of 2014's translation and their domains (001 §4.2, 4.3 and Table 2): one per name.

At every time there are `role`, `control` and `terminal`, an action per role, a variable per fluent name, one per static
relation; and, as in 003 §3.2, one per relation that rules derive from a state. Values are tuples of constants.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from woodstock.gdl import Rulesheet
from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import signature
from woodstock.scsp.papers.translation.domains import Domains, extract_domains
from woodstock.scsp.papers.translation.elimination import FlatRule, UniqueValue, eliminate_functions
from woodstock.scsp.papers.translation.statics import Signature, static_rows
from woodstock.scsp.papers.translation.values import Ground, text_of

UNDEFINED = "undefined"
TRUE, FALSE = "true", "false"
Arguments = tuple[Ground, ...]
Values = dict[str, dict[Arguments | None, str]]
"""Per variable its values and their texts."""


class Kind(Enum):
    ROLE = "role"
    CONTROL = "control"
    TERMINAL = "terminal"
    ACTION = "action"
    FLUENT = "fluent"
    STATIC = "static"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class Declared:
    """A variable of every time: what it is, under which name, and how many values it has, `undefined` not counted."""

    name: str
    kind: Kind
    size: int
    signature: Signature

    def __str__(self) -> str:
        return f"{self.name}: {self.size:,} value{'s' * (self.size != 1)} ({self.kind.value})"


@dataclass
class Declarations:
    """What function elimination and domain extraction make of a rulesheet."""

    rulesheet: Rulesheet
    flat: tuple[FlatRule | UniqueValue, ...] = field(init=False)
    domains: Domains = field(init=False)

    def __post_init__(self) -> None:
        self.flat = eliminate_functions(self.rulesheet)
        rules = [rule for rule in self.flat if isinstance(rule, FlatRule)]
        self.domains = extract_domains(rules, static_rows(self.rulesheet))

    @property
    def players(self) -> list[str]:
        return [role for role in self.domains.roles if role != "random"]

    @cached_property
    def variables(self) -> tuple[Declared, ...]:
        domains = self.domains
        found = [
            Declared("role", Kind.ROLE, len(domains.roles), ("role", 1)),
            Declared("terminal", Kind.TERMINAL, 2, ("terminal", 0)),
        ]
        if ("control", 1) not in domains.fluents:
            found.append(Declared("control", Kind.CONTROL, len(domains.roles), ("control", 1)))
        for role in domains.roles:
            found.append(
                Declared(f"a_{role}", Kind.ACTION, domains.count_of(domains.actions[role]), ("does", 2))
            )
        taken = {declared.name for declared in found}
        for kind, name, arity, size in self._named():
            label = name if name not in taken else f"{name}/{arity}"
            label = label if label not in taken else f"{kind.value} {label}"
            taken.add(label)
            found.append(Declared(label, kind, size, (name, arity)))
        return tuple(found)

    def _named(self) -> list[tuple[Kind, str, int, int]]:
        domains = self.domains
        found = [
            (Kind.FLUENT, name, arity, domains.count("function", name, arity) if arity else 2)
            for name, arity in domains.fluents
        ]
        for (name, arity), rows in domains.rows.items():
            if name != "role":
                found.append((Kind.STATIC, name, arity, len(rows)))
        heads = dict.fromkeys(signature(rule.head) for rule in self.rulesheet.rules)
        for name, arity in heads:
            if name not in RELATIONS and (name, arity) not in domains.rows:
                size = domains.count("relation", name, arity) if arity else 2
                found.append((Kind.DERIVED, name, arity, size))
        return found

    def of(self, kind: Kind, signature: Signature) -> Declared:
        return next(v for v in self.variables if (v.kind, v.signature) == (kind, signature))

    def action(self, role: str) -> Declared:
        return next(v for v in self.variables if v.name == f"a_{role}")

    @property
    def fluents(self) -> list[Declared]:
        return [v for v in self.variables if v.kind is Kind.FLUENT]

    @property
    def largest(self) -> Declared:
        return max(self.variables, key=lambda v: v.size)

    @property
    def stage_size(self) -> int:
        """How many variables the one-stage network of 003 has: the fluents at t + 1 too, and no `role` and no `control`
        that is not a fluent, since utilities are given per player there (003 §3.2, 3.3)."""
        plain = [v for v in self.variables if v.kind not in (Kind.ROLE, Kind.CONTROL)]
        return len(plain) + len(self.fluents)

    def values(self, declared: Declared) -> dict[Arguments | None, str]:
        """A variable's values, and the texts that stand for them in the network. None is what a relation has of which
        no instance holds; `undefined` after the end of a play is not among them."""
        name, arity = declared.signature
        none: dict[Arguments | None, str] = {None: UNDEFINED if arity else FALSE}
        match declared.kind:
            case Kind.ROLE | Kind.CONTROL:
                return {(role,): role for role in self.domains.roles}
            case Kind.ACTION:
                moves = self.domains.values(self.domains.actions[declared.name.removeprefix("a_")])
                return {(move,): text_of(move) for move in moves}
            case Kind.STATIC:
                return _texts(sorted(self.domains.rows[declared.signature], key=str))
            case Kind.FLUENT if arity:
                return _texts(self.domains.tuples("function", name, arity))
            case Kind.DERIVED if arity:
                return _texts(self.domains.tuples("relation", name, arity)) | none
            case _:
                return {(): TRUE} | none


def _texts(tuples: Iterable[Arguments]) -> dict[Arguments | None, str]:
    return {value: ",".join(map(text_of, value)) or TRUE for value in tuples}
