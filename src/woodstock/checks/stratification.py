"""Negation must not go round in a circle.

Relations on a cycle through `not` are told apart by whether the cycle is real: if the rules on it, joined only
where a literal unifies with a head, have no such cycle, the program is locally stratified (Przymusinski 1988)
and every server evaluates it. Rules such as `(<= (goal ?r 50) (not (goal ?r 100)))` are of this kind. If that
leaves a cycle, the ground program decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from woodstock.checks.ground_cycle import ground_cycle
from woodstock.checks.program import Literal, Program, Relation, literals
from woodstock.checks.unify import unifiable
from woodstock.errors import WoodStockError
from woodstock.gdl.components import components, path_between
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import signature

MOST_RULES = 500  # on one cycle; each is compared with each
MOST_TO_GROUND = 5_000  # rules of a game that is ground just to see
TOO_LARGE = "the game is too large to see whether an instance does"


@dataclass(frozen=True, slots=True)
class Step:
    """Rule `above` uses rule `below` through `literal`."""

    above: int
    literal: Literal
    below: int


def check_stratification(program: Program) -> Iterator[Diagnostic]:
    instances = Instances(program)
    for component in components(program.depends):
        members = set(component)
        if any(
            below in members and not literal.positive
            for relation in component
            for below, literal in program.depends.get(relation, {}).items()
        ):
            yield component_stratification(program, members, instances)


class TooMany:
    """There are too many instances to look at just for a check."""


class Instances:
    """The rules' ground instances, asked for once whatever the number of components that leave it open."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def cycle(self) -> list[str] | TooMany | None:
        """A cycle through `not` among them."""
        if len(self._program.sheet) > MOST_TO_GROUND:
            return TooMany()
        try:
            return ground_cycle(self._program.sheet)
        except WoodStockError:
            return TooMany()


def component_stratification(program: Program, members: set[Relation], instances: Instances) -> Diagnostic:
    rules = [rule for rule in program.sheet.rules if signature(rule.head) in members]
    if len(rules) > MOST_RULES:
        return harmless(relation_cycle(program, members), TOO_LARGE)
    shown = negative_cycle(len(rules), rule_steps(rules, members))
    if shown is None:
        return harmless(relation_cycle(program, members), "no instance does")
    among_instances = instances.cycle
    if isinstance(among_instances, TooMany):
        return harmless(shown, TOO_LARGE)
    if among_instances is None:
        return harmless(shown, "no instance does")
    return Diagnostic(
        Severity.ERROR,
        "unstratified",
        f"`{shown[0].literal.rule.head.name}` depends on its own negation: {cycle_text(shown)}; "
        f"for instance {' → '.join(among_instances)}",
        shown[0].literal.atom.location,
        "break the cycle: a relation must not depend on its own `not`",
    )


def harmless(cycle: list[Step], verdict: str) -> Diagnostic:
    return Diagnostic(
        Severity.WARNING,
        "locally-stratified",
        f"by name `{cycle[0].literal.rule.head.name}` depends on its own negation, though {verdict}: "
        f"{cycle_text(cycle)}",
        cycle[0].literal.atom.location,
        "servers accept this; a helper relation would make it plain",
    )


def rule_steps(rules: list[Rule], members: set[Relation]) -> list[Step]:
    """Which rule can use which: a body literal unifies with the other's head."""
    by_relation: dict[Relation, list[int]] = {}
    for index, rule in enumerate(rules):
        by_relation.setdefault(signature(rule.head), []).append(index)
    return [
        Step(above, literal, below)
        for above, rule in enumerate(rules)
        for literal in literals(rule)
        if literal.relation in members
        for below in by_relation[literal.relation]
        if unifiable(literal.atom, rules[below].head)
    ]


def negative_cycle(size: int, steps: list[Step]) -> list[Step] | None:
    """A cycle that starts with a negative step, the shortest one through that step."""
    graph: dict[int, list[int]] = {index: [] for index in range(size)}
    by_ends: dict[tuple[int, int], Step] = {}
    for step in steps:
        graph[step.above].append(step.below)
        by_ends.setdefault((step.above, step.below), step)
    component_of = {
        index: number for number, component in enumerate(components(graph)) for index in component
    }
    for step in steps:
        if step.literal.positive or component_of[step.above] != component_of[step.below]:
            continue
        if step.above == step.below:
            return [step]
        path = path_between(graph, step.below, step.above.__eq__)
        if path is not None:
            return [step, *(by_ends[pair] for pair in itertools.pairwise(path))]
    return None


def relation_cycle(program: Program, members: set[Relation]) -> list[Step]:
    """The same among relations, whatever their arguments."""
    names = sorted(members)
    number = {relation: index for index, relation in enumerate(names)}
    steps = [
        Step(number[above], literal, number[below])
        for above in names
        for below, literal in program.depends[above].items()
        if below in members
    ]
    cycle = negative_cycle(len(names), steps)
    assert cycle is not None
    return cycle


def cycle_text(cycle: list[Step]) -> str:
    """`p (line 3) → not q (line 5) → p`."""
    first = cycle[0].literal.rule
    line = f" (line {first.location.line})" if first.location else ""
    parts = [f"{first.head}{line}"]
    for step in cycle:
        where = step.literal.atom.location
        line = f" (line {where.line})" if where else ""
        parts.append(f"{'' if step.literal.positive else 'not '}{step.literal.atom}{line}")
    return " → ".join(parts)
