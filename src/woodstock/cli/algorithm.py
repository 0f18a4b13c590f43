"""`woodstock solve --algorithm 2014`: the policy search of the paper as it is printed."""

from __future__ import annotations

import time
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.scsp import Network


class Algorithm(StrEnum):
    PAPER_2014 = "2014"


def solve_as_printed(
    source: str, horizon: int | None, level: Fraction | None, *, seconds: float, limit: float
) -> dict[str, Any]:
    """Algorithm 1 on a network, or on that of a game to a horizon; without a threshold θ is raised by itself."""
    from woodstock.errors import WoodStockError
    from woodstock.scsp.papers.algorithm_1 import Algorithm1
    from woodstock.scsp.solving.raising import raise_threshold, smallest_step

    network, origin = _network(source, horizon, limit)
    if network.players != 1:
        raise WoodStockError(
            f"{network.name} has {network.players} players: Algorithm 1 of 2014 is for one; solve it without --algorithm"
        )
    start = time.process_time()
    search = Algorithm1(network, seconds)
    if level is not None:
        policy, reached = wait_with_bar(lambda: search.run(level), "searching")
        steps = [(level, policy, reached)]
    else:
        steps = wait_with_bar(lambda: list(raise_threshold(search.run, smallest_step(network))), "searching")
    solved = [step for step in steps if step[2] >= step[0]]
    threshold, policy, reached = (solved or steps)[-1]
    return {
        "game": network.name,
        "algorithm": "2014",
        "network": origin,
        "threshold": str(threshold),
        "reached": str(reached),
        "solved": bool(solved),
        "policy": [[name, value] for name, value in policy] if solved else [],
        "raised": [str(step[2]) for step in solved] if level is None else [],
        "nodes": search.nodes,
        "seconds": time.process_time() - start,
    }


def _network(source: str, horizon: int | None, limit: float) -> tuple[Network, str]:
    """The network, and where it is from: a file, the translation of 2014, or ours where that refuses the game."""
    from woodstock.belief.tracker import tells_percepts
    from woodstock.cli.loading import EngineName, load_game
    from woodstock.errors import WoodStockError
    from woodstock.scsp.game.horizon import horizon_network
    from woodstock.scsp.model.constraint import NetworkError
    from woodstock.scsp.papers.translation.network import Translation2014
    from woodstock.scsp.xcsp.reader import read_file
    from woodstock.traits.information import PERFECT

    if source.endswith(".xml"):
        return read_file(Path(source)), "as in the file"
    if horizon is None:
        raise WoodStockError("Algorithm 1 of 2014 works on a network of T stages; give --horizon")
    game, _ = load_game(source, EngineName.AUTO, limit)
    if tells_percepts(game.rulesheet) and game.information.value != PERFECT:
        raise WoodStockError(
            f"the state of {game.name} is hidden, and Algorithm 1 of 2014 would look at it; solve it without --algorithm"
        )
    try:
        found = Translation2014(game.rulesheet, game.name)
        players = found.declared.players
        return found.horizon(horizon, players[0]), "by the translation of 2014"
    except NetworkError as error:
        return horizon_network(game.stage, horizon), f"ours, since {error}"


def draw(result: dict[str, Any]) -> None:
    typer.echo(f"{result['game']}: Algorithm 1 of 2014")
    typer.echo(f"  network {result['network']}")
    if result["raised"]:
        typer.echo(f"  θ raised by itself: {' → '.join(result['raised'])}")
    if result["solved"]:
        typer.echo(f"  (π, {result['reached']}) for θ = {result['threshold']}, where π is")
        actions = [pair for pair in result["policy"] if pair[0].startswith(("a_", "action("))]
        for name, value in actions or result["policy"]:
            typer.echo(f"    {name} = {value}")
    else:
        typer.echo(f"  no policy reaches θ = {result['threshold']}; the most is {result['reached']}")
    typer.echo(f"  {result['nodes']} nodes, {result['seconds']:.2f} s of processor time")
