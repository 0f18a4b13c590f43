"""The page in Chromium, to be driven by tests: the server in a thread, and a person's usual ways."""

import asyncio
import importlib.util
import shutil
import threading

from aiohttp import web

from woodstock.web.app import build
from woodstock.web.store import Store

PRESENT = importlib.util.find_spec("playwright") is not None
CHROMIUM = (shutil.which("chromium") or shutil.which("chromium-browser")) if PRESENT else None
PATIENCE = 60_000


class Served:
    """The server in a thread of its own, to be stopped and started again on the same port."""

    def __init__(self, path):
        self._path, self._port = path, 0
        self.start()

    def start(self):
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()

        async def run():
            self._runner = web.AppRunner(build(Store(self._path)), shutdown_timeout=0.2)
            await self._runner.setup()
            site = web.TCPSite(self._runner, "127.0.0.1", self._port)
            await site.start()
            self._port = site._server.sockets[0].getsockname()[1]
            ready.set()

        def work():
            asyncio.set_event_loop(self._loop)
            self._loop.run_until_complete(run())
            self._loop.run_forever()
            self._loop.close()

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()
        assert ready.wait(30)

    def stop(self):
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)

    @property
    def address(self):
        return f"http://127.0.0.1:{self._port}/"


def begin(page, game, **seats):
    page.goto(page.url.split("#")[0] + f"#/game/{game}")
    page.wait_for_selector("#begin")
    for role, player in seats.items():
        page.select_option(f"#seat-{role}", player)
    page.fill("#clock", "0.1")
    page.click("#begin")
    page.wait_for_selector("#board svg")
