"""What a proof near the root says about a choice: a proven win is taken, a proven loss avoided or put off.

A share of each decision's budget goes to `core/search/proof/proof.hpp`, a full-width search for forced results: the
papers' network of T stages with θ = 1 solved outright near the root (Koriche et al. 2016, Algorithm 1; 2017, §4.4).
What it shows overrules a search that samples, whatever search that is.
"""

from __future__ import annotations

from woodstock import _core

_NODES_A_SIMULATION = 0.25
"""Stages that a proof expands in the time of a simulation, about; with a number of simulations they are counted."""
_FEW_VISITS = 0.05
"""Of the visits of the move most visited: with fewer, a value says little."""


def nodes_for(simulations: int, share: float) -> int:
    """How many stages a proof may expand where a search has a number of simulations."""
    return max(1, int(simulations * share * _NODES_A_SIMULATION))


def preferred(report: _core.SearchReport, proof: _core.ProofReport | None, role: int) -> int:
    """The index in `report.moves` of the move to play.

    The search's own choice unless a proof speaks against it: the shortest win there is; no loss where another move is
    not lost; the longest resistance where all are.
    """
    chosen = report.chosen
    if proof is None or not proof.moves or not report.moves:
        return chosen
    proofs = {entry.move: entry for entry in proof.moves}
    if any(entry.move not in proofs for entry in report.moves):
        return chosen

    def value(index: int) -> float:
        values = report.moves[index].values
        return values[role] if values else -1.0

    indices = range(len(report.moves))
    found = [proofs[entry.move] for entry in report.moves]
    wins = [index for index in indices if found[index].low >= proof.most > proof.least]
    if wins:
        return min(wins, key=lambda index: (found[index].low_depth, index != chosen, -value(index)))
    shown = [entry.high <= proof.least for entry in found]
    lost = [
        shown[index] or (entry.proven and value(index) <= proof.least)
        for index, entry in enumerate(report.moves)
    ]
    standing = [index for index in indices if not lost[index]]
    if not standing:
        # What only the search has proven was too deep for the proof.
        return max(
            indices,
            key=lambda index: (
                found[index].high_depth if shown[index] else proof.depth + 1,
                index == chosen,
                value(index),
            ),
        )
    if chosen in standing:
        return chosen
    enough = _FEW_VISITS * max(report.moves[index].visits for index in standing)
    return max(standing, key=lambda index: (report.moves[index].visits >= enough, value(index), -index))


def decides(proof: _core.ProofReport) -> bool:
    """A win is proven: no search is needed to play it."""
    return any(won(proof, entry.move) for entry in proof.moves)


def won(proof: _core.ProofReport | None, move: int) -> _core.ProofMove | None:
    """The proof that a move wins, if there is one."""
    if proof is None:
        return None
    wins = (entry for entry in proof.moves if entry.move == move and entry.low >= proof.most > proof.least)
    return next(wins, None)
