import pytest
from aiohttp.test_utils import TestClient, TestServer

from tests.web.pages import CHROMIUM, PATIENCE, Served
from woodstock.web import library
from woodstock.web.app import build
from woodstock.web.store import Store


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "MOST_GATES_TO_SOLVE", 150)  # what is beyond is tried for seconds, in vain
        server = Served(tmp_path_factory.mktemp("page") / "matches.db")
        yield server
        server.stop()


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
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


@pytest.fixture
async def client(tmp_path):
    async with TestClient(TestServer(build(Store(tmp_path / "matches.db")))) as opened:
        yield opened
