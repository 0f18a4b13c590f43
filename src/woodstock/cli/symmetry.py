"""`woodstock symmetry`: the symmetries of a game."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, GameArgument, LimitOption, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.game import Game, State
    from woodstock.gdl.terms import Term
    from woodstock.symmetry import Group, Symmetries


class GraphName(StrEnum):
    """Which graph of paper 004 is asked for its automorphisms."""

    MICROSTRUCTURE = "microstructure"
    RULES = "rules"


class Drawn(StrEnum):
    """What is in a picture."""

    BOARD = "board"
    GRAPH = "graph"


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
    state: Annotated[
        str | None,
        typer.Option(help="Fluents of a state: which of its moves are alike.", metavar="FLUENTS"),
    ] = None,
    after: Annotated[
        list[str] | None,
        typer.Option(
            help="The state after a move (of the role that has it) or a joint move; may be given several times.",
            metavar="MOVES",
        ),
    ] = None,
    minimax: Annotated[
        bool,
        typer.Option("--minimax", help="Also which moves are worth the same under best play (small games)."),
    ] = False,
    stages: Annotated[
        int | None,
        typer.Option(
            min=1, help="Also which moves of a state are alike within so many transitions.", metavar="T"
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(help="Write the board with the orbits of its cells in colours, to a .svg or .png file."),
    ] = None,
    draw: Annotated[
        Drawn, typer.Option(help="What the picture shows: the board, or the graph of a small game.")
    ] = Drawn.BOARD,
    seconds: Annotated[float, typer.Option(min=0.1, help="The most that the search may take.")] = 60.0,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Show the symmetries of a game: how many, which moves are alike, and how each is known."""
    from woodstock.symmetry import graph_of, symmetries

    loaded, _ = load_game(game, EngineName.AUTO, limit)
    found = wait_with_bar(
        partial(symmetries, loaded, seconds=seconds, graph=graph.value, look_for_hidden=hidden),
        f"symmetries of {loaded.name}",
    )
    result = as_json(found)
    lines = [str(found)]
    if state is not None or after or minimax or stages is not None:
        point = state_of(loaded, state, after or [])
        result |= of_state(found, point)
        lines.append(f"in that state: order {result['state']['order']}")
        lines += _orbit_lines(result["state"]["move_orbits"])
        if minimax:
            result["minimax"] = wait_with_bar(partial(of_minimax, loaded, point, seconds), "values")
            lines.append(f"by minimax values: order {result['minimax']['order']}")
            lines += _orbit_lines(result["minimax"]["move_orbits"])
        if stages is not None:
            result["stages"] = wait_with_bar(
                partial(of_stages, loaded, found, point, stages, seconds), "stages"
            )
            lines.append(
                f"within {stages} transitions: order {result['stages']['order']}, "
                f"{result['stages']['vertices']:,} vertices"
            )
            lines += _orbit_lines(result["stages"]["move_orbits"])
    if picture is not None:
        from woodstock.symmetry.picture import board_picture, graph_picture

        title = f"{found.game}: orbits"
        if draw is Drawn.BOARD:
            board_picture(found.all, found.initial, title).write(picture)
        else:
            graph_picture(graph_of(loaded, graph.value), found.structure, title).write(picture)
        result["picture"] = str(picture)
    if json:
        print_json(result)
    else:
        typer.echo("\n".join(lines))


def state_of(game: Game, state: str | None, after: list[str]) -> State:
    """The state of some fluents, or the initial one, after some moves."""
    from woodstock.errors import IllegalMove
    from woodstock.gdl import parse_terms
    from woodstock.moves import Move

    def terms_in(text: str) -> tuple[Term, ...]:
        return parse_terms(f"({text})")  # the outer pair of a list may be left out

    point = game.initial_state() if state is None else game.state(terms_in(state))
    for text in after:
        moves = [Move(term) for term in terms_in(text)]
        if len(moves) == 1 and len(game.roles) > 1:
            own = [
                role for role in game.roles if moves[0] in point.legal(role) and len(point.legal(role)) > 1
            ]
            own = own or [role for role in game.roles if moves[0] in point.legal(role)]
            others = [role for role in game.roles if role not in own[:1]]
            if not own or any(len(point.legal(role)) != 1 for role in others):
                raise IllegalMove(f"{text} is no move that decides a step there; write a joint move")
            joint = {role: point.legal(role)[0] for role in others} | {own[0]: moves[0]}
            point = point.play(joint)
        else:
            point = point.play(moves)
    return point


def of_state(found: Symmetries, state: State) -> dict[str, Any]:
    """Orbits of the moves of a state, under what keeps it."""
    still = found.all.stabiliser(_numbers(found, state))
    orbits = _move_orbits(found, state, still)
    return {
        "state": {"fluents": sorted(map(str, state.fluents)), "order": still.order, "move_orbits": orbits}
    }


def of_stages(game: Game, found: Symmetries, state: State, stages: int, seconds: float) -> dict[str, Any]:
    """Orbits of the moves of a state in the network of so many stages (004 §4.2)."""
    from woodstock.deadline import Deadline, OutOfTime
    from woodstock.symmetry.stages import stages_of
    from woodstock.symmetry.whole import whole_completion

    deadline = Deadline.after(seconds)
    compiled = game.compiled
    completion = whole_completion(game.rulesheet, deadline.part(0.4))
    if completion is None and compiled is not None:
        completion = compiled.completion
    if completion is None:
        raise OutOfTime(f"the rules of {game.name} are not ground: no network of stages")
    result = stages_of(completion, found.vocabulary, _numbers(found, state), stages, deadline)
    return {
        "transitions": stages,
        "vertices": result.vertices,
        "edges": result.edges,
        "order": result.group.order,
        "move_orbits": _move_orbits(found, state, result.group),
    }


def _numbers(found: Symmetries, state: State) -> frozenset[int]:
    return frozenset(found.vocabulary.fluent_number[fluent] for fluent in state.fluents)


def _move_orbits(found: Symmetries, state: State, group: Group) -> dict[str, list[list[str]]]:
    """Of the legal moves of each role, by name."""
    orbits = {}
    for role in state.game.roles:
        numbers = found.vocabulary.move_numbers[role.index]
        moves = {numbers[move.term]: str(move) for move in state.legal(role)}
        orbits[role.name] = [
            [moves[n] for n in orbit] for orbit in group.move_orbits(role.index, list(moves))
        ]
    return orbits


def of_minimax(game: Game, state: State, seconds: float) -> dict[str, Any]:
    """Orbits of the players' moves by the values that they lead to (004, Propositions 3 and 4)."""
    from woodstock.symmetry.minimax import minimax_stage

    compiled = game.compiled
    assert compiled is not None
    position = compiled.state(state.fluents)
    stage = minimax_stage(game.stage.template, compiled.circuit.chance_role, position, seconds=seconds)
    names = {
        compiled.roles[role]: [[str(compiled.moves[role][move]) for move in orbit] for orbit in orbits]
        for role, orbits in zip(stage.players, stage.orbits)
    }
    worth = [
        {
            "moves": [str(compiled.moves[role][move]) for role, move in zip(stage.players, joint)],
            "values": [float(value) for value in values],
        }
        for joint, values in stage.actions.items()
    ]
    return {"order": stage.order, "states": stage.states, "move_orbits": names, "values": worth}


def _orbit_lines(orbits: dict[str, list[list[str]]]) -> list[str]:
    return [
        f"  {role}: " + " | ".join(" ".join(orbit) for orbit in each)
        for role, each in orbits.items()
        if sum(map(len, each)) > 1
    ]


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
