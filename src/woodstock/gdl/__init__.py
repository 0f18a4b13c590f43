"""Reading, writing and checking game rules."""

from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.errors import RulesheetError, SyntaxProblem
from woodstock.gdl.kif import parse_kif, parse_term
from woodstock.gdl.rulesheet import Rulesheet

__all__ = [
    "Diagnostic",
    "Rulesheet",
    "RulesheetError",
    "Severity",
    "SyntaxProblem",
    "parse_kif",
    "parse_term",
]
