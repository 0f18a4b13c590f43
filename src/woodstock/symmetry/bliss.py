"""A process of its own that asks igraph's BLISS for the automorphisms of a coloured graph.

BLISS cannot be interrupted: whoever waits kills this process when time is up. It runs as a plain script, so that
starting it costs no more than importing igraph; of that the plain graphs, since the others import NumPy. A graph in pieces
is dealt with piece by piece: the automorphisms of each, and an exchange of each with the next piece that looks the same.
"""

from __future__ import annotations

import contextlib
import pickle
import sys
import time
from itertools import pairwise
from math import factorial
from typing import Any

Edges = list[tuple[int, int]] | memoryview  # of numbers of 64 bits, two a row

MOST_ORDER = 10**300
"""Of a group whose order is told: larger ones are beyond what can be written as a number of any use."""


def generators(colours: list[int], edges: Edges) -> tuple[list[dict[int, int]], int]:
    """Generators, as what they move, and the order of the group."""
    from igraph import GraphBase

    graph = GraphBase(len(colours), edges)
    found: list[dict[int, int]] = []
    order = 1
    alike: dict[Any, list[list[int]]] = {}
    pieces: dict[int, list[int]] = {}
    for vertex, piece in enumerate(graph.connected_components()):
        pieces.setdefault(piece, []).append(vertex)
    for vertices in pieces.values():
        own = [colours[vertex] for vertex in vertices]
        if len(vertices) == 1:
            alike.setdefault(own[0], []).append(vertices)
            continue
        part = graph.induced_subgraph(vertices) if len(vertices) < graph.vcount() else graph
        order *= int(part.count_automorphisms(color=own))
        for images in part.automorphism_group(color=own):
            found.append({vertices[v]: vertices[to] for v, to in enumerate(images) if v != to})
        if len(vertices) > graph.vcount() / 2:
            continue  # no other piece is as large
        canonical = part.canonical_permutation(color=own)
        placed = [0] * len(vertices)
        for vertex, place in enumerate(canonical):
            placed[place] = vertex
        joined = sorted(tuple(sorted((canonical[a], canonical[b]))) for a, b in part.get_edgelist())
        shape = (tuple(own[vertex] for vertex in placed), tuple(joined))
        alike.setdefault(shape, []).append([vertices[vertex] for vertex in placed])
    for copies in alike.values():
        order *= factorial(len(copies))
        for one, other in pairwise(copies):
            found.append(dict(zip(one, other)) | dict(zip(other, one)))
    return found, order


def limit_work(seconds: float) -> None:
    """So many seconds of CPU time at most, where the system can see to that."""
    with contextlib.suppress(ImportError):
        import resource

        most = 1 + int(min(seconds, 1e6))
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def main() -> None:
    limit_work(float(sys.argv[1]))
    sys.set_int_max_str_digits(0)  # igraph tells the order as text, of thousands of digits at times
    colours, numbers, kept = pickle.load(sys.stdin.buffer)
    edges: Edges = memoryview(numbers).cast("q", (len(numbers) // 16, 2)) if numbers else []
    found, order = generators(colours, edges)
    images = [{v: to for v, to in each.items() if v < kept} for each in found]
    moving = [each for each in images if each]
    if len(moving) < len(images):  # some move nothing that counts: the order without them
        palette = max(colours, default=0) + 1
        _, idle = generators([palette + v if v < kept else c for v, c in enumerate(colours)], edges)
        order //= idle
    told = order if order <= MOST_ORDER else None
    pickle.dump((moving, told, time.process_time()), sys.stdout.buffer)


if __name__ == "__main__":
    main()
