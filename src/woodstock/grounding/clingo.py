"""The call into clingo: text to ground program, with errors that say what blew up."""

from __future__ import annotations

from collections.abc import Set

from woodstock import _core
from woodstock.errors import GroundingError
from woodstock.gdl.keywords import RELATIONS
from woodstock.grounding.asp import Identifiers
from woodstock.grounding.limits import Limits

NAMED_FACTS = RELATIONS.keys() - {"base", "input"}
"""Relations whose facts the completion looks at."""


def ground_text(
    text: str, identifiers: Identifiers, limits: Limits, *, facts: Set[str] = NAMED_FACTS
) -> _core.GroundResult:
    """Ground a logic program; raises GroundingError when a limit is hit. Facts are kept of the relations `facts`."""
    import clingo._clingo

    result = _core.ground_text(
        str(clingo._clingo.__file__),
        text,
        identifiers.names,
        set(facts),
        limits.left,
        limits.literals,
        limits.atoms,
        limits.depth,
    )
    if result.status != _core.GroundStatus.complete:
        raise GroundingError(_explain(result, limits))
    return result


def _explain(result: _core.GroundResult, limits: Limits) -> str:
    reason = {
        _core.GroundStatus.out_of_time: f"grounding took longer than {limits.seconds:.0f} s",
        _core.GroundStatus.too_many_literals: f"more than {limits.literals:,} ground literals",
        _core.GroundStatus.too_many_atoms: f"more than {limits.atoms:,} ground atoms",
        _core.GroundStatus.too_deep: f"terms nested deeper than {limits.depth} levels",
    }.get(result.status, f"clingo failed: {result.message.strip()}")
    largest = sorted(result.sizes.items(), key=lambda item: -item[1][1])[:3]
    where = "; ".join(
        f"{name}: {rules:,} rules, {literals:,} literals" for name, (rules, literals) in largest
    )
    return f"{reason} (largest relations so far: {where})" if where else reason
