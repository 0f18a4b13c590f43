"""The arguments and options that several commands share, and loading the game they name."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.engines.engine import Engine
    from woodstock.game import Game

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A bundled game's name, a rulesheet, or a folder of a game repository.",
        show_default=False,
    ),
]
SeedOption = Annotated[int, typer.Option(min=0, help="Decides everything random.")]
LimitOption = Annotated[
    float, typer.Option(min=0.1, metavar="SECONDS", help="The most that grounding may take.")
]
CacheOption = Annotated[
    bool, typer.Option("--cache/--no-cache", help="Keep the compiled game, and take it if it was kept.")
]


class EngineName(StrEnum):
    """`auto` compiles the rules and falls back to the evaluator where they are too large."""

    AUTO = "auto"
    LANES = "lanes"
    STEPPER = "stepper"
    EVALUATOR = "evaluator"
    REFERENCE = "reference"


EngineOption = Annotated[
    EngineName,
    typer.Option(
        help="lanes: 256 plays at once; stepper: one state at a time; evaluator: on the rules themselves, "
        "without grounding; reference: the same by clingo, slow; "
        "auto: the fastest that can take the game."
    ),
]

RulesArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A rulesheet in KIF or infix notation; also a folder of a game repository or a bundled game's name.",
        show_default=False,
    ),
]


def rules_file(source: str) -> Path:
    """The file with the rules that `source` names."""
    if Path(source).is_file():
        return Path(source)
    from woodstock.games.library import locate, rules_of

    return rules_of(locate(source))


def load_game(
    source: str, engine: EngineName, grounding_limit: float = 60.0, *, cached: bool = False
) -> tuple[Game, float]:
    """The game and the seconds it took to load. What `check` calls an error is refused, as far as it shows at once."""
    from woodstock import Limits, load
    from woodstock.checks.playable import require_game
    from woodstock.compile.cache import user_cache

    name = EngineName.STEPPER if engine is EngineName.LANES else engine
    limits, cache = Limits(seconds=grounding_limit), user_cache() if cached else None
    start = time.perf_counter()
    game = wait_with_bar(
        lambda: load(source, engine=name.value, limits=limits, cache=cache), f"loading {source}"
    )
    require_game(game.rulesheet)
    return game, time.perf_counter() - start


def engine_of(game: Game, name: EngineName) -> Engine[Any]:
    """The engine that an option names, for a game that was loaded with it."""
    return game.engine_named(name.value) if name is EngineName.LANES else game.engine
