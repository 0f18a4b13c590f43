"""What the process of a match does: it follows the match and answers the server's orders.

The conductor follows the match on the best engine there is at the moment (the evaluator from the start, the
compiled game as soon as it is loaded), so that a legal move is at hand for every question; the player proper
runs in a thread of its own. While the player is not ready, or still busy with an earlier question, a simple one
stands in, also in its own thread; observations are linked, so a player that missed some catches up.

Without a player nothing is loaded, and a search on the evaluator plays: a scout (`scout`).
"""

from __future__ import annotations

import random
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from woodstock.background import Background
from woodstock.clock import Clock
from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet
from woodstock.net.worker import wire
from woodstock.net.worker.cast import Cast
from woodstock.net.worker.course import Course, Verdict
from woodstock.net.worker.loading import examine, load_compiled, load_quickly, read_rules
from woodstock.net.worker.memory import resident_megabytes, within_memory
from woodstock.players.catalogue import builtin
from woodstock.players.fallback import Fallback
from woodstock.players.native import NativePlayer
from woodstock.players.player import Decision

if TYPE_CHECKING:
    from woodstock.game import Game, State

CHECK_SHARE = 0.1
CHRONICLE_SECONDS = 1.0
LEAST_CHECK_SECONDS, MOST_CHECK_SECONDS = 0.1, 2.0


class Conductor:
    """Answers the server's orders, one after the other, and never waits for a player beyond its clock."""

    def __init__(self, send: Callable[[wire.Report], None], pending: Callable[[], bool]) -> None:
        self._send = send
        self._pending = pending
        self._start_clock = Clock()
        self._play_clock = Clock()
        self._begin: wire.Begin | None = None
        self._course: Course | None = None
        self._player: Cast | None = None
        self._stand_in: Cast | None = None
        self._scouting: Fallback | None = None
        self._backlog: list[wire.Ask] = []
        self._playing = threading.Event()
        self._loaded = threading.Event()
        self._compiling: Background[tuple[Game, str]] | None = None
        self._random = random.Random()

    def interrupt(self) -> None:
        """A new order has come: whatever runs for the one before ends now."""
        self._start_clock.cancel()
        self._play_clock.cancel()

    def begin(self, order: wire.Begin) -> None:
        """Answer within the start clock, whether the game is loaded by then or not."""
        self._begin = order
        self._random.seed(order.seed)
        try:
            sheet = read_rules(order.rules)
            if not order.examined:
                examine(sheet, order.role)
            game = load_quickly(sheet)
            role = game.role(order.role)
        except WoodStockError as error:
            self._send(wire.Refused(reason=str(error)))
            return
        self._start_clock = Clock(order.deadline, order.simulations, order.play_seconds)
        self._course = Course(game, role, order.seed)
        for step in order.history:
            self._course.advance(step, clock=Clock.after(1.0))
        self._candidate(0)
        if not order.player:
            self._scouting = Fallback(order.seed)
            self._playing.set()
            return
        threading.Thread(
            target=self._load, args=(sheet, order, self._course), name="loader", daemon=True
        ).start()
        while not self._loaded.wait(0.02) and not self._start_clock.expired and not self._pending():
            pass
        self._send(wire.Ready(note="" if self._loaded.is_set() else "still loading"))

    def ask(self, order: wire.Ask) -> None:
        course = self._course
        if course is None:
            return
        self._play_clock = clock = Clock(order.deadline, self._begin.simulations if self._begin else None)
        self._backlog.append(order)
        if self._compiling is not None:
            self._compiling.give_way()
        while order.scouted and not self._playing.is_set():
            if clock.expired or self._pending():
                return
            self._playing.wait(0.01)
        verdict = self._caught_up(course, clock)
        if verdict.repeated:
            self._send(wire.Repeated(ticket=order.ticket))
            return
        if verdict.note:
            self._note(verdict.note, True)
        at_hand = self._candidate(order.ticket)
        while not self._playing.wait(0.01) and not clock.expired and not self._pending():
            pass
        move, reason = self._chosen(course, clock, order.latest) or (at_hand, "at hand")
        if course.tracker.fits and move not in {str(legal) for legal in course.tracker.legal()}:
            self._note(f"the player wanted {move}, which is not legal", True)
            move, reason = at_hand, "replaced an illegal move"
        self._send(wire.Chosen(ticket=order.ticket, move=move, reason=reason))
        if self._scouting is not None and not self._pending():
            guess = course.foresee(move)
            if guess is not None:
                self._send(wire.Candidate(ticket=order.ticket + 1, move=str(guess), guessed=True))

    def _caught_up(self, course: Course, clock: Clock) -> Verdict:
        """Take in the questions so far; what the last one turned out to be."""
        verdict = Verdict()
        waiting, self._backlog = self._backlog, []
        for order in waiting:
            if order is waiting[-1] and (guess := course.outlook(order.step)) is not None:
                self._send(wire.Candidate(ticket=order.ticket, move=str(guess), guessed=True))
            verdict = course.advance(order.step, repeats=order.repeats is not None, clock=clock)
        return verdict

    def end(self, order: wire.End) -> None:
        """Tell how it ended before the player has its time to learn from it: the server does not wait for ever."""
        ended = wire.Ended()
        if self._course and not self._backlog:
            self._course.advance(order.step, clock=Clock.after(1.0))
            state = self._course.tracker.state
            goals = {role.name: goal or 0 for role, goal in state.goals.items()} if state.terminal else {}
            ended = wire.Ended(goals=goals)
            self._send(ended)
            if self._player and self._player.available:
                player, observation = self._player.player, self._course.observation
                self._player.do(lambda: player.stop(observation)).wait(5.0)
            if order.recorded:
                ended = msgspec.structs.replace(chronicle(self._course), goals=goals)
        self._send(msgspec.structs.replace(ended, last=True))

    def _candidate(self, ticket: int) -> str:
        """Name a legal move, to be played if nothing better comes."""
        legal = self._course.tracker.legal() if self._course else ()
        move = str(self._random.choice(legal)) if legal else "nil"
        if legal:
            self._send(wire.Candidate(ticket=ticket, move=move))
        return move

    def _chosen(self, course: Course, clock: Clock, latest: float) -> tuple[str, str] | None:
        """The choice of the player, or of the stand-in while the player is not to be had; None: too late."""
        if self._scouting is not None:  # alone in its process, so it needs no thread and no engine of its own
            decision = self._scouting.decide(course.tracker, clock)
            return str(decision.move), reasons(decision, "scout")
        observation = course.observation
        for cast in (self._player, self._stand_in):
            if cast is None or not cast.available:
                continue
            player = cast.player
            decisions: list[Decision] = []
            over = cast.do(lambda: decisions.append(player.play(observation, clock)))  # noqa: B023
            while not over.wait(0.01) and time.monotonic() < latest and not self._pending():
                pass
            if decisions:
                return str(decisions[0].move), reasons(decisions[0], cast.name)
            if not over.is_set():
                break
        return None

    def _load(self, sheet: Rulesheet, begin: wire.Begin, course: Course) -> None:
        """Load the compiled game; start the stand-in and the player on it, however long that takes."""
        clock = self._start_clock
        started = time.monotonic()
        try:
            self._compiling = Background(
                lambda: load_compiled(sheet, check_seconds(clock), begin.cache), "compiler"
            )
            game, note = self._compiling.outcome()
            if game.verdict is not None and game.verdict.difference is not None:
                self._note(f"the compiled game is not trusted: {game.verdict.difference}", True)
            registry = builtin()
            spec = within_memory(begin.player, registry, resident_megabytes())
            player = registry.build(spec, seed=begin.seed)
            plays = game.compiled is not None or not isinstance(player, NativePlayer)
            if plays:
                if game.compiled is not None:
                    course.offer(game)
                # Should it be a reference engine, that serves one thread only: each keeps its own.
                self._stand_in = self._stand_in_on(game if game.compiled else load_quickly(sheet), begin)
                self._playing.set()
            self._send(wire.Loaded(note=f"{note} after {time.monotonic() - started:.2f} s", plays=plays))
            if plays:
                cast = Cast(player, str(spec), self._note)
                cast.do(lambda: player.start(game, game.role(begin.role), clock)).wait()
                if not cast.failures:
                    self._player = cast
        except Exception:
            self._note(f"loading failed: {traceback.format_exc()}", True)
        finally:
            self._loaded.set()

    def _stand_in_on(self, game: Game, begin: wire.Begin) -> Cast:
        player = builtin().build(begin.fallback, seed=begin.seed)
        player.start(game, game.role(begin.role), Clock.after(1.0))
        return Cast(player, begin.fallback, self._note)

    def _note(self, text: str, warning: bool) -> None:
        self._send(wire.Note(text=text, warning=warning))


def chronicle(course: Course) -> wire.Ended:
    """The states and moves of a match, as far as they are told and worked out in a moment."""
    roles = [role.name for role in course.game.roles]
    state, states = course.game.initial_state(), []
    end = time.monotonic() + CHRONICLE_SECONDS
    moves = [entry.moves for entry in course.observation.since(0)]
    if not all(moves):
        return wire.Ended(roles=roles)
    for joint in moves:
        states.append(state_text(state))
        if time.monotonic() > end:
            break
        state = state.play(joint or ())
    else:
        states.append(state_text(state))
    return wire.Ended(
        roles=roles, moves=[[str(move) for move in joint or ()] for joint in moves], states=states
    )


def state_text(state: State) -> str:
    return f"( {' '.join(sorted(map(str, state.fluents)))} )"


def check_seconds(clock: Clock) -> float:
    """How long the compiled game is held against the rules: a share of what is left of the start clock."""
    return min(MOST_CHECK_SECONDS, max(LEAST_CHECK_SECONDS, CHECK_SHARE * clock.remaining()))


def reasons(decision: Decision, name: str) -> str:
    """A decision in few words, for the log."""
    values = " ".join(f"{role.name}={value:.0f}" for role, value in decision.values.items())
    effort = f"samples={decision.samples} nodes={decision.nodes} depth={decision.depth}"
    note = f"; {decision.note}" if decision.note else ""
    return f"by {name.partition(':')[0]}: {values} {effort}{' proven' if decision.proven else ''}{note}"
