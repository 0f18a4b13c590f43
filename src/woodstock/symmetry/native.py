"""A group for the core: canonical forms of states (004 §5; 000 §6), and moves that go with them."""

from __future__ import annotations

from woodstock import _core
from woodstock.symmetry.group import Group
from woodstock.symmetry.permutation import Permutation


def canonical(group: Group, *, exchange: bool = False) -> _core.Canonical:
    """Canonical forms under a group, of states numbered as in its vocabulary.

    With `exchange` it may exchange roles, which then stand after the moves; only exact values know how to use that."""
    vocabulary = group.vocabulary
    fluents = len(vocabulary.fluents)
    rows = [_rows(generator, fluents, exchange) for generator in group.generators]
    others = vocabulary.size - fluents + (len(vocabulary.roles) if exchange else 0)
    return _core.Canonical(fluents, others, rows)


def _rows(permutation: Permutation, fluents: int, exchange: bool) -> tuple[list[int], list[int]]:
    if permutation.exchanges_roles and not exchange:
        raise ValueError(
            "values of roles that are exchanged differ: such a permutation makes no state canonical"
        )
    moves = [image - fluents for image in permutation.row[fluents:]]
    roles = [len(moves) + image for image in permutation.roles] if exchange else []
    return list(permutation.row[:fluents]), moves + roles
