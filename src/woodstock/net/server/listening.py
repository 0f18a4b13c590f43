"""A port to listen on: the one that is wanted, or the next free one."""

from __future__ import annotations

import errno

from aiohttp import web

from woodstock.errors import WoodStockError

PORTS_TRIED = 100


class ServerError(WoodStockError):
    """The server cannot listen."""


async def listen(runner: web.ServerRunner, host: str, wanted: int, *, strict: bool = False) -> int:
    """Listen, and say on which port; with `strict` on no other than the wanted one."""
    tried = 1 if strict or not wanted else PORTS_TRIED
    for port in range(wanted, wanted + tried):
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ServerError(f"cannot listen on {host}:{port}: {error.strerror}") from error
            await site.stop()
            continue
        return int(runner.addresses[0][1])
    taken = f"port {wanted} is taken" if strict else f"ports {wanted} to {wanted + tried - 1} are all taken"
    raise ServerError(f"{taken}; choose another with --port")
