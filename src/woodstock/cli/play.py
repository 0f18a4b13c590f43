"""`woodstock play`: a game to the end on the screen."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, EngineOption, GameArgument, LimitOption, SeedOption, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.errors import WoodStockError

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role, State


class Stuck(WoodStockError):
    """A role has no legal move although the game is not over: the rulesheet is faulty."""


def play(
    game: GameArgument,
    *,
    seed: SeedOption = 0,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to wait between steps.")] = 0.0,
    steps: Annotated[int, typer.Option(min=1, help="Give up after so many steps.")] = 1000,
    engine: EngineOption = EngineName.AUTO,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Play a game to the end on the screen; every role plays at random."""
    loaded, _ = load_game(game, engine, limit)
    chance = random.Random(seed)
    state = loaded.initial_state()
    record: list[dict[str, Any]] = []
    if not json:
        typer.echo(f"{loaded}\n\n{state}")
    while not state.terminal and len(record) < steps:
        moves = {role: chosen_move(state, role, chance) for role in loaded.roles}
        state = state.play(moves)
        record.append(step_json(loaded, moves, state))
        if not json:
            time.sleep(delay)
            draw(loaded, len(record), moves, state)
    goals = {role.name: value for role, value in state.goals.items()} if state.terminal else {}
    if json:
        result = {
            "game": loaded.name,
            "seed": seed,
            "steps": record,
            "terminal": state.terminal,
            "goals": goals,
        }
        print_json(result)
    elif state.terminal:
        typer.echo("\n" + ", ".join(f"{role} {value}" for role, value in goals.items()))
    else:
        typer.echo(f"\nnot over after {steps} steps")


def chosen_move(state: State, role: Role, chance: random.Random) -> Move:
    legal = state.legal(role)
    if not legal:
        raise Stuck(f"{role} has no legal move although {state.game.name} is not over:\n{state}")
    return chance.choice(legal)


def step_json(game: Game, moves: dict[Role, Move], state: State) -> dict[str, Any]:
    result: dict[str, Any] = {"moves": {role.name: str(move) for role, move in moves.items()}}
    seen = {role.name: [str(percept) for percept in state.percepts(role)] for role in game.roles}
    if any(seen.values()):
        result["percepts"] = seen
    return result


def draw(game: Game, number: int, moves: dict[Role, Move], state: State) -> None:
    made = ", ".join(f"{role} {move}" for role, move in moves.items())
    typer.echo(f"\n{number}. {made}")
    for role in game.roles:
        if percepts := state.percepts(role):
            typer.echo(f"   {role} sees {' '.join(map(str, percepts))}")
    typer.echo(f"\n{state}")
