"""Grounding: from normal rules to a ground program, under limits (design, section Grounding)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from woodstock import _core
from woodstock.errors import GroundingError
from woodstock.gdl import Rulesheet
from woodstock.grounding.asp import Identifiers, program_text
from woodstock.grounding.decompose import decompose
from woodstock.grounding.normal import NormalRule, normalise


@dataclass(frozen=True, slots=True)
class Limits:
    """What grounding may take; a match gives its start clock."""

    seconds: float = 60.0
    literals: int = 40_000_000
    atoms: int = 3_000_000


@dataclass(frozen=True)
class GroundProgram:
    """The ground rules of a game, with how they came about."""

    rulesheet: Rulesheet
    rules: tuple[NormalRule, ...]
    native: _core.GroundProgram
    sizes: dict[str, tuple[int, int]]  # relation -> (rules, literals)
    seconds: float
    filtered: bool = field(default=False)  # only fluents and moves that base and input list

    def __str__(self) -> str:
        lines = [
            f"{self.native.rule_count} rules, {self.native.literal_count} literals, "
            f"{self.native.atom_count} atoms in {self.seconds:.2f} s"
        ]
        for relation, (rules, literals) in sorted(self.sizes.items(), key=lambda item: -item[1][1]):
            lines.append(f"  {relation:30} {rules:9} rules {literals:10} literals")
        return "\n".join(lines)


def ground(rulesheet: Rulesheet, limits: Limits | None = None, *, cut: bool = True) -> GroundProgram:
    """Ground a rulesheet, or raise GroundingError saying which limit was hit and what blew up.

    With `cut`, rules with many variables are decomposed first.
    """
    limits = limits or Limits()
    start = time.perf_counter()
    normal = normalise(rulesheet.rules)
    rules = tuple(decompose(normal) if cut else normal)
    try:
        return _ground(rulesheet, rules, limits, start, filtered=False)
    except GroundingError:
        listed = {rule.head.name for rule in rules}
        left = limits.seconds - (time.perf_counter() - start)
        if not {"base", "input"} <= listed or left <= 0:
            raise
        return _ground(rulesheet, rules, replace(limits, seconds=left), start, filtered=True)


def _ground(
    rulesheet: Rulesheet, rules: tuple[NormalRule, ...], limits: Limits, start: float, *, filtered: bool
) -> GroundProgram:
    identifiers = Identifiers()
    text = program_text(rules, identifiers, filtered=filtered)
    result = _core.ground_text(
        _library(),
        text,
        identifiers.names,
        limits.seconds,
        limits.literals,
        limits.atoms,
    )
    if result.status != _core.GroundStatus.complete:
        raise GroundingError(_explain(result, limits))
    return GroundProgram(
        rulesheet, rules, result.program, result.sizes, time.perf_counter() - start, filtered
    )


def _library() -> str:
    """The path of clingo's shared library."""
    import clingo._clingo

    return str(clingo._clingo.__file__)


def _explain(result: _core.GroundResult, limits: Limits) -> str:
    reason = {
        _core.GroundStatus.out_of_time: f"grounding took longer than {limits.seconds:.0f} s",
        _core.GroundStatus.too_many_literals: f"more than {limits.literals:,} ground literals",
        _core.GroundStatus.too_many_atoms: f"more than {limits.atoms:,} ground atoms",
    }.get(result.status, f"clingo failed: {result.message.strip()}")
    largest = sorted(result.sizes.items(), key=lambda item: -item[1][1])[:3]
    where = "; ".join(
        f"{name}: {rules:,} rules, {literals:,} literals" for name, (rules, literals) in largest
    )
    return f"{reason} (largest relations so far: {where})" if where else reason
