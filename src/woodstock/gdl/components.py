"""Strongly connected components and shortest paths of small directed graphs.

Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972; without recursion.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(graph: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """Every component, those depended on first; each node on a cycle or not is in exactly one."""
    order: dict[Node, int] = {}
    low: dict[Node, int] = {}
    path: list[Node] = []
    on_path: set[Node] = set()
    found: list[list[Node]] = []
    for root in graph:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        path.append(root)
        on_path.add(root)
        work = [(root, iter(graph[root]))]
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in order:
                    order[successor] = low[successor] = len(order)
                    path.append(successor)
                    on_path.add(successor)
                    work.append((successor, iter(graph.get(successor, ()))))
                    break
                if successor in on_path:
                    low[node] = min(low[node], order[successor])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == order[node]:
                    component: list[Node] = []
                    while not component or component[-1] != node:
                        component.append(path.pop())
                    on_path.difference_update(component)
                    found.append(component)
    return found


def path_between(
    graph: Mapping[Node, Iterable[Node]], start: Node, is_end: Callable[[Node], bool]
) -> list[Node] | None:
    """A shortest path of at least one edge from `start` to a node that `is_end`."""
    came_from: dict[Node, Node] = {}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for successor in graph.get(node, ()):
            if is_end(successor):
                path = [successor, node]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return path[::-1]
            if successor not in came_from and successor != start:
                came_from[successor] = node
                waiting.append(successor)
    return None
