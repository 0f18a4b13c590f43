"""Grounding: from a rulesheet to a ground program, under limits (design, section Grounding)."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from woodstock import _core
from woodstock.errors import GroundingError
from woodstock.gdl import Rulesheet
from woodstock.gdl.terms import Atom
from woodstock.grounding.asp import Identifiers, program_text
from woodstock.grounding.blame import rule_sizes
from woodstock.grounding.clingo import ground_text
from woodstock.grounding.limits import Limits
from woodstock.grounding.reachability import reachable_atoms
from woodstock.grounding.rewriting.alternatives import join_alternatives
from woodstock.grounding.rewriting.aspects import tell_aspects_apart
from woodstock.grounding.rewriting.calls import restrict_to_calls
from woodstock.grounding.rewriting.decompose import decompose
from woodstock.grounding.rewriting.demand import restrict_to_demand
from woodstock.grounding.rewriting.normal import NormalRule, normalise
from woodstock.grounding.rewriting.one_source import search_from_one_source
from woodstock.grounding.rewriting.other_witness import free_exceptions
from woodstock.grounding.rewriting.sizes import Sizes

WORTH_REACHING = 3_000_000  # estimated ground rules from which the fact-only pass pays


@dataclass(frozen=True)
class GroundProgram:
    """The ground rules of a game, with how they came about."""

    rulesheet: Rulesheet
    rules: tuple[NormalRule, ...]
    native: _core.GroundProgram
    sizes: dict[str, tuple[int, int]]  # relation -> (rules, literals)
    seconds: float
    filtered: bool = False  # only fluents and moves that base and input list

    def __str__(self) -> str:
        lines = [
            f"{self.native.rule_count} rules, {self.native.literal_count} literals, "
            f"{self.native.atom_count} atoms in {self.seconds:.2f} s"
        ]
        for relation, (rules, literals) in sorted(self.sizes.items(), key=lambda item: -item[1][1]):
            lines.append(f"  {relation:30} {rules:9} rules {literals:10} literals")
        return "\n".join(lines)


def ground(
    rulesheet: Rulesheet, limits: Limits | None = None, *, cut: bool = True, believe_lists: bool = True
) -> GroundProgram:
    """Ground a rulesheet, or raise GroundingError saying which limit was hit and what blew up.

    With `cut`, rules with many variables are decomposed first. Where a limit is hit, `believe_lists` tries again with
    only those fluents and moves that `base` and `input` list: right as long as the rulesheet lists them all.
    """
    limits = limits or Limits()
    start = time.perf_counter()

    def left() -> Limits:
        return replace(limits, spent=limits.spent + time.perf_counter() - start)

    rules = _prepared(normalise(rulesheet.rules), left(), cut=cut)
    try:
        return _ground(rulesheet, rules, left(), start, filtered=False)
    except GroundingError as error:
        listed = {rule.head.name for rule in rules}
        if not believe_lists or not {"base", "input"} <= listed or left().left <= 0:
            raise _with_blame(error, rules) from None
    try:
        return _ground(rulesheet, rules, left(), start, filtered=True)
    except GroundingError as error:
        raise _with_blame(error, rules) from None


def _with_blame(error: GroundingError, rules: tuple[NormalRule, ...]) -> GroundingError:
    largest = "\n  ".join(map(str, rule_sizes(rules)[:3]))
    return GroundingError(f"{error}\nrules expected to be the largest:\n  {largest}")


def _prepared(rules: list[NormalRule], limits: Limits, *, cut: bool) -> tuple[NormalRule, ...]:
    """The rules rewritten for grounding: restricted to what is asked for, and cut where that pays."""
    sizes = Sizes(rules)
    if not cut:
        return tuple(restrict_to_demand(rules, sizes))
    linked = search_from_one_source(rules, sizes, limits)
    if linked is not rules:
        rules, sizes = linked, Sizes(linked)
    called = restrict_to_calls(rules, sizes, replace(limits, spent=limits.spent + limits.left / 2))
    if called is not rules:
        rules, sizes = called, Sizes(called)
    guarded = restrict_to_demand(rules, sizes)
    result = _cut(guarded, None, limits)
    sizes = Sizes(result)
    if sum(sizes.join(rule.body) for rule in result if rule.body) < WORTH_REACHING:
        return tuple(result)
    try:
        observed = reachable_atoms(result, replace(limits, spent=limits.spent + limits.left / 2))
    except GroundingError:
        return tuple(result)  # unbounded terms, say: the full grounding will tell where
    guarded = restrict_to_demand(rules, Sizes(rules, observed))
    return tuple(_cut(guarded, observed, limits))


def _cut(rules: list[NormalRule], reachable: list[Atom] | None, limits: Limits) -> list[NormalRule]:
    sizes = Sizes(rules, reachable)
    rules = free_exceptions(join_alternatives(rules, sizes), sizes, limits)
    return decompose(tell_aspects_apart(rules, sizes, reachable, limits), sizes)


def _ground(
    rulesheet: Rulesheet, rules: tuple[NormalRule, ...], limits: Limits, start: float, *, filtered: bool
) -> GroundProgram:
    identifiers = Identifiers()
    result = ground_text(program_text(rules, identifiers, filtered=filtered), identifiers, limits)
    return GroundProgram(
        rulesheet, rules, result.program, result.sizes, time.perf_counter() - start, filtered
    )
