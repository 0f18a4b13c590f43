"""The microstructure complement of a stage network as one coloured graph (004 §4.2; 000 §6; 002 §4).

Variables are Boolean, and a symmetry maps fluents that hold to fluents that hold: so the value `true` of a variable is
the vertex of its fluent or move, `false` one joined to it (made where it is used), and no third is needed to keep the
two together. A fluent at t and at t + 1 is one vertex, to which the vertex of its `next` is joined: what is done at t
is done at t + 1. Least forbidden tuples are the cubes of `cones.py`; heads have colours that no literal has.

The completion has to be that of whole rules: decomposition and factoring break symmetry.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

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
    return _Builder(cones, possible, outputs, exchange, deadline or Deadline()).graph


class _Builder:
    def __init__(
        self, cones: Cones, possible: Possible, outputs: Outputs, exchange: bool, deadline: Deadline
    ) -> None:
        vocabulary = outputs.vocabulary
        self._cones = cones
        self.graph = ColouredGraph(vocabulary)
        live = {thing: atom for atom, thing in outputs.inputs.items() if possible.constant(atom) is None}
        self.graph.start(live, exchange=exchange)
        self._things = {atom: thing for thing, atom in live.items()}
        self._cubes: dict[frozenset[int], int] = {}
        self._negated: dict[int, int] = {}
        self._nodes: dict[int, int] = {}  # node -> the vertex that stands for it in cubes
        roles = vocabulary.size
        for thing in deadline.over(sorted(live)):
            if thing < len(vocabulary.fluents):
                after = outputs.next.get(thing)
                self._head("next", thing, cones.of(after) if after is not None else frozenset())
            else:
                self._head("legal", thing, cones.of(outputs.legal[thing]))
        if outputs.terminal is not None:
            self._head("terminal", None, cones.of(outputs.terminal))
        for (role, value), atoms in outputs.goals.items():
            colour: Hashable = ("goal", value) if exchange else ("goal", role, value)
            self._head(colour, roles + role, cones.of_any(atoms))
        percepts: dict[str, int] = {}
        for (role, percept), atoms in outputs.sees.items():
            if percept not in percepts:
                percepts[percept] = self.graph.vertex("percept")
            head = self._head("sees" if exchange else ("sees", role), roles + role, cones.of_any(atoms))
            self.graph.join(head, percepts[percept])
        self._define_nodes()

    def _head(self, colour: Hashable, joined: int | None, cubes: Cubes) -> int:
        head = self.graph.vertex(colour, () if joined is None else (joined,))
        for cube in cubes:
            self.graph.join(head, self._cube(cube))
        return head

    def _cube(self, cube: frozenset[int]) -> int:
        """The vertex of a forbidden tuple; heads that forbid the same share it."""
        found = self._cubes.get(cube)
        if found is None:
            literals = [self._literal(literal) for literal in cube]
            found = self._cubes[cube] = self.graph.vertex("cube", literals)
        return found

    def _literal(self, literal: int) -> int:
        vertex = self._things.get(literal >> 1)
        if vertex is None:
            vertex = self._nodes.get(literal >> 1)
            if vertex is None and self._cones.is_input(literal >> 1):  # the vocabulary does not know it
                vertex = self._things[literal >> 1] = self.graph.vertex(("unknown", literal >> 1))
            elif vertex is None:
                vertex = self._nodes[literal >> 1] = self.graph.vertex("node")
        if literal & 1:
            found = self._negated.get(vertex)
            if found is None:
                found = self._negated[vertex] = self.graph.vertex("not", (vertex,))
            return found
        return vertex

    def _define_nodes(self) -> None:
        """Definitions that stayed; the head of each is a vertex of its own, joined to the one that cubes use."""
        cubes_of = {node: cubes for cubes, node in self._cones.nodes.items()}
        done: set[int] = set()
        while todo := [node for node in self._nodes if node not in done]:
            for node in todo:
                done.add(node)
                self._head("definition", self._nodes[node], cubes_of[node])
