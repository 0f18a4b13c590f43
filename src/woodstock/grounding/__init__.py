"""From a rulesheet to a ground program and its completion."""

from woodstock.grounding.completion import Completion, complete
from woodstock.grounding.limits import Limits
from woodstock.grounding.program import GroundProgram, ground

__all__ = ["Completion", "GroundProgram", "Limits", "complete", "ground"]
