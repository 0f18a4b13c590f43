"""Two hundred matches: what was played is in the store, and memory does not grow with it."""

import gc
import tracemalloc

import pytest

from tests.web.test_app import begin, until
from woodstock.web.app import SERVER
from woodstock.web.matches import MOST_IDLE


@pytest.fixture
async def server(client):
    return client.server.app[SERVER]


async def played(client, count):
    """Matches between random players, to their ends."""
    for _ in range(count):
        match = await begin(client, xplayer="random")
        await until(client, match, lambda found: found["terminal"])


async def abandoned(client, count):
    """Matches that a person has left without a move."""
    for _ in range(count):
        await until(client, await begin(client), lambda found: found["asked"])


def ours():
    """Bytes that the project's own lines hold; the test's client keeps every answer it ever got."""
    gc.collect()
    lines = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, "*/src/woodstock/*")])
    return sum(entry.size for entry in lines.statistics("filename"))


@pytest.mark.parametrize("kind", [played, abandoned])
async def test_matches_at_rest_are_put_away(client, server, kind):
    await kind(client, MOST_IDLE + 15)
    assert len(server.matches) <= MOST_IDLE + 1


@pytest.mark.slow
async def test_memory_over_two_hundred_matches(client):
    tracemalloc.start()
    try:
        await played(client, 2 * MOST_IDLE)
        before = ours()
        await played(client, 200)
        assert ours() < before + 200_000
    finally:
        tracemalloc.stop()


async def test_a_match_that_was_put_away_is_found_again(client):
    first = await begin(client, xplayer="random")
    ended = await until(client, first, lambda found: found["terminal"])
    await played(client, MOST_IDLE + 5)
    again = await (await client.get(first)).json()
    assert (again["step"], again["goals"]) == (ended["step"], ended["goals"])
    assert (await client.get(f"{first}/record")).status == 200
