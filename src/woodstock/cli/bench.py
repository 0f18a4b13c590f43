"""`woodstock bench`: a fixed set of searches, for their signature and their speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.arena.bench import Bench


def bench(
    *,
    signature: Annotated[
        bool, typer.Option("--signature", help="Print the signature alone: one number over all decisions.")
    ] = False,
    threads: Annotated[
        int, typer.Option(min=1, help="How many searches run at a time; the signature is the same.")
    ] = 1,
    json: JsonOption = False,
) -> None:
    """Run a fixed set of searches with every player: the signature of what they decide, and their speed.

    A change that is to leave the players as they are must leave the signature as it is (tests/signature.txt).
    """
    from woodstock.arena.bench import run_bench

    result = wait_with_bar(lambda: run_bench(threads=threads), "searching")
    if json:
        print_json(
            {
                "signature": result.signature,
                "searches": [
                    {
                        "game": one.game,
                        "player": one.player,
                        "samples": one.samples,
                        "nodes": one.nodes,
                        "cpu_seconds": one.cpu_seconds,
                    }
                    for one in result.searches
                ],
            }
        )
    elif signature:
        typer.echo(result.signature)
    else:
        draw(result)


def draw(result: Bench) -> None:
    for player in (*result.players, None):
        part = result if player is None else result.of_player(player)
        seconds = max(part.cpu_seconds, 1e-9)
        typer.echo(
            f"{player or 'all':20} {part.samples:>9,} samples {part.samples / seconds:>12,.0f}/s"
            f" {part.nodes:>9,} nodes {part.nodes / seconds:>11,.0f}/s {part.cpu_seconds:>7.2f} CPU s"
        )
    typer.echo(f"signature {result.signature}")
