"""The microstructure complement of a stage network as one coloured graph (004 §4.2; 000 §6; 002 §4).

Variables are Boolean, and a symmetry maps fluents that hold to fluents that hold: so the value `true` of a variable is
the vertex of its fluent or move, `false` one joined to it (made where it is used), and no third is needed to keep the
two together. A fluent at t and at t + 1 is one vertex, to which the vertex of its `next` is joined: what is done at t
is done at t + 1. Least forbidden tuples are the cubes of `cones.py`; heads have colours that no literal has.

The completion has to be that of whole rules: decomposition and factoring break symmetry.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from woodstock.compile.completion import Completion
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline
from woodstock.symmetry.coloured import ColouredGraph
from woodstock.symmetry.cones import Cones, Cubes
from woodstock.symmetry.outputs import Outputs
from woodstock.symmetry.possible import Possible


def microstructure(
    completion: Completion,
    vocabulary: Vocabulary,
    *,
    exchange: bool = False,
    always: Iterable[int] = (),
    deadline: Deadline | None = None,
) -> ColouredGraph:
    """The graph of any stage; with `exchange` roles may be mapped to each other, with the values they get.

    Fluents that hold `always` are left out, as are those that can be seen never to change. OutOfTime at the deadline.
    """
    outputs = Outputs.of(completion, vocabulary)
    holding = frozenset(always)
    atoms = [atom for atom, thing in outputs.inputs.items() if thing in holding]
    possible = Possible(completion, atoms, deadline)
    cones = Cones(completion, possible, deadline)
    live = {thing for atom, thing in outputs.inputs.items() if possible.constant(atom) is None}
    graph = ColouredGraph(vocabulary)
    graph.start(live, exchange=exchange)
    same = {thing: thing for thing in live}
    stage = Stage(graph, cones, outputs, same, exchange=exchange)
    stage.step(same, deadline or Deadline())
    stage.end()
    return graph


class Stage:
    """Writes one stage into a graph: what is legal and what comes next, the end and what it is worth, what is seen."""

    def __init__(
        self,
        graph: ColouredGraph,
        cones: Cones,
        outputs: Outputs,
        vertices: Mapping[int, int],
        *,
        exchange: bool = False,
        time: int = 0,
    ) -> None:
        """`vertices` are those of the fluents and moves that may change; times are told apart by colours."""
        self._graph = graph
        self._cones = cones
        self._outputs = outputs
        self._vertices = vertices
        self._exchange = exchange
        self._time = time
        self._first_role = graph.vocabulary.size
        self._inputs = {atom: vertices[thing] for atom, thing in outputs.inputs.items() if thing in vertices}
        self._cubes: dict[frozenset[int], int] = {}
        self._negated: dict[int, int] = {}
        self._nodes: dict[int, int] = {}  # node -> the vertex that stands for it in cubes
        self._defined: set[int] = set()

    def step(self, after: Mapping[int, int], deadline: Deadline) -> None:
        """Legal moves and next fluents; `after` are the vertices that fluents have then."""
        fluents = len(self._outputs.vocabulary.fluents)
        for thing in deadline.over(sorted(self._vertices.keys() | after.keys())):
            if thing < fluents:
                if thing in after:
                    atom = self._outputs.next.get(thing)
                    cubes = self._cones.of(atom) if atom is not None else frozenset()
                    self._head("next", after[thing], cubes)
            elif thing in self._vertices:
                self._head("legal", self._vertices[thing], self._cones.of(self._outputs.legal[thing]))
        percepts: dict[str, int] = {}
        for (role, percept), atoms in self._outputs.sees.items():
            if percept not in percepts:
                percepts[percept] = self._graph.vertex(("percept", self._time))
            colour = "sees" if self._exchange else ("sees", role)
            head = self._head(colour, self._first_role + role, self._cones.of_any(atoms))
            self._graph.join(head, percepts[percept])
        self._define_nodes()

    def end(self) -> None:
        """Whether the play is over, and what it is worth."""
        if self._outputs.terminal is not None:
            self._head("terminal", None, self._cones.of(self._outputs.terminal))
        for (role, value), atoms in self._outputs.goals.items():
            colour: Hashable = ("goal", value) if self._exchange else ("goal", role, value)
            self._head(colour, self._first_role + role, self._cones.of_any(atoms))
        self._define_nodes()

    def _head(self, colour: Hashable, joined: int | None, cubes: Cubes) -> int:
        head = self._graph.vertex((colour, self._time), () if joined is None else (joined,))
        for cube in cubes:
            self._graph.join(head, self._cube(cube))
        return head

    def _cube(self, cube: frozenset[int]) -> int:
        """The vertex of a forbidden tuple; heads that forbid the same share it."""
        found = self._cubes.get(cube)
        if found is None:
            literals = [self._literal(literal) for literal in cube]
            found = self._cubes[cube] = self._graph.vertex(("cube", self._time), literals)
        return found

    def _literal(self, literal: int) -> int:
        vertex = self._inputs.get(literal >> 1)
        if vertex is None:
            vertex = self._nodes.get(literal >> 1)
            if vertex is None and self._cones.is_input(literal >> 1):  # the vocabulary does not know it
                vertex = self._graph.vertex(("unknown", literal >> 1, self._time))
                self._inputs[literal >> 1] = vertex
            elif vertex is None:
                vertex = self._nodes[literal >> 1] = self._graph.vertex(("node", self._time))
        if literal & 1:
            found = self._negated.get(vertex)
            if found is None:
                found = self._negated[vertex] = self._graph.vertex(("not", self._time), (vertex,))
            return found
        return vertex

    def _define_nodes(self) -> None:
        """Definitions that stayed; the head of each is a vertex of its own, joined to the one that cubes use."""
        cubes_of = {node: cubes for cubes, node in self._cones.nodes.items()}
        while todo := self._nodes.keys() - self._defined:
            for node in sorted(todo):
                self._defined.add(node)
                self._head("definition", self._nodes[node], cubes_of[node])
