from functools import partial

import pytest
import pytest_asyncio

from tests.net.serving import KeptForkServer, serving_alone


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def serving():
    """Servers one after the other, which share a fork server."""
    fork_server = KeptForkServer()
    yield partial(serving_alone, fork_server=fork_server)
    await fork_server.end()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who talks to the same fork server does so in the same event loop."""
    for item in items:
        if "serving" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)
