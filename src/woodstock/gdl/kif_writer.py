"""Rules to readable KIF: facts on one line, one literal of a body per line, long ones wrapped."""

from __future__ import annotations

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.rulesheet import Rulesheet
from woodstock.gdl.terms import Function, Symbol, Term, Variable

WIDTH = 100
STEP = 4


def write_kif(sheet: Rulesheet) -> str:
    """Text that reads back as the same rules."""
    return sheet.written(rule_kif)


def rule_kif(rule: Rule) -> str:
    if not rule.body:
        return laid_out(rule.head, 0, 0)
    parts = ["(<= " + laid_out(rule.head, STEP, 0)]
    parts += [
        " " * STEP + laid_out(formula, STEP, 1 if formula is rule.body[-1] else 0) for formula in rule.body
    ]
    return "\n".join(parts) + ")"


def laid_out(item: Term | Formula, column: int, closing: int) -> str:
    """The item in KIF as it stands at `column` with `closing` parentheses behind it."""
    flat = str(item)
    if len(flat) + column + closing <= WIDTH:
        return flat
    match item:
        case Symbol() | Variable():
            return flat
        case Function(name=name, args=parts):
            inner: tuple[Term | Formula, ...] = parts
        case And(formulas=formulas):
            name, inner = "and", formulas
        case Or(formulas=formulas):
            name, inner = "or", formulas
        case Not(formula=formula):
            name, inner = "not", (formula,)
        case Distinct(left=left, right=right):
            name, inner = "distinct", (left, right)
    column += STEP
    rows = [laid_out(part, column, closing + 1) for part in inner]
    return f"({name}" + "".join(f"\n{' ' * column}{row}" for row in rows) + ")"
