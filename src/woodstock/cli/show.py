"""`woodstock show`: what a game consists of and what became of its rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, EngineOption, GameArgument, LimitOption, SeedOption, load_game
from woodstock.cli.output import JsonOption, print_json

if TYPE_CHECKING:
    from woodstock.game import Game, State
    from woodstock.traits.traits import Traits


TOLD = {"all": "all moves", "players": "the players' moves", "hidden": "not every move of the players"}


def show(
    game: GameArgument,
    *,
    grounding: Annotated[
        bool, typer.Option(help="Also list the sizes of the ground program per rule.")
    ] = False,
    definitions: Annotated[
        bool, typer.Option(help="Also print the completed definition of every atom.")
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw a state as SVG into a file, and show nothing else."),
    ] = None,
    after: Annotated[int, typer.Option(min=0, help="The state after so many random steps.")] = 0,
    state: Annotated[
        str,
        typer.Option(
            metavar="FLUENTS", help="The state in which these fluents (KIF) hold.", show_default=False
        ),
    ] = "",
    seed: SeedOption = 0,
    engine: EngineOption = EngineName.AUTO,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Show a game: roles, fluents, moves, the sizes of its ground program and circuit, and what took how long.

    Example: woodstock show hex --svg hex.svg --after 6
    """
    loaded, seconds = load_game(game, engine, limit)
    shown = chosen_state(loaded, state, after, seed)
    if svg is not None:
        from woodstock.view.svg import draw_svg

        svg.write_text(draw_svg(shown.view, title=loaded.name), encoding="utf-8")
        return
    result = summary(loaded, seconds, grounding)
    if definitions and loaded.compiled is not None:
        result["definitions"] = str(loaded.compiled.completion).splitlines()
    if json:
        print_json(result)
    else:
        draw(shown, result)


def chosen_state(game: Game, fluents: str, steps: int, seed: int) -> State:
    """The first state or the one with these fluents, so many random steps later."""
    from woodstock.gdl import parse_terms

    state = game.state(parse_terms(fluents)) if fluents else game.initial_state()
    rng = random.Random(seed)
    for _ in range(steps):
        if state.terminal:
            break
        state = state.play({role: rng.choice(state.legal(role)) for role in game.roles})
    return state


def summary(game: Game, load_seconds: float, grounding: bool) -> dict[str, Any]:
    result: dict[str, Any] = {
        "game": game.name,
        "description": game.description,
        "roles": [role.name for role in game.roles],
        "engine": game.engine.name,
        "fallback_reason": game.fallback_reason,
        "rules": len(game.rulesheet),
        "load_seconds": load_seconds,
    }
    compiled = game.compiled
    if compiled is not None:
        native = compiled.program.native
        result |= {
            "fluents": len(compiled.fluents),
            "moves": {role: len(moves) for role, moves in zip(compiled.roles, compiled.moves, strict=True)},
            "percepts": len(compiled.percepts),
            "ground": {
                "rules": native.rule_count,
                "literals": native.literal_count,
                "atoms": native.atom_count,
            },
            "circuit": {"gates": compiled.circuit.gate_count, "inputs": compiled.circuit.input_count},
            "seconds": compiled.seconds,
            "traits": traits(game.traits),
        }
        if grounding:
            from woodstock.grounding import Limits
            from woodstock.grounding.blame import counted_rules

            result["grounding"] = [
                {
                    "rule": str(rule.head),
                    "line": rule.location.line if rule.location else 0,
                    "rules": rules,
                    "literals": literals,
                }
                for rule, rules, literals in counted_rules(compiled.program.rules, Limits())
            ]
    return result


def traits(found: Traits) -> dict[str, Any]:
    """What kind of game it is: each trait with its value and how that is known."""
    named = {name: getattr(found, name) for name in ("turns", "payoffs", "chance", "moves", "information")}
    return {"summary": str(found)} | {
        name: {"value": finding.value, "known_by": finding.evidence.value} for name, finding in named.items()
    }


def draw(state: State, result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from woodstock.view.palette import ansi
    from woodstock.view.text import draw_text, unpainted

    console = Console(highlight=False)
    console.print(Text(result["game"], style="bold"))
    if result["description"]:
        console.print(Text(result["description"]))
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_row("roles", ", ".join(result["roles"]))
    if "traits" in result:
        table.add_row("kind", result["traits"]["summary"])
    table.add_row("rules", f"{result['rules']:,}")
    table.add_row("engine", result["engine"])
    if result["fallback_reason"]:
        table.add_row("", Text(f"not compiled: {result['fallback_reason']}", style="yellow"))
    if "fluents" in result:
        ground, circuit = result["ground"], result["circuit"]
        table.add_row("fluents", f"{result['fluents']:,}")
        table.add_row("moves", ", ".join(f"{role} {count:,}" for role, count in result["moves"].items()))
        if result["percepts"]:
            told = TOLD[result["traits"]["moves"]["value"]]
            table.add_row("percepts", f"{result['percepts']:,}, which tell {told}")
        table.add_row(
            "ground", f"{ground['rules']:,} rules, {ground['literals']:,} literals, {ground['atoms']:,} atoms"
        )
        table.add_row("circuit", f"{circuit['gates']:,} gates, {circuit['inputs']:,} inputs")
        passes = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in result["seconds"].items())
        table.add_row("loading", f"{result['load_seconds']:.2f} s ({passes})")
    else:
        table.add_row("loading", f"{result['load_seconds']:.2f} s")
    console.print(table)
    console.print()
    paint = ansi if console.color_system else unpainted
    console.print(
        Text.from_ansi(draw_text(state.view, width=min(console.width, 100), paint=paint)), soft_wrap=True
    )
    if "grounding" in result:
        draw_sizes(result["grounding"])
    for line in result.get("definitions", ()):
        console.print(Text(line), soft_wrap=True)


def draw_sizes(sizes: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading in ("line", "ground rules", "literals"):
        table.add_column(heading, justify="right")
    table.add_column("rule")
    for size in sizes:
        numbers = (f"{size[key]:,}" for key in ("line", "rules", "literals"))
        table.add_row(*numbers, Text(size["rule"]))
    Console(highlight=False).print("\n", table, sep="")
