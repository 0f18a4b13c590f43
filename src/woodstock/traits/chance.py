"""Whether players can influence what chance does.

Chance is *oblivious* (001 §1; 003 §3.1) if its legal moves, and so their probabilities, never depend on what players
did: they are decided by fluents whose next values no player's move reaches, directly or through other fluents.
"""

from __future__ import annotations

from woodstock import _core
from woodstock.compile.circuit import Nodes
from woodstock.traits.evidence import Evidence, Finding

NONE, OBLIVIOUS, INFLUENCED = "none", "oblivious", "influenced by players"


def find_chance(circuit: _core.Circuit) -> Finding:
    chance = circuit.chance_role
    if chance < 0:
        return Finding(NONE, Evidence.RULES)
    nodes = Nodes.of(circuit)
    begin, end = circuit.role_begin(chance), circuit.role_begin(chance + 1)
    own = set(nodes.moves[begin:end])
    after = circuit.next
    open_ = [signal >> 1 for signal in circuit.legal[begin:end]]
    reached: set[int] = set()
    while open_:
        node = open_.pop()
        if node in reached:
            continue
        reached.add(node)
        if node in nodes.fluents:
            open_.append(after[node - nodes.fluents.start] >> 1)
        elif node in nodes.gates:
            open_ += [signal >> 1 for signal in circuit.inputs(node)]
        elif node in nodes.moves and node not in own:
            return Finding(INFLUENCED, Evidence.RULES)
    return Finding(OBLIVIOUS, Evidence.RULES)
