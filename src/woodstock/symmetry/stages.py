"""The microstructure complement of a network of T stages from a given state (004 §4.2), and what is alike in it.

Each time has fluents and moves of its own, so that a symmetry may do something else at each of them: it takes plays of T
transitions to plays that are worth the same. What is the same in every such play is folded away, the state first of
all. So moves may be alike here that no symmetry of the game takes to each other; they have the same value within T
transitions (V^T of 004), which is the value of the game only where all plays are over by then.
"""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.compile.completion import Completion
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline, OutOfTime
from woodstock.gdl.terms import Function, Symbol, Term
from woodstock.symmetry.automorphisms import automorphisms
from woodstock.symmetry.coloured import ColouredGraph
from woodstock.symmetry.cones import Cones
from woodstock.symmetry.group import Group
from woodstock.symmetry.known import Known, known_after
from woodstock.symmetry.microstructure import Stage
from woodstock.symmetry.outputs import Outputs


@dataclass(frozen=True)
class Stages:
    """The symmetries of the stages that begin in a state. In the vocabulary of the group a thing is `(at TIME THING)`;
    the first time comes first, so that fluents and moves of the state have their usual numbers."""

    group: Group
    vertices: int
    edges: int


def stages_of(
    completion: Completion,
    vocabulary: Vocabulary,
    state: frozenset[int],
    stages: int,
    deadline: Deadline,
) -> Stages:
    """OutOfTime where graph or automorphisms take too long."""
    graph = stages_graph(
        completion, vocabulary, known_after(completion, vocabulary, state, stages, deadline), deadline
    )
    found = automorphisms(graph, deadline=deadline)
    if found.failure:
        raise OutOfTime(f"{stages} stages: {found.failure}")
    return Stages(found.group, found.vertices, found.edges)


def stages_graph(
    completion: Completion, vocabulary: Vocabulary, known: list[Known], deadline: Deadline
) -> ColouredGraph:
    """Of what is known at each time, the end of the last stage with it."""
    outputs = Outputs.of(completion, vocabulary)
    unrolled = _unrolled(vocabulary, len(known))
    fluents = len(vocabulary.fluents)
    vertices = [_vertices(vocabulary, unrolled, outputs, each, time) for time, each in enumerate(known)]
    vertices[-1] = {thing: vertex for thing, vertex in vertices[-1].items() if thing < fluents}
    graph = ColouredGraph(unrolled)
    graph.start({vertex for each in vertices for vertex in each.values()}, exchange=False)
    for time, things in enumerate(vertices):
        anchor = graph.vertex(("time", time))
        for vertex in things.values():
            graph.join(vertex, anchor)
    for time, each in enumerate(known):
        stage = Stage(graph, Cones(completion, each, deadline), outputs, vertices[time], time=time)
        if time + 1 < len(known):
            after = {thing: vertex for thing, vertex in vertices[time + 1].items() if thing < fluents}
            stage.step(after, deadline)
        stage.end()
    return graph


def _unrolled(vocabulary: Vocabulary, times: int) -> Vocabulary:
    """Fluents and moves once for each time; at the last nothing is done any more, but its moves have their places."""

    def at(time: int, terms: tuple[Term, ...]) -> list[Term]:
        return [Function("at", (Symbol(str(time + 1)), term)) for term in terms]

    return Vocabulary(
        vocabulary.roles,
        tuple(term for time in range(times) for term in at(time, vocabulary.fluents)),
        tuple(tuple(term for time in range(times) for term in at(time, moves)) for moves in vocabulary.moves),
    )


def _vertices(
    vocabulary: Vocabulary, unrolled: Vocabulary, outputs: Outputs, known: Known, time: int
) -> dict[int, int]:
    """The vertices of what is open at a time."""
    fluents = len(vocabulary.fluents)
    found: dict[int, int] = {}
    for atom, thing in outputs.inputs.items():
        if known.constant(atom) is None:
            if thing < fluents:
                found[thing] = time * fluents + thing
            else:
                role = max(r for r, start in enumerate(vocabulary.first_move[:-1]) if start <= thing)
                move = thing - vocabulary.first_move[role]
                found[thing] = unrolled.first_move[role] + time * len(vocabulary.moves[role]) + move
    return found
