"""`woodstock symmetry`: the symmetries of a game."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, GameArgument, LimitOption, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.symmetry import Symmetries


class GraphName(StrEnum):
    """Which graph of paper 004 is asked for its automorphisms."""

    MICROSTRUCTURE = "microstructure"
    RULES = "rules"


def symmetry(
    game: GameArgument,
    *,
    graph: Annotated[
        GraphName,
        typer.Option(help="microstructure: of what the rules mean; rules: of the rules as they are written."),
    ] = GraphName.MICROSTRUCTURE,
    hidden: Annotated[
        bool, typer.Option(help="Also guess symmetries that no graph shows, and test or prove them.")
    ] = True,
    seconds: Annotated[float, typer.Option(min=0.1, help="The most that the search may take.")] = 60.0,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Show the symmetries of a game: how many, which moves are alike, and how each is known."""
    from woodstock.symmetry import symmetries

    loaded, _ = load_game(game, EngineName.AUTO, limit)
    found = wait_with_bar(
        partial(symmetries, loaded, seconds=seconds, graph=graph.value, look_for_hidden=hidden),
        f"symmetries of {loaded.name}",
    )
    if json:
        print_json(as_json(found))
    else:
        typer.echo(str(found))


def as_json(found: Symmetries) -> dict[str, Any]:
    from woodstock.symmetry.words import in_cycles, known

    vocabulary = found.vocabulary
    orbits = [[vocabulary.name(thing) for thing in orbit] for orbit in found.all.orbits]
    fluents = [orbit[0] < len(vocabulary.fluents) for orbit in found.all.orbits]
    return {
        "game": found.game,
        "graph": found.graph,
        "vertices": found.vertices,
        "edges": found.edges,
        "order": found.all.order,
        "certain_order": found.group.order,
        "generators": [in_cycles(each.permutation, vocabulary, most=None) for each in found.found],
        "known_by": [known(each) for each in found.found],
        "exchanging_roles": [in_cycles(each.permutation, vocabulary, most=None) for each in found.exchanging],
        "move_orbits": [orbit for orbit, fluent in zip(orbits, fluents) if not fluent],
        "fluent_orbits": [orbit for orbit, fluent in zip(orbits, fluents) if fluent],
        "first_move_orbits": {
            vocabulary.roles[role]: [[str(vocabulary.moves[role][move]) for move in orbit] for orbit in each]
            for role, each in enumerate(found.first_move_orbits())
        },
        "notes": list(found.notes),
        "seconds": found.seconds,
    }
