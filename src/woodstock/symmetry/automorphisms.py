"""Automorphisms of a coloured graph under a deadline and a limit on its size."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from woodstock.deadline import Deadline
from woodstock.symmetry.coloured import ColouredGraph
from woodstock.symmetry.group import Group

MOST_VERTICES = 1_500_000
LOOK_SECONDS = 0.1
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
    graph: ColouredGraph, *, deadline: Deadline, state: Iterable[int] | None = None
) -> Automorphisms:
    """The automorphisms of a graph; those that keep a state, where one is given."""
    start = time.monotonic()
    colours = graph.colours if state is None else graph.fixing(state)

    def result(group: Group, failure: str = "") -> Automorphisms:
        return Automorphisms(group, len(colours), len(graph.edges), time.monotonic() - start, failure)

    none = Group(graph.vocabulary)
    if len(colours) > MOST_VERTICES:
        return result(none, f"{len(colours):,} vertices are too many")
    edges = array("q", chain.from_iterable(graph.edges))
    question = pickle.dumps((colours, edges.tobytes(), graph.kept))
    seconds = deadline.left()
    asked = time.monotonic()
    done = _answer([sys.executable, "-I", str(WORKER), str(seconds)], question, deadline)
    found, order, worked = pickle.loads(done.stdout) if done and done.returncode == 0 else ((), 1, seconds)
    deadline.meter.waited(time.monotonic() - asked, worked)
    if done is None or done.returncode < 0:
        return result(none, f"no answer within {seconds:.1f} s")
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return result(none, f"BLISS failed: {said[-1] if said else done.returncode}")
    first = list(range(graph.kept))
    generators = []
    for moved in found:
        images = first.copy()
        for vertex, image in moved.items():
            images[vertex] = image
        generators.append(graph.permutation(images))
    return result(Group(graph.vocabulary, tuple(generators), order))


def _answer(
    command: list[str], question: bytes, deadline: Deadline
) -> subprocess.CompletedProcess[bytes] | None:
    """What a process says to a question; None, and no such process any more, where it is late or nobody waits for it."""
    until = time.monotonic() + deadline.left() * deadline.meter.patience
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile() as file:  # a pipe would be waited for, the rest of what fills it lost
        file.write(question)
        file.seek(0)
        process = subprocess.Popen(command, stdin=file, stdout=pipe, stderr=pipe)
    with process:
        while True:
            wait = min(LOOK_SECONDS, until - time.monotonic())
            if wait <= 0 or deadline.stopped():
                process.kill()
                return None
            try:
                said, complaint = process.communicate(timeout=wait)
            except subprocess.TimeoutExpired:
                continue
            return subprocess.CompletedProcess(command, process.returncode, said, complaint)
