"""The page in Chromium: a person clicks. Skipped where Playwright or Chromium are absent."""

import asyncio
import shutil
import threading

import pytest
from aiohttp import web

from woodstock.web.app import build
from woodstock.web.store import Store

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is absent: pip install playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is absent")
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


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("page") / "matches.db")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser, served):
    context = browser.new_context()
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    wrong = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.goto(served.address)
    yield opened
    context.close()
    assert not wrong


def begin(page, game, **seats):
    page.goto(page.url.split("#")[0] + f"#/game/{game}")
    page.wait_for_selector("#begin")
    for role, player in seats.items():
        page.select_option(f"#seat-{role}", player)
    page.fill("#clock", "0.1")
    page.click("#begin")
    page.wait_for_selector("#board svg")


def click_on(page):
    """Click until the game is over: on any place that can be clicked, else on the first move of the list."""
    for _ in range(400):
        page.wait_for_function(
            "() => document.querySelector('#status').textContent.includes('over') || document.querySelector('.moves button')"
        )
        if "over" in page.text_content("#status"):
            return
        before = page.input_value("#step")
        if page.locator(".board .can").count():
            page.locator(".board .can").first.click(force=True)
            if page.locator(".board .from").count():
                page.locator(".board .can:not(.from)").first.click(force=True)
        else:
            page.locator(".moves button").first.click()
        page.wait_for_function(
            "(before) => document.querySelector('#step').value !== before || document.querySelector('#status').textContent.includes('over')",
            arg=before,
        )
    pytest.fail("the game does not end")


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("tictactoe", {"oplayer": "random"}),
        ("connect_four", {"yellow": "random"}),
        ("breakthrough", {"black": "random"}),
        ("matching_pennies", {"j2": "random"}),
        ("monty_hall", {}),
    ],
)
def test_a_whole_game_by_clicks(page, game, seats):
    begin(page, game, **seats)
    click_on(page)
    assert any(word in page.text_content("#status") for word in ("you win", "you lose", "a draw"))


def test_hidden_information_stays_hidden(page):
    begin(page, "monty_hall")
    page.wait_for_selector(".moves button")
    assert "?" in page.text_content("#board")
    assert "car" not in page.text_content("#board").replace("car chosen opened", "")


def test_the_library_has_pictures(page):
    page.wait_for_selector("[data-game=hex] svg")
    page.wait_for_selector("[data-game=tictactoe] svg")
    assert "xplayer" in page.text_content("[data-game=tictactoe]")


def test_a_broken_rulesheet_is_told_by_line(page):
    page.fill("#rules", "(role me)\n(init (p <img src=x onerror=alert(1)>)\n(legal me noop)")
    page.click("#check")
    page.wait_for_selector(".wrong")
    assert "line" in page.text_content("#found")
    assert page.locator("#found img").count() == 0


def test_watch_and_step_back(page):
    begin(page, "tictactoe", xplayer="mac-ucb", oplayer="uct")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('over')")
    last = int(page.input_value("#step"))
    page.click("#back")
    page.wait_for_function("(last) => document.querySelector('#step').value == last - 1", arg=last)
    assert page.locator(".share").count() > 0
    page.click("[data-topic=tree]")
    page.wait_for_selector("#understood details")


def test_hint_and_undo(page):
    begin(page, "tictactoe", oplayer="random")
    page.wait_for_selector(".moves button")
    page.click("#hint")
    page.wait_for_selector(".board .hint")
    page.locator(".board .can").first.click()
    page.wait_for_function("() => document.querySelector('#step').value === '2'")
    page.wait_for_selector(".moves button")
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('.moves button').length === 9")


def test_two_pages_and_a_server_that_was_restarted(page, browser, served):
    begin(page, "tictactoe", oplayer="random")
    page.wait_for_selector(".moves button")
    page.locator(".board .can").first.click()
    page.wait_for_function("() => document.querySelector('#step').value === '2'")
    other = browser.new_page()
    other.goto(page.url)
    other.wait_for_function("() => document.querySelector('#step').value === '2'")
    other.close()
    served.stop()
    served.start()
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.moves button').length === 7")
    click_on(page)
