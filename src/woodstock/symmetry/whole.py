"""The completion that graphs are built from: that of whole rules where those are within reach."""

from __future__ import annotations

from woodstock.compile.compiled import WHOLE_LITERALS, WHOLE_RULES_WITHIN_REACH
from woodstock.compile.completion import Completion, complete
from woodstock.deadline import Deadline
from woodstock.errors import GroundingError
from woodstock.gdl import Rulesheet
from woodstock.grounding import Limits, ground
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.sizes import Sizes


def whole_completion(rulesheet: Rulesheet, deadline: Deadline) -> Completion | None:
    """The completion of rules that are not decomposed; None where it would be too large or take too long."""
    rules = normalise(rulesheet.rules)
    sizes = Sizes(rules)
    if sum(sizes.join(rule.body) for rule in rules if rule.body) > WHOLE_RULES_WITHIN_REACH:
        return None
    if deadline.passed:
        return None
    try:
        program = ground(
            rulesheet,
            Limits(seconds=deadline.on_wall(), literals=WHOLE_LITERALS),
            cut=False,
            believe_lists=False,
        )
        return complete(program, WHOLE_LITERALS)
    except GroundingError:
        return None
