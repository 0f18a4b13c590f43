"""`woodstock network`: a game's stochastic constraint network, its size, its parts, its file."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import GameArgument, LimitOption
from woodstock.cli.network_views import add_percepts, fluents_seen, views_of
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar
from woodstock.cli.translation import Translation, show_translation, write

if TYPE_CHECKING:
    from woodstock import _core
    from woodstock.scsp import Network
    from woodstock.scsp.game.percepts import PerceptStage
    from woodstock.scsp.game.stage_network import StageNetwork
    from woodstock.scsp.solving.preprocess import PassReport


def network(
    game: GameArgument,
    *,
    variables: Annotated[bool, typer.Option("--variables", help="List the variables.")] = False,
    constraints: Annotated[bool, typer.Option("--constraints", help="List the tables.")] = False,
    state: Annotated[
        str | None,
        typer.Option(help="Inject a state, `initial` or a KIF list of fluents, and list its solutions."),
    ] = None,
    boolean: Annotated[bool, typer.Option("--boolean", help="A Boolean per fluent, no groups.")] = False,
    flat: Annotated[
        bool, typer.Option("--flat", help="Put small definitions in place of auxiliary variables.")
    ] = False,
    preprocess: Annotated[
        bool,
        typer.Option("--preprocess", help="Merge, unary and universal passes; with --state also SAC."),
    ] = False,
    translation: Annotated[
        Translation | None,
        typer.Option(help="As a paper prints it: 2014 has one variable per name, and refuses most games."),
    ] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="With --translation: the rules without functions.")
    ] = False,
    percepts: Annotated[
        bool,
        typer.Option("--percepts", help="With what each role sees: 002's stochastic fluents at t + 1."),
    ] = False,
    role: Annotated[
        str | None,
        typer.Option(help="With --percepts: the role that sees. Without it each has a file of its own."),
    ] = None,
    horizon: Annotated[
        int | None, typer.Option(min=0, help="The network of this many transitions, not of one stage.")
    ] = None,
    xcsp: Annotated[
        Path | None, typer.Option(help="Write the network as XCSP3, and its CSP part beside it.")
    ] = None,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Translate a game into a stochastic constraint network and show its size, as Table 2 of the 2016 paper.

    With --state, the network that is written is that of the state. With --percepts what is shown is the first role's
    network, and the others' are written to NAME.ROLE.xml.
    """
    if state is not None and (translation is not None or horizon is not None):
        raise typer.BadParameter(
            "--state is about one stage: it goes with neither --horizon nor --translation"
        )
    if translation is not None:
        show_translation(
            game, horizon, xcsp, rules=rules, variables=variables, constraints=constraints, json=json
        )
        return
    encoded, times = encode_game(game, boolean=boolean, limit=limit)
    start = time.perf_counter()
    shown = wait_with_bar(lambda: encoded.network, "writing out")
    times["write out"] = time.perf_counter() - start
    views = views_of(encoded, role) if percepts else {}
    shown, reports = written_out(encoded, next(iter(views.values()), None), horizon, flat=flat)
    result = summary(encoded, shown, times)
    if views:
        result["views"] = {name: fluents_seen(view.network) for name, view in views.items()}
    if encoded.completion.percepts and not percepts:
        result["note"] = "`sees` is not in this network: its policies know every state; --percepts has it"
    if variables:
        result["listed_variables"] = [str(variable) for variable in shown.variables]
    if constraints:
        result["listed_constraints"] = [str(constraint) for constraint in shown.constraints]
    if state is not None:
        from woodstock.scsp.game.stage_network import with_values

        current = chosen_state(encoded, state)
        result["solutions"] = solutions(encoded, current)
        if percepts:
            add_percepts(result["solutions"], encoded, current)
        shown = with_values(shown, encoded.injection(current))
    result["passes"] = [str(report) for report in reports]
    if preprocess:
        shown, lines = preprocessed(shown, encoded, sac=state is not None)
        result["passes"] += lines
    if xcsp is not None:
        result["files"] = write(shown, xcsp)
        for name, view in list(views.items())[1:]:
            other, _ = written_out(encoded, view, horizon, flat=flat)
            result["files"] += write(other, xcsp.with_suffix(f".{name}.xml"))
    if json:
        print_json(result)
    else:
        draw(result)


def written_out(
    encoded: StageNetwork, view: PerceptStage | None, horizon: int | None, *, flat: bool
) -> tuple[Network, list[PassReport]]:
    """The network of a stage or of a horizon, as a role sees it if a view is given; and what passes did."""
    if horizon is not None:
        from woodstock.scsp.game.horizon import horizon_network

        return horizon_network(encoded, horizon, percepts=view), []
    network = encoded.network if view is None else view.network
    if not flat:
        return network, []
    from woodstock.scsp.solving.preprocess import flatten

    return flatten(network, encoded.definitions)


def encode_game(
    source: str, *, boolean: bool = False, limit: float = 60.0
) -> tuple[StageNetwork, dict[str, float]]:
    """A game's µSCSP, and the seconds its making took, by step."""
    from woodstock.cli.loading import EngineName, load_game
    from woodstock.scsp.game.stage_network import encode

    loaded, seconds = load_game(source, EngineName.AUTO, limit)
    completion = loaded.require_compiled("network").completion
    start = time.perf_counter()
    encoded = wait_with_bar(lambda: encode(completion, boolean=boolean, name=loaded.name), "encoding")
    return encoded, {"ground": seconds, "encode": time.perf_counter() - start}


def summary(encoded: StageNetwork, shown: Network, times: dict[str, float]) -> dict[str, Any]:
    largest = max(shown.variables, key=lambda variable: len(variable.domain))
    arities = Counter(len(constraint.scope) for constraint in shown.constraints)
    return {
        "game": shown.name,
        "variables": len(shown.variables),
        "largest_domain": len(largest.domain),
        "largest_variable": largest.name,
        "constraints": len(shown.constraints),
        "seconds": sum(times.values()),
        "times": times,
        "rows": sum(len(constraint.rows) for constraint in shown.constraints),
        "arities": {str(arity): count for arity, count in sorted(arities.items())},
        "stages": [
            {"decision": len(stage.decision), "stochastic": len(stage.stochastic)} for stage in shown.stages
        ],
        "fluent_groups": None if encoded.groups is None else str(encoded.groups),
        "bytes": encoded.solver().bytes,
    }


def chosen_state(encoded: StageNetwork, text: str) -> _core.State:
    """The state that `--state` names."""
    from woodstock import _core
    from woodstock.errors import WoodStockError
    from woodstock.gdl import parse_terms

    if text.strip() == "initial":
        return encoded.initial
    fluents = encoded.completion.fluents
    numbers = {fluent: number for number, fluent in enumerate(fluents)}
    listed = parse_terms(text, "--state")
    unknown = [str(term) for term in listed if term not in numbers]
    if unknown:
        raise WoodStockError(
            f"--state: {unknown[0]} holds in no reachable state of {encoded.name}; give all fluents that hold as one "
            f"list, such as '({' '.join(map(str, fluents[:2]))})', or `initial`"
        )
    state = _core.State(len(fluents), [numbers[term] for term in listed])
    try:
        encoded.injection(state)
    except ValueError as error:
        raise WoodStockError(f"{error}, not one; list all fluents that hold, or use --boolean") from None
    return state


def solutions(encoded: StageNetwork, current: _core.State) -> list[dict[str, Any]]:
    """The solutions of a state's stage, readably."""
    fluents = encoded.completion.fluents
    solver = encoded.solver()
    if solver.terminal(current):
        return [{"terminal": True, "scores": dict(zip(encoded.completion.roles, solver.scores(current)))}]
    found = []
    before = set(current.fluents())
    for solution in solver.solve(current):
        after = set(solution.next.fluents())
        found.append(
            {
                "moves": {
                    role: str(encoded.completion.moves[number][move])
                    for number, (role, move) in enumerate(zip(encoded.completion.roles, solution.moves))
                },
                "new": [str(fluents[f]) for f in sorted(after - before)],
                "gone": [str(fluents[f]) for f in sorted(before - after)],
            }
        )
    return found


def preprocessed(shown: Network, encoded: StageNetwork, *, sac: bool) -> tuple[Network, list[str]]:
    """The network after the passes of 003 §4.1, with a line about each; singleton arc consistency is for one state."""
    from woodstock.scsp.solving.preprocess import preprocess, singleton_consistency

    after, reports = preprocess(shown, encoded.definitions)
    lines = [str(report) for report in reports]
    if sac:
        before = sum(len(variable.domain) for variable in after.variables)
        after, found = singleton_consistency(after)
        left = sum(len(variable.domain) for variable in after.variables)
        lines.append(f"singleton arc consistency: values {before} → {left}, {found.passes} passes")
    return after, lines


def draw(result: dict[str, Any]) -> None:
    times = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in result["times"].items())
    rows = [
        ("variables", result["variables"]),
        ("largest domain", f"{result['largest_domain']} ({result['largest_variable']})"),
        ("constraints", result["constraints"]),
        ("translation", f"{result['seconds']:.2f} s ({times})"),
        ("rows", result["rows"]),
        ("arities", "  ".join(f"{arity}: {count}" for arity, count in result["arities"].items())),
        ("stages", "  ".join(f"{s['decision']} + {s['stochastic']}" for s in result["stages"])),
        ("solver memory", f"{result['bytes'] / 1e6:.1f} MB"),
    ]
    if result["fluent_groups"]:
        rows.append(("groups", result["fluent_groups"]))
    if "note" in result:
        rows.append(("note", result["note"]))
    if "views" in result:
        seen = ", ".join(f"{role} {count}" for role, count in result["views"].items())
        rows.append(("fluents seen", seen))
    typer.echo(result["game"])
    for name, value in rows:
        typer.echo(f"  {name:15} {value}")
    for line in (*result.get("listed_variables", ()), *result.get("listed_constraints", ())):
        typer.echo(line)
    for solution in result.get("solutions", ()):
        typer.echo(_solution_line(solution))
    for line in result["passes"]:
        typer.echo(f"  {line}")
    for name in result.get("files", ()):
        typer.echo(f"  written: {name}")


def _solution_line(solution: dict[str, Any]) -> str:
    if solution.get("terminal"):
        return "terminal: " + ", ".join(f"{role} {score}" for role, score in solution["scores"].items())
    moves = ", ".join(f"{role}: {move}" for role, move in solution["moves"].items())
    changes = [f"+{fluent}" for fluent in solution["new"]] + [f"-{fluent}" for fluent in solution["gone"]]
    seen = f"  sees {'; '.join(solution['sees']) or 'nothing'}" if "sees" in solution else ""
    return f"{moves}  →  {' '.join(changes)}{seen}"
