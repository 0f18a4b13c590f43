"""All commands of the command line."""

from __future__ import annotations

from typing import Annotated

import typer

import woodstock as package
from woodstock.cli.bench import bench
from woodstock.cli.cache import cache
from woodstock.cli.check import check
from woodstock.cli.convert import convert
from woodstock.cli.explain import explain
from woodstock.cli.factors import factors
from woodstock.cli.games import games
from woodstock.cli.match import match
from woodstock.cli.network import network
from woodstock.cli.perft import perft
from woodstock.cli.play import play
from woodstock.cli.players import players
from woodstock.cli.referee import referee
from woodstock.cli.replay import replay
from woodstock.cli.serve import serve
from woodstock.cli.show import show
from woodstock.cli.simulate import simulate
from woodstock.cli.solve import solve
from woodstock.cli.symmetry import symmetry
from woodstock.cli.web import web


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"woodstock {package.__version__}")
        raise typer.Exit


app = typer.Typer(
    name="woodstock",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def woodstock(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """A general game player: reads the rules of any game, checks them, simulates and plays it."""


for command in (
    check,
    convert,
    games,
    show,
    network,
    solve,
    symmetry,
    explain,
    factors,
    play,
    web,
    simulate,
    bench,
    perft,
    replay,
    match,
    referee,
    serve,
    players,
    cache,
):
    app.command()(command)
