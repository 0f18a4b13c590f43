"""Rules to HRF: `head :- literal & ~literal`, one literal per line, without full stops."""

from __future__ import annotations

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.hrf_words import INSIDE_NAMES, needs_quotes
from woodstock.gdl.rulesheet import Rulesheet
from woodstock.gdl.terms import Function, Symbol, Term, Variable


def write_hrf(sheet: Rulesheet) -> str:
    """Text that reads back as the same rules."""
    return sheet.written(rule_hrf)


def rule_hrf(rule: Rule) -> str:
    head = term_hrf(rule.head)
    if not rule.body:
        return head
    return f"{head} :-\n    " + " &\n    ".join(map(formula_hrf, rule.body))


def formula_hrf(formula: Formula) -> str:
    match formula:
        case Not(formula=inner):
            return f"~{formula_hrf(inner)}"
        case And(formulas=parts):
            return joined("and", " & ", parts)
        case Or(formulas=parts):
            return joined("or", " | ", parts)
        case Distinct(left=left, right=right):
            return f"distinct({term_hrf(left)}, {term_hrf(right)})"
        case Symbol() | Function():
            return term_hrf(formula)


def joined(name: str, sign: str, parts: tuple[Formula, ...]) -> str:
    if len(parts) == 1:
        return f"{name}({formula_hrf(parts[0])})"
    return f"({sign.join(map(formula_hrf, parts))})"


def term_hrf(term: Term) -> str:
    match term:
        case Variable(name=name):
            return variable_hrf(name)
        case Symbol(name=name):
            return name_hrf(name)
        case Function(name=name, args=args):
            return f"{name_hrf(name)}({', '.join(map(term_hrf, args))})"


def name_hrf(name: str) -> str:
    return quoted(name) if needs_quotes(name) else name


def variable_hrf(name: str) -> str:
    plain = all(char.isalnum() or char in INSIDE_NAMES for char in name)
    if plain and "a" <= name[0] <= "z":
        return name[0].upper() + name[1:]
    if plain and name[0] == "_" and len(name) > 1:
        return name
    return f"?{name}" if plain else f"?{quoted(name)}"


def quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"
