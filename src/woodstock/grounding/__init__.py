"""From a rulesheet to a ground program."""

from woodstock.grounding.limits import Limits
from woodstock.grounding.program import GroundProgram, ground

__all__ = ["GroundProgram", "Limits", "ground"]
