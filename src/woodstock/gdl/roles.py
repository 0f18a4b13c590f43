"""The one order of a game's roles, which every engine numbers them by."""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.errors import WoodStockError
from woodstock.gdl.order import natural
from woodstock.gdl.rulesheet import Rulesheet
from woodstock.gdl.terms import Function, Symbol, Term


class RoleError(WoodStockError):
    """The roles that the rules give cannot be played."""


def roles_in_order(found: Iterable[Term], sheet: Rulesheet) -> tuple[Symbol, ...]:
    """The roles that hold: facts as the rulesheet lists them, then what rules give, in natural order.

    Raises `RoleError` where there are none, or one is not a plain name.
    """
    held = set(found)
    stated = [
        rule.head.args[0]
        for rule in sheet.rules
        if isinstance(rule.head, Function)
        and rule.head.name == "role"
        and len(rule.head.args) == 1
        and not rule.body
    ]
    listed = [role for role in dict.fromkeys(stated) if role in held]
    ordered = (*listed, *sorted(held.difference(listed), key=natural))
    where = f"{sheet.file}: " if sheet.file else ""
    if not ordered:
        raise RoleError(f"{where}the game has no roles; add `(role name)` for every player")
    plain = tuple(role for role in ordered if isinstance(role, Symbol))
    if len(plain) < len(ordered):
        odd = next(role for role in ordered if not isinstance(role, Symbol))
        raise RoleError(f"{where}the role `{odd}` is not a plain name; write `(role name)`")
    return plain
