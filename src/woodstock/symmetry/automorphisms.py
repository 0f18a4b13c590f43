"""Automorphisms of a coloured graph under a deadline and a limit on its size."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from woodstock.symmetry.coloured import ColouredGraph
from woodstock.symmetry.group import Group

MOST_VERTICES = 1_500_000
WORKER = Path(__file__).with_name("bliss.py")


@dataclass(frozen=True)
class Automorphisms:
    """The group of a graph, restricted to fluents, moves and roles. `failure` says why nothing was found out."""

    group: Group
    vertices: int
    edges: int
    seconds: float
    failure: str = ""


def automorphisms(
    graph: ColouredGraph, *, seconds: float, state: Iterable[int] | None = None
) -> Automorphisms:
    """The automorphisms of a graph; those that keep a state, where one is given."""
    start = time.monotonic()
    colours = graph.colours if state is None else graph.fixing(state)

    def result(group: Group, failure: str = "") -> Automorphisms:
        return Automorphisms(group, len(colours), len(graph.edges), time.monotonic() - start, failure)

    none = Group(graph.vocabulary)
    if len(colours) > MOST_VERTICES:
        return result(none, f"{len(colours):,} vertices are too many")
    edges = np.array(graph.edges, dtype=np.int32).reshape(-1, 2)
    question = pickle.dumps((colours, edges, graph.kept))
    command = [sys.executable, "-I", str(WORKER)]
    try:
        done = subprocess.run(
            command, input=question, capture_output=True, timeout=max(0.0, seconds), check=False
        )
    except subprocess.TimeoutExpired:
        return result(none, f"no answer within {seconds:.1f} s")
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return result(none, f"BLISS failed: {said[-1] if said else done.returncode}")
    found, order = pickle.loads(done.stdout)
    first = list(range(graph.kept))
    generators = []
    for moved in found:
        images = first.copy()
        for vertex, image in moved.items():
            images[vertex] = image
        generators.append(graph.permutation(images))
    return result(Group(graph.vocabulary, tuple(generators), order))
