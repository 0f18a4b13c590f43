"""A group for the core: canonical forms of states (004 §5; 000 §6), and moves that go with them."""

from __future__ import annotations

from woodstock import _core
from woodstock.symmetry.group import Group
from woodstock.symmetry.permutation import Permutation


def canonical(group: Group) -> _core.Canonical:
    """Canonical forms under a group, of states numbered as in its vocabulary."""
    fluents = len(group.vocabulary.fluents)
    rows = [_rows(generator, fluents) for generator in group.generators]
    return _core.Canonical(fluents, group.vocabulary.size - fluents, rows)


def _rows(permutation: Permutation, fluents: int) -> tuple[list[int], list[int]]:
    if permutation.exchanges_roles:
        raise ValueError(
            "values of roles that are exchanged differ: such a permutation makes no state canonical"
        )
    return list(permutation.row[:fluents]), [image - fluents for image in permutation.row[fluents:]]
