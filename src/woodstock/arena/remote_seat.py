"""A player elsewhere, seen from the game manager: HTTP messages with their clocks.

Headers, timeouts and the two forms of GDL-II messages are those that ggp-base, Tiltyard and the Dresden
server use. With `scramble`, the player sees a scrambled game while referee and record see the real one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Literal

import aiohttp

from woodstock.arena.seat import CONNECTION_ERROR, ILLEGAL, TIMED_OUT, Answer, Clocks, Place
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import tells_percepts
from woodstock.errors import WoodStockError
from woodstock.gdl import parse_term
from woodstock.gdl.errors import SyntaxProblem
from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import Symbol, Term
from woodstock.net.messages import (
    Abort,
    Info,
    InfoReply,
    Message,
    Play,
    Start,
    Stop,
    excerpt,
    parse_info_reply,
)
from woodstock.net.scramble import Scrambler

if TYPE_CHECKING:
    from woodstock.game import Game, Role

Dialect = Literal["turns", "percepts"]
"""How percepts are told: `(PLAY id turn lastmove percepts)` or `(PLAY id percepts)`."""

CONNECT_SECONDS = 5.0
MOST_REPLY_BYTES = 1_000_000
REDIRECTS = 300
"""From this status on a reply is no answer but a redirection, which is not followed, or an error."""


class ManagerError(WoodStockError):
    """A player that cannot be asked."""


class RemoteSeat:
    def __init__(self, url: str, *, dialect: Dialect = "turns", scramble: int | None = None) -> None:
        self.name = url
        self.place = Place.ELSEWHERE
        self._url = url
        self._dialect = dialect
        self._scramble = scramble
        self._scrambler: Scrambler | None = None
        self._match = ""
        self._hidden = False
        self._clocks = Clocks()
        self._play_clock = 0.0
        self._log = logging.getLogger("woodstock.net")

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        if clocks.play is None:
            raise ManagerError(f"{self._url}: a player elsewhere needs a play clock")
        self._match, self._clocks, self._play_clock = match, clocks, clocks.play
        self._hidden = tells_percepts(game.rulesheet)
        sheet, name = game.rulesheet, Symbol(role.name)
        if self._scramble is not None:
            self._scrambler = Scrambler(sheet, self._scramble)
            sheet, name = self._scrambler.rulesheet(sheet), self._scrambler.scrambled(name)
        message = Start(match, str(name), rules_text(sheet.rules), clocks.start, clocks.play)
        reply, error = await self._send(message, 0, clocks.start + clocks.grace)
        if not error and reply.strip().lower() != "ready":
            self._log.warning("%s answered START with %s", self._url, excerpt(reply))
            return CONNECTION_ERROR
        return error

    async def play(self, observation: Observation) -> Answer:
        begin = time.monotonic()
        message = Play(self._match, *self._told(observation))
        reply, error = await self._send(message, observation.step, self._play_clock + self._clocks.grace)
        seconds = time.monotonic() - begin
        if error:
            return Answer(None, error, seconds)
        try:
            move = parse_term(reply, most_characters=MOST_REPLY_BYTES)
        except SyntaxProblem:
            return Answer(None, f"{ILLEGAL} {excerpt(reply)}", seconds)
        return Answer(self._scrambler.restored(move) if self._scrambler else move, "", seconds)

    async def stop(self, observation: Observation | None) -> None:
        if not self._match:
            return
        if observation is None:
            await self._send(Abort(self._match), 0, 1.0)
        else:
            message = Stop(self._match, *self._told(observation))
            await self._send(message, observation.step, self._play_clock + self._clocks.grace)

    def _told(self, observation: Observation) -> tuple[tuple[Term, ...] | None, int | None, Term | None]:
        """The arguments of PLAY and STOP after the match id: moves or percepts, turn, last move."""
        if not self._hidden and observation.step > 0:
            moves = observation.moves or ()
            return tuple(self._sent(move.term) for move in moves), None, None
        percepts = None if observation.step == 0 else tuple(map(self._sent, observation.percepts or ()))
        if self._dialect == "percepts" or not self._hidden:
            return percepts, None, None
        return percepts, observation.step, self._sent(observation.own.term) if observation.own else None

    def _sent(self, term: Term) -> Term:
        return self._scrambler.scrambled(term) if self._scrambler else term

    async def _send(self, message: Message, step: int, seconds: float) -> tuple[str, str]:
        """The reply, and the error where there is none."""
        try:
            return await post(self._url, message, seconds, match=self._match, step=step), ""
        except TimeoutError:
            error = TIMED_OUT
        except (aiohttp.ClientError, OSError, UnicodeDecodeError) as problem:
            self._log.warning("%s: %s", self._url, problem)
            error = CONNECTION_ERROR
        return "", error


async def post(url: str, message: Message, seconds: float, *, match: str = "", step: int = 0) -> str:
    """Send one message and give the reply; the time limit counts from now, connecting included."""
    headers = {
        "Accept": "text/delim",
        "Sender": "GAMESERVER",
        "Receiver": url,
        "Content-Type": "text/acl",
        "Connection": "close",
    }
    if match:
        headers |= {"GGP-Match-ID": match, "GGP-Match-Step": str(step)}
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS)
    connector = aiohttp.TCPConnector(force_close=True)
    async with (
        asyncio.timeout(seconds),
        # A player's reply must not send the manager elsewhere, nor swell when it is unpacked.
        aiohttp.ClientSession(
            connector=connector, timeout=timeout, auto_decompress=False, trust_env=False
        ) as session,
        session.post(url, data=str(message).encode(), headers=headers, allow_redirects=False) as response,
    ):
        body = b""
        while not response.content.at_eof() and len(body) < MOST_REPLY_BYTES:
            body += await response.content.read(MOST_REPLY_BYTES - len(body))
        if response.status >= REDIRECTS:
            reason = excerpt(body.decode(errors="replace")) or response.reason
            raise aiohttp.ClientError(f"the player answers {response.status} ({reason})")
        return body.decode()


async def ask_info(url: str, seconds: float = 1.0) -> InfoReply:
    """What a player says of itself."""
    try:
        return parse_info_reply(await post(url, Info(), seconds))
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        raise ManagerError(
            f"{url} does not answer: {error or 'no reply in time'}; is a player running there?"
        ) from error


def rules_text(rules: tuple[Rule, ...]) -> str:
    """The rules as START sends them: one pair of parentheses, one line."""
    return f"({' '.join(map(str, rules))})"
