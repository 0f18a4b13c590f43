"""Reading and writing game rules."""

from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.errors import RulesheetError, SyntaxProblem
from woodstock.gdl.hrf import parse_hrf
from woodstock.gdl.hrf_writer import write_hrf
from woodstock.gdl.kif import parse_kif, parse_term, parse_terms
from woodstock.gdl.kif_writer import write_kif
from woodstock.gdl.reading import looks_infix, parse, read
from woodstock.gdl.rulesheet import Rulesheet

__all__ = [
    "Diagnostic",
    "Rulesheet",
    "RulesheetError",
    "Severity",
    "SyntaxProblem",
    "looks_infix",
    "parse",
    "parse_hrf",
    "parse_kif",
    "parse_term",
    "parse_terms",
    "read",
    "write_hrf",
    "write_kif",
]
