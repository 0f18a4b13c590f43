"""`woodstock solve`: the value of a game or a network, its best policy, its solution policies."""

from __future__ import annotations

import itertools
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.algorithm import Algorithm, solve_as_printed
from woodstock.cli.algorithm import draw as draw_as_printed
from woodstock.cli.loading import LimitOption
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar
from woodstock.cli.solution import describe_policy, describe_values, draw_solution

if TYPE_CHECKING:
    from woodstock.scsp import Network


RAISE = Fraction(-1)
"""In place of a threshold: raise it until no policy reaches more (003 §3.2)."""


def solve(
    source: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE.xml",
            help="A game, as for other commands, or an XCSP3 file (a network, or a CSP of tables).",
            show_default=False,
        ),
    ],
    *,
    horizon: Annotated[
        int | None, typer.Option(min=0, help="Stop after this many transitions; to the end without it.")
    ] = None,
    threshold: Annotated[
        str | None,
        typer.Option(help="θ: what a policy must reach, as 50%, 50, 1/2 or 0.5; `raise` finds the highest."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Print every solution policy, or every solution.")
    ] = False,
    optimal: Annotated[bool, typer.Option("--optimal", help="Print a best policy.")] = False,
    most: Annotated[int, typer.Option(min=1, help="Print at most this many.")] = 1000,
    symmetry: Annotated[
        bool,
        typer.Option(
            "--symmetry", help="Solve symmetric states of a game once, and say how many that saves."
        ),
    ] = False,
    exchange: Annotated[
        bool,
        typer.Option(
            "--exchange",
            help="Like --symmetry, and states that are the same with the players exchanged too, with their values exchanged.",
        ),
    ] = False,
    algorithm: Annotated[
        Algorithm | None, typer.Option(help="As a paper prints it: 2014 is its Algorithm 1, for one player.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="The most that solving may take.")] = 600.0,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Solve a game stage by stage, or a network, exactly."""
    level = None if threshold is None else RAISE if threshold == "raise" else _threshold(threshold)
    if algorithm is not None:
        result = solve_as_printed(
            source, horizon, None if level == RAISE else level, seconds=seconds, limit=limit
        )
    elif source.endswith(".xml"):
        result = _solve_file(Path(source), level, every=every, optimal=optimal, most=most, seconds=seconds)
    else:
        result = _solve_game(
            source, horizon, level, every=every, optimal=optimal, most=most, seconds=seconds, limit=limit
        )
        if symmetry or exchange:
            result["symmetry"] = _with_symmetry(
                source, horizon, exchange=exchange, seconds=seconds, limit=limit
            )
    if json:
        print_json(result)
    else:
        (draw_solution if algorithm is None else draw_as_printed)(result)


def _threshold(text: str) -> Fraction:
    """A share of the highest reward; numbers above 1 are percents."""
    from woodstock.errors import WoodStockError

    try:
        level = Fraction(text.removesuffix("%"))
    except (ValueError, ZeroDivisionError):
        raise WoodStockError(f"the threshold {text!r} is not a number; write 50%, 1/2 or 0.5") from None
    level = level / 100 if text.endswith("%") or level > 1 else level
    if not 0 <= level <= 1:
        raise WoodStockError(f"the threshold {text!r} is not between 0 and 100%")
    return level


def _solve_game(
    source: str,
    horizon: int | None,
    level: Fraction | None,
    *,
    every: bool,
    optimal: bool,
    most: int,
    seconds: float,
    limit: float,
) -> dict[str, Any]:
    from woodstock.cli.loading import EngineName, load_game
    from woodstock.errors import WoodStockError
    from woodstock.scsp.game.belief_solver import BeliefSolver
    from woodstock.solution import solution_values, solver_of

    game, _ = load_game(source, EngineName.AUTO, limit)
    start = time.perf_counter()
    solver = wait_with_bar(lambda: solver_of(game, seconds), "encoding")
    roles = [game.roles[role].name for role in solver.players]
    value, alone = wait_with_bar(lambda: solution_values(game, solver, horizon), "solving")
    result: dict[str, Any] = {"game": game.name, "horizon": horizon} | describe_values(roles, value)
    if alone is not None:
        result["alone"] = describe_values(roles, alone)
    result["information"] = game.information.value
    if isinstance(solver, BeliefSolver):
        if level is not None or every:
            raise WoodStockError(
                f"the state of {game.name} is hidden, and its policies are not counted; --optimal prints a best one"
            )
    elif level is not None:
        counts = wait_with_bar(lambda: solver.policies(horizon), "counting policies")
        level = max(map(min, counts)) if level == RAISE else level
        reach = (level,) * len(roles)
        result["threshold"] = str(level)
        result["count"] = sum(n for u, n in counts.items() if all(a >= b for a, b in zip(u, reach)))
        if every:
            found = wait_with_bar(
                lambda: list(itertools.islice(solver.solution_policies(reach, horizon), most)),
                "listing policies",
            )
            result["policies"] = [describe_policy(policy, roles) for policy in found]
    if optimal:
        best = wait_with_bar(lambda: solver.best(horizon), "building a policy")
        result["optimal"] = describe_policy(best, roles)
        if not isinstance(solver, BeliefSolver):
            worst = wait_with_bar(lambda: solver.value(horizon, worst=True), "solving")
            result["worst"] = describe_values(roles, worst)
    return result | {"nodes": solver.nodes, "seconds": time.perf_counter() - start}


def _with_symmetry(
    source: str, horizon: int | None, *, exchange: bool, seconds: float, limit: float
) -> dict[str, Any]:
    """The same game by canonical states: order of the group, states, and the share of them saved (002: Ame)."""
    from woodstock.cli.loading import EngineName, load_game
    from woodstock.errors import WoodStockError
    from woodstock.solution import solve as solve_exactly

    game, _ = load_game(source, EngineName.AUTO, limit)
    every = solve_exactly(game, horizon=horizon, seconds=seconds)
    found = solve_exactly(game, horizon=horizon, seconds=seconds, symmetry=True, exchange=exchange)
    assert found.values is not None
    if every.values != found.values:
        raise WoodStockError(f"symmetry changes the value of {game.name}: {found}; please report this")
    symmetries = game.symmetries()
    return {
        "order": (symmetries.with_exchange if exchange else symmetries.group).order,
        "states": found.states,
        "without": every.states,
        "saved": 1 - found.states / max(1, every.states),
        "seconds": found.seconds,
    }


def _solve_file(
    path: Path, level: Fraction | None, *, every: bool, optimal: bool, most: int, seconds: float
) -> dict[str, Any]:
    from woodstock.scsp.xcsp.reader import read_file

    net = read_file(path)
    if level is not None and level != RAISE:
        net = net.with_threshold(*([level] * net.players))
    if not net.stochastic and not net.soft:
        return _solve_csp(net, every=every, most=most, seconds=seconds)
    from woodstock.scsp.model.policy import Policy
    from woodstock.scsp.solving.policy_solver import PolicySolver
    from woodstock.scsp.solving.raising import raised_policies

    start = time.perf_counter()
    solver = PolicySolver(net, seconds)
    players = [f"player {number}" for number in range(1, net.players + 1)]
    value = wait_with_bar(solver.value, "solving")
    result: dict[str, Any] = {"game": net.name, "feasible": value is not None}
    if value is None:
        return result | {"count": 0, "nodes": solver.nodes, "seconds": time.perf_counter() - start}
    result |= describe_values(players, value)
    if every or level is not None:
        theta, found = net.threshold[0], list[Policy]()
        if level == RAISE:
            theta, found = wait_with_bar(lambda: raised_policies(net, seconds), "raising the threshold")
        else:
            found = wait_with_bar(lambda: list(solver.solution_policies()), "listing policies")
        result |= {"threshold": str(theta), "count": len(found)}
        if every:
            result["policies"] = [describe_policy(policy, players) for policy in found[:most]]
    if optimal:
        best = solver.best()
        assert best is not None
        result["optimal"] = describe_policy(best, players)
    return result | {"nodes": solver.nodes, "seconds": time.perf_counter() - start}


def _solve_csp(net: Network, *, every: bool, most: int, seconds: float) -> dict[str, Any]:
    """Counts solutions, or finds out whether there is one; `--all` lists them."""
    from woodstock import _core
    from woodstock.scsp.solving.csp import compile_network

    start = time.perf_counter()
    compiled = compile_network(net)
    propagation = _core.Propagation(compiled.csp)
    search = _core.CspSearch(propagation)
    found: list[dict[str, Any]] = []
    count, complete = 0, True
    try:
        while (numbers := search.next(seconds - (time.perf_counter() - start))) is not None:
            count += 1
            if len(found) < (most if every else 1):
                found.append(dict(compiled.decode(numbers)))
            if time.perf_counter() - start > seconds:
                raise TimeoutError
    except TimeoutError:
        complete = False
    counters = propagation.counters
    return {
        "game": net.name,
        "satisfiable": bool(found) if found or complete else None,
        "count": count,
        "complete": complete,
        "solutions": found,
        "nodes": counters.nodes,
        "propagations": counters.propagations,
        "seconds": time.perf_counter() - start,
    }
