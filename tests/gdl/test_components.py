"""Components and paths against plain reachability."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tests.gdl.strategies import unhurried
from woodstock.gdl.components import components, path_between

graphs = st.dictionaries(st.integers(0, 6), st.lists(st.integers(0, 6), max_size=4), max_size=7)


def reachable(graph: dict[int, list[int]], start: int) -> set[int]:
    found: set[int] = set()
    waiting = list(graph.get(start, []))
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph.get(node, [])
    return found


@unhurried
@given(graphs)
def test_components(graph: dict[int, list[int]]) -> None:
    groups = components(graph)
    nodes = set(graph).union(*graph.values()) if graph else set()
    assert sorted(node for group in groups for node in group) == sorted(nodes)
    for group in groups:
        for node in group:
            assert set(group) - {node} == {
                other for other in reachable(graph, node) - {node} if node in reachable(graph, other)
            }
    number = {node: index for index, group in enumerate(groups) for node in group}
    assert all(number[below] <= number[above] for above, belows in graph.items() for below in belows)


@unhurried
@given(graphs, st.integers(0, 6), st.integers(0, 6))
def test_path(graph: dict[int, list[int]], start: int, end: int) -> None:
    path = path_between(graph, start, end.__eq__)
    assert (path is not None) == (end in reachable(graph, start))
    if path is not None:
        assert path[0] == start
        assert path[-1] == end
        assert all(below in graph[above] for above, below in itertools.pairwise(path))
