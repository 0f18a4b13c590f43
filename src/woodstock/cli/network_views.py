"""`woodstock network --percepts`: a game's network as each of its roles sees it (002 §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from woodstock import _core
    from woodstock.scsp import Network
    from woodstock.scsp.game.percepts import PerceptStage
    from woodstock.scsp.game.stage_network import StageNetwork


def views_of(encoded: StageNetwork, role: str | None) -> dict[str, PerceptStage]:
    """The networks by the names of the roles that see them so: all of them, or one."""
    from woodstock.errors import WoodStockError
    from woodstock.scsp.game.percepts import believed_networks

    views = believed_networks(encoded)
    if role is None:
        return views
    if role not in views:
        raise WoodStockError(f"--role: {role} is none of {', '.join(views)}, the players of {encoded.name}")
    return {role: views[role]}


def fluents_seen(network: Network) -> int:
    """How many of the stochastic fluents the role may see."""
    from woodstock.scsp.model.probability import ProbabilityTable

    return sum(isinstance(table, ProbabilityTable) and len(table.rows) > 1 for table in network.probabilities)


def add_percepts(listed: list[dict[str, Any]], encoded: StageNetwork, current: _core.State) -> None:
    """What every role sees, by MAC on the percept network, in each of a state's solutions."""
    from woodstock.scsp.game.percept_solver import PerceptSolver

    completion = encoded.completion
    seen = {solution.moves: solution.percepts for solution in PerceptSolver(encoded).solve(current)}
    for solution in listed:
        if "moves" in solution:
            key = tuple(
                [str(move) for move in moves].index(solution["moves"][role])
                for role, moves in zip(completion.roles, completion.moves)
            )
            solution["sees"] = [
                f"{completion.roles[role]}: {completion.percepts[percept]}"
                for role, percept in sorted(seen[key])
            ]
