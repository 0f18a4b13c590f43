"""`woodstock serve`: a player that game managers reach over HTTP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.loading import CacheOption
from woodstock.cli.seating import DEFAULT_PLAYER
from woodstock.errors import WoodStockError

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

    from woodstock.arena.record import Record
    from woodstock.net.server.played import Played


class FileError(WoodStockError):
    """A file that cannot be written."""


class AddressError(WoodStockError):
    """Text that is no address or network."""


def serve(
    *,
    player: Annotated[str, typer.Option(help="Who plays; see `woodstock players`.")] = DEFAULT_PLAYER,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="Port; if taken, the next free one. 0: any.", min=0, max=65535)
    ] = 9147,
    name: Annotated[str, typer.Option(help="What INFO answers.")] = "WoodStock",
    allow: Annotated[
        list[str] | None,
        typer.Option(help="Address or network that may start matches; repeatable. Default: everyone."),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Web page that may start matches, as http://HOST:PORT; repeatable. Default: none may."
        ),
    ] = None,
    known_as: Annotated[
        list[str] | None,
        typer.Option(
            help="Name by which managers reach this machine, beside its own name and addresses; repeatable."
        ),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(help="Seconds kept back of every clock beside the measured latency.", min=0),
    ] = None,
    matches: Annotated[int, typer.Option(help="Matches played at the same time.", min=1)] = 1,
    patience: Annotated[
        float, typer.Option(help="Seconds beyond its clock that a manager may be silent.")
    ] = 40.0,
    ponder: Annotated[
        bool, typer.Option("--ponder/--no-ponder", help="Search in the opponents' time.")
    ] = True,
    memory: Annotated[
        int,
        typer.Option(
            help="Megabytes of a match; what the game leaves of them is for the search tree.", min=64
        ),
    ] = 2048,
    lessons: Annotated[
        Path | None,
        typer.Option(
            help="Folder where what is learned of games is kept from match to match. Default: nowhere."
        ),
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(help="Simulations a move, instead of time.", min=1)
    ] = None,
    fallback: Annotated[str, typer.Option(help="Who plays while the player cannot.")] = "lookahead",
    seed: Annotated[int, typer.Option(help="Decides every random choice.")] = 0,
    records: Annotated[
        Path | None, typer.Option(help="Append the records of matches to this file, one JSON object a line.")
    ] = None,
    log_file: Annotated[Path | None, typer.Option(help="Append the log to this file, not to stderr.")] = None,
    strict_port: Annotated[bool, typer.Option("--strict-port", help="Give up if the port is taken.")] = False,
    finish: Annotated[
        float, typer.Option(help="Seconds that running matches get to end after SIGTERM.", min=0)
    ] = 5.0,
    cache: CacheOption = True,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log warnings only.")] = False,
) -> None:
    """Serve a player over HTTP, for the game managers of the GGP world (INFO, START, PLAY, STOP, ABORT, PREVIEW)."""
    import asyncio
    import logging

    from woodstock.arena.recordfile import RecordFile
    from woodstock.compile.cache import user_cache
    from woodstock.net.server.log import PatientHandler
    from woodstock.net.server.server import serve as serve_player
    from woodstock.net.server.settings import Settings
    from woodstock.net.worker.casting import Casting
    from woodstock.players import Value, builtin
    from woodstock.players.notebook import Notebook

    logging.basicConfig(
        level=logging.WARNING if quiet else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
        handlers=[PatientHandler(opened(log_file)) if log_file else PatientHandler()],
    )
    try:
        kept = RecordFile(records) if records else None
    except OSError as error:
        raise FileError(f"{records} cannot be written: {error.strerror}") from None
    games = user_cache() if cache else None
    registry = builtin()
    defaults: dict[str, Value] = {"ponder": ponder, "memory": memory}
    if lessons is not None:
        Notebook(lessons)  # that it is there
        defaults["lessons"] = str(lessons.resolve())
    settings = Settings(
        casting=Casting(
            player=str(registry.completed(player, **defaults)),
            fallback=str(registry.completed(fallback)),
            seed=seed,
            simulations=simulations,
            cache=str(games.folder) if games else "",
        ),
        name=name,
        host=host,
        port=port,
        allow=tuple(address_range(text) for text in allow or ()),
        allow_origin=tuple(allow_origin or ()),
        known_as=tuple(known_as or ()),
        margin=margin,
        matches=matches,
        patience=patience,
        strict_port=strict_port,
        finish=finish,
        keep=(lambda played: kept.add(record_of(played, name))) if kept else None,
    )
    try:
        asyncio.run(serve_player(settings))
    finally:
        if kept:
            kept.finish()


def opened(path: Path) -> int:
    """A file to append to."""
    try:
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from None


def record_of(played: Played, name: str) -> Record:
    """A match of the server as a record; the other players are not known to it."""
    from woodstock.arena.record import Record

    return Record(
        match_id=played.match,
        random_token="",
        start_time=int(played.begun * 1000),
        game_meta_url="",
        states=list(played.states),
        moves=[list(joint) for joint in played.moves],
        state_times=[],
        start_clock=played.start_clock,
        play_clock=played.play_clock,
        is_completed=bool(played.goals),
        is_aborted=not played.goals,
        goal_values=list(played.goals),
        player_names_from_host=[name if role == played.role else "" for role in played.roles],
        roles=list(played.roles),
        answers={played.role: list(played.own)},
    )


def address_range(text: str) -> IPv4Network | IPv6Network:
    from ipaddress import ip_network

    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise AddressError(f"{text!r} is no address; write for example 192.0.2.7 or 192.0.2.0/24") from None
