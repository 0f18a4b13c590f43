"""Names that stand for whole numbers, and the goal values among them.

>>> [whole_number(name) for name in ("7", "007", "-7", "--7", "+7", "7.0", "\\u0667", "-")]
[7, 7, -7, None, None, None, None, None]
"""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.errors import WoodStockError
from woodstock.gdl.terms import Symbol, Term

GREATEST_GOAL = 1_000_000
"""Goals are from 0 to 100. Other numbers are counted as they are, up to this size: sums of 2^31 of them fit 64 bits."""

MOST_DIGITS = 1_000
"""Python takes quadratic time to read numbers and refuses long ones; none that matters is this long."""


class GoalOutOfRange(WoodStockError, ValueError):
    """A goal value so large that no engine can add it up."""


def is_whole_number(name: str) -> bool:
    """ASCII digits behind at most one minus sign, and nothing else."""
    digits = name.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def digits_of(name: str) -> str:
    """A number without its sign and the zeros in front."""
    return name.removeprefix("-").lstrip("0") or "0"


def whole_number(name: str) -> int | None:
    """The number that a name stands for, if it does."""
    return int(name) if is_whole_number(name) and len(name) <= MOST_DIGITS else None


def goal_value(name: str) -> int | None:
    """The value of a goal; a name that is no number is no value, one beyond `GREATEST_GOAL` an error."""
    if not is_whole_number(name):
        return None
    digits = digits_of(name)
    if len(digits) > len(str(GREATEST_GOAL)) or int(digits) > GREATEST_GOAL:
        shown = name if len(name) <= 40 else f"{name[:40]}…"
        raise GoalOutOfRange(
            f"the goal value {shown} is beyond ±{GREATEST_GOAL:,}; scale the goals to 0–100 (woodstock check)"
        )
    return -int(digits) if name[0] == "-" else int(digits)


def goal_values(terms: Iterable[Term]) -> set[int]:
    """The values among terms, each once: `0` and `00` are the same."""
    found = (goal_value(each.name) for each in terms if isinstance(each, Symbol))
    return {value for value in found if value is not None}
