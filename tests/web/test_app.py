"""The server of the page by requests: who may ask, what is kept, and rulesheets that mean ill."""

import asyncio

import pytest
from aiohttp.test_utils import TestClient, TestServer

from woodstock.web.app import build
from woodstock.web.store import Setup, Step, Store


async def begin(client, **players):
    sent = {"game": "tictactoe", "players": {"xplayer": "person", "oplayer": "random"} | players, "seed": 1}
    answer = await client.post("/api/matches", json=sent)
    assert answer.status == 200
    return f"/api/matches/{(await answer.json())['id']}"


async def until(client, match, wanted):
    for _ in range(600):
        state = await (await client.get(match)).json()
        if wanted(state):
            return state
        await asyncio.sleep(0.05)
    raise AssertionError(f"never so: {state['asked']}, step {state['step']}")


async def test_a_match_by_requests(client):
    match = await begin(client, oplayer="uct:simulations=10")
    state = await until(client, match, lambda found: found["asked"])
    while not state["terminal"]:
        answer = await client.post(f"{match}/move", json={"role": "xplayer", "move": state["legal"][0]})
        assert answer.status == 200
        before = state["step"]
        state = await until(
            client, match, lambda found, n=before: found["step"] > n and (found["asked"] or found["terminal"])
        )
    assert sum(state["goals"].values()) == 100
    record = await (await client.get(f"{match}/record")).json()
    assert record["isCompleted"]
    assert "ponder=false" in record["x-players"][1]


async def test_two_wishes_at_once_start_one_referee(client):
    match = await begin(client)
    for step in (0, 2):
        state = await until(client, match, lambda found, n=step: found["step"] == n and found["asked"])
        await client.post(f"{match}/move", json={"role": "xplayer", "move": state["legal"][0]})
    await until(client, match, lambda found: found["step"] == 4 and found["asked"])
    answers = await asyncio.gather(*(client.post(f"{match}/undo", json={}) for _ in range(2)))
    assert [answer.status for answer in answers] == [200, 200]
    await until(client, match, lambda found: found["step"] == 0 and found["asked"])
    name = f"match {match.rpartition('/')[2]}"
    assert [task.get_name() for task in asyncio.all_tasks()].count(name) == 1


async def test_one_hint_at_a_time(client):
    match = await begin(client)
    await until(client, match, lambda found: found["asked"])
    answers = await asyncio.gather(*(client.post(f"{match}/hint", json={}) for _ in range(3)))
    assert sorted(answer.status for answer in answers) == [200, 400, 400]


async def test_a_match_that_breaks_off_says_so(client, monkeypatch):
    def full(*_):
        raise OSError("no room")

    match = await begin(client)
    state = await until(client, match, lambda found: found["asked"])
    monkeypatch.setattr(Store, "add_step", full)
    await client.post(f"{match}/move", json={"role": "xplayer", "move": state["legal"][0]})
    assert "no room" in (await until(client, match, lambda found: found["error"]))["error"]


async def test_moves_that_are_not_legal_or_not_ones_own_are_refused(client):
    match = await begin(client)
    await until(client, match, lambda found: found["asked"])
    for role, move in (("xplayer", "(mark 9 9)"), ("oplayer", "(mark 1 1)"), ("xplayer", "((((")):
        answer = await client.post(f"{match}/move", json={"role": role, "move": move})
        assert answer.status == 400
        assert (await answer.json())["error"]


async def test_other_sites_are_not_answered(tmp_path):
    server = TestServer(build(Store(tmp_path / "m.db"), hosts=()))
    async with TestClient(server) as client:
        for headers in (
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            assert (await client.get("/api/games", headers=headers)).status == 403
            assert (await client.post("/api/matches", json={}, headers=headers)).status == 403
        assert (
            await client.post("/api/matches", data="{}", headers={"Content-Type": "text/plain"})
        ).status == 415


async def test_a_name_that_was_bent_to_lead_here_is_refused(tmp_path):
    app = build(Store(tmp_path / "m.db"), hosts=("127.0.0.1:8080",))
    async with TestClient(TestServer(app)) as client:
        assert (await client.get("/", headers={"Host": "evil.example:8080"})).status == 403
        assert (await client.get("/", headers={"Host": "127.0.0.1:8080"})).status == 200


async def test_opened_to_others_it_wants_the_token(tmp_path):
    async with TestClient(TestServer(build(Store(tmp_path / "m.db"), token="secret"))) as client:
        assert (await client.get("/api/games")).status == 403
        assert (await client.get("/?token=wrong")).status == 403
        assert (await client.get("/?token=secret")).status == 200


async def test_files_outside_the_page_are_not_served(client):
    for path in ("/page/..%2fapp.py", "/page/app.py", "/api/matches/none"):
        assert (await client.get(path)).status == 404
    assert "script-src 'self'" in (await client.get("/")).headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "player", ["./mine.py:Evil", "program:ls", "http://127.0.0.1:9", "nobody", "woodstock:lessons=."]
)
async def test_only_players_of_ours_take_part(client, player):
    sent = {"game": "tictactoe", "players": {"xplayer": player, "oplayer": "random"}}
    assert (await client.post("/api/matches", json=sent)).status == 400


@pytest.mark.parametrize(
    "text",
    [
        "(role <script>alert()</script>)",
        "(role me) (<= (p (f ?x)) (p ?x)) (p a) (<= (init ?x) (p ?x))",
        "((((((((",
        "(role me)" * 115_000,
        "",
    ],
)
async def test_hostile_rulesheets_do_nothing_but_give_an_error(client, text):
    answer = await client.post("/api/games", json={"title": "<b>", "text": text})
    assert answer.status in (200, 400, 413)
    if answer.status == 200:
        assert (await answer.json())["name"] is None
    assert (await client.get("/api/games")).status == 200


async def test_a_rulesheet_joins_the_library(client):
    text = "(role me) (init on) (legal me noop) (<= terminal (true on)) (goal me 100)"
    name = (await (await client.post("/api/games", json={"title": "<i>mine", "text": text})).json())["name"]
    card = await (await client.get(f"/api/games/{name}")).json()
    assert card["title"] == "<i>mine"
    assert "<i>" not in card["svg"]


async def test_what_is_hidden_is_not_told(client):
    sent = {"game": "monty_hall", "players": {"candidate": "person"}, "seed": 3}
    match = f"/api/matches/{(await (await client.post('/api/matches', json=sent)).json())['id']}"
    state = await until(client, match, lambda found: found["asked"])
    assert "random" not in state["moves"]
    for step in range(state["step"] + 1):
        shown = await (await client.get(f"{match}/steps/{step}")).json()
        assert "hide" not in str(shown["moves"])
        assert ">car<" not in shown["svg"]
    assert (await client.get(f"{match}/steps/1/network")).status == 400
    assert await (await client.get(f"{match}/values")).json() == []


async def test_fifty_watch_one_match(client):
    match = await begin(client)
    streams = [await client.get(f"{match}/events") for _ in range(50)]
    for stream in streams:
        assert (await stream.content.readline()).startswith(b"data: ")
        stream.close()


def test_steps_are_kept_and_cut(tmp_path):
    setup = Setup("nim", {"first": "person", "second": "random"}, 1.0, 1.0, None, 7)
    store = Store(tmp_path / "m.db")
    store.add("a", setup)
    for number in range(3):
        store.add_step("a", number, Step([f"(take a {number})", "noop"]))
    again = Store(tmp_path / "m.db")
    assert again.setup("a") == setup
    again.cut("a", 2)
    assert [step.moves[0] for step in store.steps("a")] == ["(take a 0)", "(take a 1)"]
    assert store.latest()[0][3] == 2
    store.close()
    again.close()


@pytest.mark.parametrize(
    ("game", "worth"),
    [
        ("nim", {"sense": "alone", "values": {"first": 0, "second": 100}}),
        ("monty_hall", {"sense": "alone", "values": {"candidate": 66.7}}),
        ("cooperative_pennies", {"sense": "together", "values": {"alice": 50, "bob": 50}}),
        ("matching_pennies", {"sense": "unmixed", "values": {"j1": 0, "j2": 0}}),
        ("kuhn_poker", {}),
    ],
)
async def test_small_games_have_a_value(client, game, worth):
    assert await (await client.get(f"/api/games/{game}/solved")).json() == worth
