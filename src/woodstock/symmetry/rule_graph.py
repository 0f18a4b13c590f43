"""The ground rule graph (004 §3.2): the symmetries that the rules show as they are written.

Vertices are roles, fluents, moves, values of goals, atoms (a colour per relation, joined to their terms), negated
atoms and rules. Bodies of the paper hold only `true`, `does` and what is distinct; ours also hold auxiliary atoms, so the
head of a rule is told from its body: a rule is joined to a vertex of its own colour beside the head's atom. `init` is
left out, as for carrying values over it does not matter (000 §6). Atoms of auxiliary relations have no terms: what
they mean is said by their rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.compile.completion import Completion
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline
from woodstock.gdl.terms import Atom, Symbol, arguments
from woodstock.grounding.terms import GroundTerms
from woodstock.symmetry.coloured import ColouredGraph

_LEFT_OUT = frozenset(("init", "base", "input", "role"))


def rule_graph(
    completion: Completion,
    vocabulary: Vocabulary,
    *,
    always: Iterable[int] = (),
    deadline: Deadline | None = None,
) -> ColouredGraph:
    """The graph of the ground rules that a completion was made of; fluents that hold `always` stay where they are."""
    deadline = deadline or Deadline()
    graph = ColouredGraph(vocabulary)
    graph.start(set(range(vocabulary.size)) - set(always), exchange=False)
    native = completion.program.native
    terms = GroundTerms(native)
    values: dict[str, int] = {}
    atoms: dict[int, int] = {}
    heads: dict[int, int] = {}
    negated: dict[int, int] = {}

    def terms_of(atom: Atom) -> list[int]:
        """The vertices of an atom's terms that the paper's graph knows."""
        relation = atom.name
        match arguments(atom):
            case (fluent,) if relation in ("true", "next"):
                number = vocabulary.fluent_number.get(fluent)
                return [] if number is None else [number]
            case (Symbol(name=role), about) if relation in ("does", "legal", "goal", "sees"):
                if role not in vocabulary.roles:
                    return []
            case _:
                return []
        place = vocabulary.roles.index(role)
        joined = [vocabulary.size + place]
        if relation in ("does", "legal"):
            move = vocabulary.move_numbers[place].get(about)
            joined += [] if move is None else [vocabulary.first_move[place] + move]
        else:
            text = str(about)
            kind = ("value", text) if relation == "goal" else "percept"
            if text not in values:
                values[text] = graph.vertex(kind)
            joined.append(values[text])
        return joined

    def atom_vertex(atom: int) -> int:
        if atom not in atoms:
            term = terms.atom(atom)
            joined = terms_of(term)
            known = joined or term.name not in ("true", "next", "does", "legal", "goal", "sees")
            atoms[atom] = graph.vertex(("atom", term.name) if known else ("unknown", str(term)), joined)
        return atoms[atom]

    def rule_vertex(head: int, body: list[int]) -> None:
        if terms.atom(head).name in _LEFT_OUT:
            return
        if head not in heads:
            heads[head] = graph.vertex("head", (atom_vertex(head),))
        rule = graph.vertex("rule", (heads[head],))
        for literal in body:
            vertex = atom_vertex(abs(literal) - 1)
            if literal < 0:
                if vertex not in negated:
                    negated[vertex] = graph.vertex("not", (vertex,))
                vertex = negated[vertex]
            graph.join(rule, vertex)

    for number in deadline.over(range(native.rule_count)):
        rule_vertex(*native.rule(number))
    for atom in range(native.atom_count):
        if native.is_fact(atom):
            rule_vertex(atom, [])
    return graph
