"""From a rulesheet to a ground program and its completion."""

from woodstock.grounding.completion import Completion, complete
from woodstock.grounding.program import GroundProgram, Limits, ground

__all__ = ["Completion", "GroundProgram", "Limits", "complete", "ground"]
