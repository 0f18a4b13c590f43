"""What can be set of a server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from woodstock.net.server.admission import Subnet
from woodstock.net.server.played import Played
from woodstock.net.worker.casting import Casting


@dataclass(frozen=True, slots=True)
class Settings:
    casting: Casting
    name: str = "WoodStock"
    host: str = "127.0.0.1"
    port: int = 9147
    allow: tuple[Subnet, ...] = ()
    """Who may start, play and end matches; everyone if empty."""
    allow_origin: tuple[str, ...] = ()
    """Web pages that may, too, as `Origin` names them."""
    known_as: tuple[str, ...] = ()
    """Names of this machine, beside those that it knows itself."""
    margin: float | None = None
    matches: int = 1
    patience: float = 40.0
    """A manager silent for longer than a clock plus this is dead (Dresden gives players up to 30 s extra)."""
    most_bytes: int = 8_000_000
    most_connections: int = 64
    most_of_one: int = 16
    arrival_seconds: float = 20.0
    strict_port: bool = False
    """Whether to give up where the port is taken."""
    finish: float = 5.0
    """Seconds that running matches are given to end when the server is told to."""
    keep: Callable[[Played], None] | None = None
    """Is given every match that has ended."""
