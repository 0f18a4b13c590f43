"""`woodstock web`: the page."""

from __future__ import annotations

import ipaddress
import secrets
from pathlib import Path
from typing import Annotated

import typer

from woodstock.errors import WoodStockError


def web(
    *,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where the page is; 0 takes a free port.")
    ] = 8080,
    host: Annotated[
        str,
        typer.Option(help="The address to listen at; others than this machine need the token in the link."),
    ] = "127.0.0.1",
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where matches are kept.", show_default="~/.local/share/woodstock/matches.db"
        ),
    ] = None,
) -> None:
    """Open the page: games to play by clicks, players to watch, positions to understand.

    Example: woodstock web --port 8080
    """
    import asyncio

    from aiohttp import web as http

    from woodstock.compile.cache import user_cache
    from woodstock.web.app import build
    from woodstock.web.store import Store

    path = store or Path.home() / ".local" / "share" / "woodstock" / "matches.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    token = "" if is_loopback(host) else secrets.token_urlsafe(18)

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port)
        chosen = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        names = () if token else tuple(f"{name}:{chosen}" for name in ("127.0.0.1", "localhost", "[::1]"))
        runner = http.AppRunner(
            build(Store(path), hosts=names, token=token, cache=user_cache()),
            access_log=None,
            shutdown_timeout=1.0,
        )
        await runner.setup()
        await http.TCPSite(runner, host, chosen).start()
        shown = f"[{host}]" if ":" in host else host
        typer.echo(f"http://{shown}:{chosen}/" + (f"?token={token}" if token else ""))
        try:
            await asyncio.Event().wait()
        finally:
            await runner.cleanup()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        typer.echo("")
    except OSError as error:
        raise WoodStockError(f"cannot listen at {host}:{port}: {error.strerror}; try --port 0") from None


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
