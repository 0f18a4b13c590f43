"""`woodstock network --translation 2014`: a game by the translation of the paper, with the sizes of its tables."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from woodstock.cli.loading import EngineName, load_game
from woodstock.cli.output import print_json
from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.scsp import Network
    from woodstock.scsp.papers.translation.network import Translation2014


class Translation(StrEnum):
    PAPER_2014 = "2014"


def show_translation(
    source: str,
    horizon: int | None,
    xcsp: Path | None,
    *,
    rules: bool,
    variables: bool,
    constraints: bool,
    json: bool,
) -> None:
    """Sizes of variables and domains for any game; tables, a horizon and files where the game is in the fragment."""
    from woodstock.scsp.model.constraint import NetworkError
    from woodstock.scsp.papers.translation.network import Translation2014

    game, _ = load_game(source, EngineName.REFERENCE)  # the rules as they are: no grounder takes part
    start = time.process_time()
    found = wait_with_bar(lambda: Translation2014(game.rulesheet, game.name), "translating")
    result = sizes(found)
    try:
        network = wait_with_bar(
            lambda: found.stage() if horizon is None else found.horizon(horizon), "filling tables"
        )
    except NetworkError as error:
        if horizon is not None or xcsp is not None or constraints:
            raise
        result["refused"] = str(error)
    else:
        result |= tables(found, network)
        if constraints:
            result["listed_constraints"] = [str(constraint) for constraint in network.constraints]
        if xcsp is not None:
            result["files"] = write(network, xcsp)
    result["seconds"] = time.process_time() - start
    if rules:
        result["rules"] = [str(rule) for rule in found.declared.flat]
    if variables:
        result["listed_variables"] = [str(variable) for variable in found.declared.variables]
    if json:
        print_json(result)
    else:
        draw(result)


def sizes(found: Translation2014) -> dict[str, Any]:
    """What Table 2 of 001 and Table 2 of 003 count."""
    declared = found.declared
    return {
        "game": found.name,
        "translation": "2014",
        "variables": len(declared.variables),
        "stage_variables": declared.stage_size,
        "largest_domain": declared.largest.size,
        "largest_variable": declared.largest.name,
    }


def tables(found: Translation2014, network: Network) -> dict[str, Any]:
    return {
        "network": str(network),
        "rules_with_roles": len(found.rules),
        "relations": len(found.relations),
        "vacuous_as_printed": sum(relation.vacuous for relation in found.relations),
        "constraints": len(network.constraints),
        "rows": sum(len(constraint.rows) for constraint in network.constraints),
    }


def write(shown: Network, path: Path) -> list[str]:
    """The SCSP file, and NAME.csp.xml with its CSP part."""
    from woodstock.scsp.xcsp.writer import write_csp, write_scsp

    part = path.with_suffix(".csp.xml")
    path.write_text(write_scsp(shown), encoding="utf-8")
    part.write_text(write_csp(shown), encoding="utf-8")
    return [str(path), str(part)]


def draw(result: dict[str, Any]) -> None:
    typer.echo(f"{result['game']} by the translation of 2014")
    typer.echo(f"  variables       {result['variables']} at a time (001, Table 2)")
    typer.echo(
        f"                  {result['stage_variables']} of a stage, fluents at t + 1 and no role (003, Table 2)"
    )
    typer.echo(f"  largest domain  {result['largest_domain']:,} ({result['largest_variable']})")
    if "refused" in result:
        typer.echo(f"  no tables       {result['refused']}")
    else:
        typer.echo(f"  network         {result['network']}")
        typer.echo(
            f"  relations       {result['relations']} of {result['rules_with_roles']} rules, {result['rows']:,} rows; "
            f"as printed, by union, {result['vacuous_as_printed']} of them would allow everything"
        )
    typer.echo(f"  translation     {result['seconds']:.2f} s of processor time")
    for key in ("rules", "listed_variables", "listed_constraints"):
        for line in result.get(key, ()):
            typer.echo(line)
    for name in result.get("files", ()):
        typer.echo(f"  written: {name}")
