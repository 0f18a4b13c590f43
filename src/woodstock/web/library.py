"""The games of the page: bundled ones and rulesheets that somebody dropped on it, loaded once and under limits."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from woodstock.checks import check as check_rules
from woodstock.compile.cache import Cache
from woodstock.errors import WoodStockError
from woodstock.game import Game
from woodstock.games.library import bundled, load, loads
from woodstock.gdl import Diagnostic, SyntaxProblem, parse
from woodstock.grounding import Limits
from woodstock.solution import solve
from woodstock.traits.payoffs import COOPERATIVE
from woodstock.traits.turns import SIMULTANEOUS
from woodstock.view.svg import draw_svg
from woodstock.web.store import Store

MOST_TEXT = 1_000_000
SECONDS = 20.0
OWN = "own-"
MOST_GATES_TO_SOLVE = 2000
SECONDS_TO_SOLVE = 2.0


class Library:
    def __init__(self, store: Store, cache: Cache | None = None) -> None:
        self._store = store
        self._cache = cache
        self._games: dict[str, Game] = {}
        self._cards: dict[str, dict[str, Any]] = {}
        self._solved: dict[str, dict[str, Any]] = {}
        self._loading = asyncio.Lock()
        self._solving = asyncio.Lock()

    def names(self) -> list[dict[str, str]]:
        own = [{"name": name, "title": title} for name, title in self._store.all_rules()]
        return [*({"name": name, "title": name.replace("_", " ")} for name in bundled()), *own]

    async def game(self, name: str) -> Game:
        """The game of that name: one after the other, since loading takes a processor."""
        async with self._loading:
            if name not in self._games:
                self._games[name] = await asyncio.to_thread(self._load, name)
            return self._games[name]

    def _load(self, name: str) -> Game:
        limits = Limits(seconds=SECONDS)
        if name in bundled():
            return load(name, limits=limits, cache=self._cache)
        rules = self._store.rules(name)
        if rules is None:
            raise WoodStockError(f"no game {name}")
        return loads(rules[1], name=rules[0], limits=limits, cache=self._cache)

    async def card(self, name: str) -> dict[str, Any]:
        """What a card shows: the start position, who plays, what kind of game it is."""
        if name not in self._cards:
            game = await self.game(name)
            self._cards[name] = await asyncio.to_thread(card_of, name, game)
        return self._cards[name]

    async def solved(self, name: str) -> dict[str, Any]:
        """What the game is worth, if that is found in a moment: one after the other, as this is no hurry."""
        game = await self.game(name)
        async with self._solving:
            if name not in self._solved:
                self._solved[name] = await asyncio.to_thread(solved, game)
            return self._solved[name]

    async def add(self, title: str, text: str) -> dict[str, Any]:
        """Check a rulesheet; without errors it joins the library."""
        if len(text) > MOST_TEXT:
            raise WoodStockError(f"the rulesheet has {len(text):,} characters; the page takes {MOST_TEXT:,}")
        found, refused = await asyncio.to_thread(checked, text, title)
        diagnostics = [described(each) for each in found]
        if refused:
            return {"name": None, "diagnostics": diagnostics}
        name = OWN + hashlib.sha256(text.encode()).hexdigest()[:12]
        self._store.add_rules(name, title, text)
        return {"name": name, "diagnostics": diagnostics}


def checked(text: str, title: str) -> tuple[list[Diagnostic], bool]:
    """Everything wrong with a text, and whether that makes it unplayable."""
    try:
        found = list(check_rules(parse(text, title)))
    except SyntaxProblem as problem:
        found = list(problem.diagnostics)
    return found, any(each.severity.value == "error" for each in found)


def described(finding: Diagnostic) -> dict[str, Any]:
    where = finding.location
    return {
        "severity": finding.severity.value,
        "message": finding.message,
        "remedy": finding.remedy,
        "line": where.line if where else 0,
        "column": where.column if where else 0,
    }


def solved(game: Game) -> dict[str, Any]:
    """What a small game is worth to each player, and in which sense: nothing, if that is not found out in a moment."""
    if game.compiled is None or game.compiled.circuit.gate_count > MOST_GATES_TO_SOLVE:
        return {}
    try:
        found = solve(game, seconds=SECONDS_TO_SOLVE)
    except WoodStockError:
        return {}
    values = {role: round(100 * float(value), 1) for role, value in (found.values or {}).items()}
    return {"sense": sense_of(game), "values": values} if values else {}


def sense_of(game: Game) -> str:
    """What a value means: players of the same aim reach it together; where they move at once, it is without mixing."""
    if game.traits.payoffs.value == COOPERATIVE:
        return "together"
    return "unmixed" if game.traits.turns.value == SIMULTANEOUS else "alone"


def card_of(name: str, game: Game) -> dict[str, Any]:
    return {
        "name": name,
        "title": game.name.replace("_", " "),
        "description": game.description,
        "roles": [role.name for role in game.roles],
        "players": [role.name for role in game.players],
        "kind": game.traits.brief if game.compiled else f"not compiled: {game.fallback_reason}",
        "svg": draw_svg(game.initial_state().view, title=game.name),
    }
