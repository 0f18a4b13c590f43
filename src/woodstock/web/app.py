"""The server of the page: its files, and an interface of JSON and server-sent events."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from woodstock.compile.cache import Cache
from woodstock.errors import WoodStockError
from woodstock.game import Game
from woodstock.players.catalogue import builtin, require_builtin
from woodstock.web.guard import add_headers, guard
from woodstock.web.library import MOST_TEXT, Library
from woodstock.web.match import PERSON, Match
from woodstock.web.matches import Matches
from woodstock.web.store import Setup, Store
from woodstock.web.understand import TOPICS, rules_at_work, understood

PAGE = Path(__file__).parent / "page"
ADVISER = "woodstock"
HEARTBEAT = 15.0


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """A match that somebody wants."""

    game: str
    players: dict[str, str]
    play_clock: float = 1.0
    start_clock: float = 1.0
    simulations: int | None = None
    seed: int | None = None
    my_clock: float | None = None


class Server:
    def __init__(self, store: Store, cache: Cache | None = None) -> None:
        self._store = store
        self._library = Library(store, cache)
        self.matches = Matches(store)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self.page),
            web.get("/page/{file}", self.page),
            web.get("/api/games", self.games),
            web.post("/api/games", self.add_game),
            web.get("/api/games/{game}", self.game),
            web.get("/api/games/{game}/rules", self.rules),
            web.get("/api/games/{game}/solved", self.solved),
            web.get("/api/players", self.players),
            web.get("/api/matches", self.list_matches),
            web.post("/api/matches", self.begin),
            web.get("/api/matches/{match}", self.match),
            web.get("/api/matches/{match}/steps/{step}", self.step),
            web.get("/api/matches/{match}/events", self.events),
            web.get("/api/matches/{match}/record", self.record),
            web.get("/api/matches/{match}/values", self.values),
            web.post("/api/matches/{match}/move", self.move),
            web.post("/api/matches/{match}/undo", self.undo),
            web.post("/api/matches/{match}/hint", self.hint),
            web.post("/api/matches/{match}/resign", self.resign),
            web.post("/api/matches/{match}/branch", self.branch),
            web.get("/api/matches/{match}/steps/{step}/rules", self.rules_of_step),
            web.get("/api/matches/{match}/steps/{step}/{topic}", self.understand),
        ]

    async def close(self, _: web.Application) -> None:
        await self.matches.close()
        self._store.close()

    async def page(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("file", "index.html")
        path = PAGE / name
        if path.name != name or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path)

    async def games(self, _: web.Request) -> web.Response:
        return web.json_response(self._library.names())

    async def game(self, request: web.Request) -> web.Response:
        return web.json_response(await self._library.card(request.match_info["game"]))

    async def rules(self, request: web.Request) -> web.Response:
        game = await self._library.game(request.match_info["game"])
        return web.json_response({"text": game.rulesheet.text})

    async def solved(self, request: web.Request) -> web.Response:
        return web.json_response(await self._library.solved(request.match_info["game"]))

    async def add_game(self, request: web.Request) -> web.Response:
        sent = await body(request)
        title, text = sent.get("title"), sent.get("text")
        if not isinstance(title, str) or not isinstance(text, str):
            raise WoodStockError("a game needs a title and a text")
        return web.json_response(await self._library.add(title[:80] or "game", text))

    async def players(self, _: web.Request) -> web.Response:
        return web.json_response([{"name": kind.name, "summary": kind.summary} for kind in builtin()])

    async def list_matches(self, _: web.Request) -> web.Response:
        return web.json_response(
            [
                {"id": name, "created": created, "game": setup.game, "players": setup.players, "steps": steps}
                for name, created, setup, steps in self._store.latest()
            ]
        )

    async def begin(self, request: web.Request) -> web.Response:
        try:
            wish = msgspec.convert(await body(request), Wish)
        except msgspec.ValidationError as error:
            raise WoodStockError(str(error)) from None
        game = await self._library.game(wish.game)
        require_players(game, wish.players)
        seed = secrets.randbelow(1_000_000) if wish.seed is None else wish.seed
        clocks = (min(max(wish.play_clock, 0.05), 600.0), min(max(wish.start_clock, 0.0), 600.0))
        mine = None if wish.my_clock is None else min(max(wish.my_clock, 1.0), 3600.0)
        setup = Setup(wish.game, wish.players, *clocks, wish.simulations, seed, mine)
        match = self.matches.begin(game, setup)
        return web.json_response({"id": match.name})

    async def match(self, request: web.Request) -> web.Response:
        match = await self._found(request)
        about = {
            "id": match.name,
            "game": match.setup.game,
            "title": match.game.name.replace("_", " "),
            "description": match.game.description,
            "roles": [role.name for role in match.game.roles],
            "players": match.setup.players,
            "seed": match.setup.seed,
            "hides": match.hides,
        }
        return web.json_response(about | match.shown(len(match.states) - 1))

    async def step(self, request: web.Request) -> web.Response:
        match = await self._found(request)
        return web.json_response(match.shown(number_in(request)))

    async def values(self, request: web.Request) -> web.Response:
        """What every player expected at each step, for curves."""
        match = await self._found(request)
        thoughts = [] if match.is_secret(0) else [step.thoughts for step in match.steps]
        return web.json_response(
            [{role: thought["values"].get(role) for role, thought in step.items()} for step in thoughts]
        )

    async def events(self, request: web.Request) -> web.StreamResponse:
        """The latest state now and after every change, until the page goes away."""
        match = await self._found(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        match.watchers += 1
        try:
            with contextlib.suppress(ConnectionError):
                await self._stream(match, response)
        finally:
            match.watchers -= 1
        return response

    async def _stream(self, match: Match, response: web.StreamResponse) -> None:
        seen = -1
        while True:
            if match.version != seen:
                seen = match.version
                await response.write(f"data: {json.dumps(match.shown(len(match.states) - 1))}\n\n".encode())
            else:
                await response.write(b": still here\n\n")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(match.change(seen), HEARTBEAT)

    async def record(self, request: web.Request) -> web.Response:
        record = await (await self._found(request)).written()
        return web.Response(body=record.to_json(), content_type="application/json")

    async def move(self, request: web.Request) -> web.Response:
        match, sent = await self._found(request), await body(request)
        match.choose(str(sent.get("role")), str(sent.get("move")))
        return web.json_response({})

    async def undo(self, request: web.Request) -> web.Response:
        await (await self._found(request)).back()
        return web.json_response({})

    async def hint(self, request: web.Request) -> web.Response:
        return web.json_response(await (await self._found(request)).hint(ADVISER))

    async def resign(self, request: web.Request) -> web.Response:
        await (await self._found(request)).resign()
        return web.json_response({})

    async def branch(self, request: web.Request) -> web.Response:
        """Another match from a step of this one, with the same players or others."""
        match, sent = await self._found(request), await body(request)
        step, players = sent.get("step"), sent.get("players") or match.setup.players
        if not isinstance(step, int) or not 0 <= step < len(match.states):
            raise WoodStockError("there is no such step")
        if match.is_secret(step):
            raise WoodStockError("this would tell what you must not see; ask again at the end")
        require_players(match.game, players)
        setup = msgspec.structs.replace(match.setup, players=players)
        return web.json_response({"id": self.matches.branch(match, step, setup).name})

    async def rules_of_step(self, request: web.Request) -> web.Response:
        match = await self._found(request)
        if match.is_secret(number_in(request)):
            raise WoodStockError("this would tell what you must not see; ask again at the end")
        state, moves = match.before(number_in(request))
        return web.json_response(await asyncio.to_thread(rules_at_work, state, moves))

    async def understand(self, request: web.Request) -> web.Response:
        match, topic = await self._found(request), request.match_info["topic"]
        if topic not in TOPICS:
            raise web.HTTPNotFound
        if match.is_secret(number_in(request)):
            raise WoodStockError("this would tell what you must not see; ask again at the end")
        state = match.states[min(max(number_in(request), 0), len(match.states) - 1)]
        return web.json_response(await asyncio.to_thread(understood, topic, state))

    async def _found(self, request: web.Request) -> Match:
        name = request.match_info["match"]
        running = self.matches.running(name)
        if running is not None:
            return running
        setup = self._store.setup(name)
        if setup is None:
            raise web.HTTPNotFound(text="no such match\n")
        return self.matches.resume(name, await self._library.game(setup.game), setup)


SERVER = web.AppKey("server", Server)


def number_in(request: web.Request) -> int:
    text = request.match_info["step"]
    if not text.isdecimal() or len(text) > 6:
        raise web.HTTPNotFound
    return int(text)


def require_players(game: Game, players: object) -> None:
    """A player for each role, or a person."""
    roles = sorted(role.name for role in game.players)
    if not isinstance(players, dict) or sorted(players) != roles:
        raise WoodStockError(f"name a player for each of {', '.join(roles)}")
    for player in players.values():
        if player != PERSON:
            require_builtin(str(player))


async def body(request: web.Request) -> dict[str, Any]:
    try:
        sent = await request.json()
    except (ValueError, RecursionError):
        raise WoodStockError("this is no JSON") from None
    if not isinstance(sent, dict):
        raise WoodStockError("send a JSON object")
    return sent


@web.middleware
async def tell_errors(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """What is wrong with a request is told in one line."""
    try:
        return await handler(request)
    except WoodStockError as error:
        return web.json_response({"error": str(error)}, status=400)


def build(
    store: Store, *, hosts: Collection[str] = (), token: str = "", cache: Cache | None = None
) -> web.Application:
    """The application; `hosts` are the names (with port) that it answers to."""
    app = web.Application(middlewares=[guard(hosts, token), tell_errors], client_max_size=2 * MOST_TEXT)
    server = Server(store, cache)
    app[SERVER] = server
    app.add_routes(server.routes())
    app.on_response_prepare.append(add_headers)
    app.on_cleanup.append(server.close)
    return app
