"""The tree of a search, to walk and to draw.

>>> import woodstock as ws
>>> tree = ws.analyse(ws.load("nim").initial_state(), "uct", simulations=2000).tree
>>> len(tree.children), tree.best.depth
(16, 1)
>>> tree.as_dot(depth=1).splitlines()[0]
'digraph search {'
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from woodstock import _core
from woodstock.game import Move

if TYPE_CHECKING:
    from woodstock.game import Role, State

MOST_NODES = 200


@dataclass(frozen=True)
class TreeNode:
    """A stage of a search's tree: the moves that led to it and what is known of it. Valid until the search goes on."""

    state: State
    depth: int
    moves: tuple[Move | None, ...]
    """The joint move from its parent in role order; empty at the root, None where a role has no move."""
    values: dict[Role, float]
    """Expected goals, 0 to 100; empty where nothing is known."""
    samples: int
    proven: bool
    _search: _core.Search = field(repr=False, compare=False)

    @cached_property
    def children(self) -> tuple[TreeNode, ...]:
        """The stages after every joint move that the tree holds."""
        game, compiled = self.state.game, self.state.game.compiled
        assert compiled is not None, "only compiled games are searched by the core"
        return tuple(
            TreeNode(
                type(self.state)(game, found.state),
                self.depth + 1,
                tuple(
                    None if number < 0 else Move(moves[number])
                    for moves, number in zip(compiled.moves, found.moves)
                ),
                values_by_role(self.state, found.values),
                found.samples,
                found.proven,
                self._search,
            )
            for found in self._search.successors(self.state.position, self.depth)
        )

    @property
    def best(self) -> TreeNode | None:
        """The child that was sampled most, proven ones first among equals."""
        return max(self.children, key=lambda child: (child.samples, child.proven), default=None)

    def walk(self, *, depth: int | None = None, least: int = 1) -> Iterator[TreeNode]:
        """This node and those below it, down to a depth, with at least so many samples or a proof."""
        yield self
        if depth is None or depth > 0:
            for child in self.children:
                if child.samples >= least or child.proven:
                    yield from child.walk(depth=None if depth is None else depth - 1, least=least)

    @property
    def label(self) -> str:
        """The moves of those who had a choice, and the values."""
        decided = " ".join(str(move) for move in self.moves if move is not None)
        values = ", ".join(f"{role} {value:.1f}" for role, value in self.values.items())
        return "\n".join(part for part in (decided, values, f"{self.samples:,}") if part)

    def as_json(self, *, depth: int = 2, most: int = MOST_NODES) -> str:
        """The upper part of the tree as nested JSON objects, the children with the most samples of each node."""
        return json.dumps(self._as_dict(depth, most), indent=1)

    def _as_dict(self, depth: int, most: int) -> dict[str, Any]:
        below = [] if depth <= 0 else sorted(self.children, key=lambda child: -child.samples)[:most]
        return {
            "moves": [None if move is None else str(move) for move in self.moves],
            "values": {role.name: round(value, 3) for role, value in self.values.items()},
            "samples": self.samples,
            "proven": self.proven,
            "children": [child._as_dict(depth - 1, most) for child in below],
        }

    def as_dot(self, *, depth: int = 2, most: int = MOST_NODES) -> str:
        """The upper part of the tree for Graphviz, at most so many nodes, those with the most samples first."""
        chosen, frontier = [(0, -1, self)], [(0, self)]
        while frontier and len(chosen) < most:
            frontier.sort(key=lambda entry: -entry[1].samples)
            number, node = frontier.pop(0)
            if node.depth - self.depth >= depth:
                continue
            for child in sorted(node.children, key=lambda child: -child.samples)[: most - len(chosen)]:
                frontier.append((len(chosen), child))
                chosen.append((len(chosen), number, child))
        lines = ["digraph search {", "  node [shape=box, fontname=monospace];"]
        for number, parent, node in chosen:
            shown = node.label.replace('"', "'").replace("\n", "\\n")
            lines.append(f'  n{number} [label="{shown}"{", style=bold" * node.proven}];')
            lines += [f"  n{parent} -> n{number};"] if parent >= 0 else []
        return "\n".join([*lines, "}"])


def values_by_role(state: State, values: list[float]) -> dict[Role, float]:
    return {role: value for role, value in zip(state.game.roles, values) if not role.is_chance}


def root_of(state: State, search: _core.Search) -> TreeNode:
    """The root of a search whose root is `state`."""
    report = search.report()
    return TreeNode(state, 0, (), values_by_role(state, report.values), report.samples, report.proven, search)
