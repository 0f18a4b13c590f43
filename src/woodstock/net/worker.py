"""The process that plays one match for the server: `python -m woodstock.net.worker`.

A process of its own keeps the server responsive whatever a player does, makes a hanging or crashing one
harmless, and leaves nothing behind when it is killed. Inside, the conductor follows the match on the best
engine there is at the moment (the reference from the start, the compiled game as soon as it is loaded), so
that a legal move is at hand for every question; the player proper runs in a thread of its own. While the
player is not ready, or late, a simple one stands in; observations are linked, so the player catches up.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from woodstock.errors import WoodStockError
from woodstock.gdl import parse_kif
from woodstock.net.course import Course
from woodstock.net.loading import loaded, quickly_loaded
from woodstock.net.wire import (
    Ask,
    Begin,
    Candidate,
    Chosen,
    End,
    Ended,
    Note,
    Ready,
    Refused,
    Repeated,
    Report,
    frame,
    read_order,
)
from woodstock.players.clock import Clock
from woodstock.players.player import Decision, Observation, Player
from woodstock.players.registry import builtin

if TYPE_CHECKING:
    from woodstock.game import Game

MOST_FAILURES = 3
"""After so many failures in a row a player is not asked again."""


class Cast:
    """A player in a thread of its own: asked one thing at a time, and given up on when it fails."""

    def __init__(self, player: Player, note: Callable[[str, bool], None]) -> None:
        self.player = player
        self.failures = 0
        self._note = note
        self._tasks: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._idle = threading.Event()
        self._idle.set()
        threading.Thread(target=self._run, name="player", daemon=True).start()

    @property
    def available(self) -> bool:
        return self._idle.is_set() and self.failures < MOST_FAILURES

    def do(self, task: Callable[[], None]) -> threading.Event:
        """Hand over a task; the event is set when it is over."""
        over = threading.Event()
        self._idle.clear()

        def whole() -> None:
            try:
                task()
                self.failures = 0
            except Exception:
                self.failures += 1
                self._note(f"player failed: {traceback.format_exc()}", True)
            finally:
                self._idle.set()
                over.set()

        self._tasks.put(whole)
        return over

    def _run(self) -> None:
        while True:
            self._tasks.get()()


class Conductor:
    """Answers the server's orders, one after the other."""

    def __init__(self, send: Callable[[Report], None], pending: Callable[[], bool]) -> None:
        self._send = send
        self._pending = pending
        self._start_clock = Clock()
        self._play_clock = Clock()
        self._begin: Begin | None = None
        self._course: Course | None = None
        self._cast: Cast | None = None
        self._stand_in: Player | None = None
        self._loaded = threading.Event()

    def interrupt(self) -> None:
        """A new order has come: whatever runs for the one before ends now."""
        self._start_clock.cancel()
        self._play_clock.cancel()

    def begin(self, order: Begin) -> None:
        """Answer within the start clock, whether the game is loaded by then or not."""
        limit_memory(order.memory)
        self._begin = order
        try:
            sheet = parse_kif(order.rules, "rules")
            game = quickly_loaded(sheet)
            role = game.role(order.role)
        except WoodStockError as error:
            self._send(Refused(reason=str(error)))
            return
        self._start_clock = Clock(order.deadline, order.simulations, order.play_seconds)
        self._course = Course(game, role, order.seed)
        for step in order.history:
            self._course.advance(step, repeats=False)
        self._candidate(0)
        self._stand_in = self._stand_in_on(game)
        threading.Thread(target=self._load, name="loader", daemon=True).start()
        while not self._loaded.wait(0.02) and not self._start_clock.expired and not self._pending():
            pass
        self._send(Ready(note="" if self._loaded.is_set() else "still loading"))

    def ask(self, order: Ask) -> None:
        course = self._course
        if course is None:
            return
        verdict = course.advance(order.step, repeats=order.repeats is not None)
        if verdict.repeated:
            self._send(Repeated(ticket=order.ticket))
            return
        if verdict.note:
            self._note(verdict.note, True)
        self._candidate(order.ticket)
        self._play_clock = Clock(order.deadline, self._begin.simulations if self._begin else None)
        move, reason = self._choose(course.observation, self._play_clock)
        if move not in (legal := {str(move) for move in course.tracker.legal()}):
            self._note(f"the player wanted {move}, which is not legal", True)
            move, reason = min(legal), "replaced an illegal move"
        self._send(Chosen(ticket=order.ticket, move=move, reason=reason))

    def end(self, order: End) -> None:
        goals = {}
        if self._course:
            self._course.advance(order.step, repeats=False)
            state = self._course.tracker.state
            goals = {role.name: goal for role, goal in state.goals.items()} if state.terminal else {}
            if self._cast and self._cast.available:
                player, observation = self._cast.player, self._course.observation
                self._cast.do(lambda: player.stop(observation)).wait(5.0)
        self._send(Ended(goals=goals))

    def _candidate(self, ticket: int) -> None:
        if self._course:
            legal = self._course.tracker.legal()
            if legal:
                self._send(Candidate(ticket=ticket, move=str(legal[0])))

    def _choose(self, observation: Observation, clock: Clock) -> tuple[str, str]:
        """The player's choice if it is up and keeps its clock, else the stand-in's."""
        cast = self._cast if self._loaded.is_set() else None
        if cast is not None and cast.available:
            player = cast.player
            decisions: list[Decision] = []
            over = cast.do(lambda: decisions.append(player.play(observation, clock)))
            while not over.wait(0.02) and not (clock.expired and self._pending()):
                pass
            if decisions:
                return str(decisions[0].move), reasons(decisions[0])
        if self._stand_in is None:
            raise AssertionError("begin comes first")
        decision = self._stand_in.play(observation, clock)
        return str(decision.move), f"by {self._begin.fallback if self._begin else 'stand-in'}"

    def _load(self) -> None:
        """Load the compiled game, then start the player on it, however long that takes."""
        begin, course = self._begin, self._course
        if begin is None or course is None:
            return
        clock = self._start_clock
        started = time.monotonic()
        try:
            game, note = loaded(course.game)
            self._note(f"{note} after {time.monotonic() - started:.2f} s", False)
            player = builtin().build(begin.player, seed=begin.seed)
            cast = Cast(player, self._note)
            if game.compiled is not None:  # a reference engine serves one thread only: each keeps its own
                course.offer(game)
                self._stand_in = self._stand_in_on(game)
            cast.do(lambda: player.start(game, game.role(begin.role), clock)).wait()
            if not cast.failures:
                self._cast = cast
        except Exception:
            self._note(f"loading failed: {traceback.format_exc()}", True)
        finally:
            self._loaded.set()

    def _stand_in_on(self, game: Game) -> Player:
        if self._begin is None:
            raise AssertionError("begin comes first")
        player = builtin().build(self._begin.fallback, seed=self._begin.seed)
        player.start(game, game.role(self._begin.role), Clock.after(1.0))
        return player

    def _note(self, text: str, warning: bool) -> None:
        self._send(Note(text=text, warning=warning))


def reasons(decision: Decision) -> str:
    values = " ".join(f"{role.name}={value:.0f}" for role, value in decision.values.items())
    proven = " proven" if decision.proven else ""
    return (
        f"{values} samples={decision.samples} nodes={decision.nodes} depth={decision.depth}{proven}".strip()
    )


def limit_memory(limit: int | None) -> None:
    """Make allocations beyond the limit fail in this process, where the system can."""
    if limit is None:
        return
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def main() -> None:
    """Read orders until the server closes the pipe; then end at once, whatever still runs."""
    inbound, outbound = sys.stdin.buffer, private_output()
    lock = threading.Lock()

    def send(report: Report) -> None:
        with lock:
            outbound.write(frame(report))
            outbound.flush()

    orders: queue.SimpleQueue[Begin | Ask | End] = queue.SimpleQueue()
    conductor = Conductor(send, lambda: not orders.empty())

    def conduct() -> None:
        while True:
            order = orders.get()
            try:
                match order:
                    case Begin():
                        conductor.begin(order)
                    case Ask():
                        conductor.ask(order)
                    case End():
                        conductor.end(order)
            except Exception:
                send(Note(text=f"match process: {traceback.format_exc()}", warning=True))

    threading.Thread(target=conduct, name="conductor", daemon=True).start()
    while (order := read_order(inbound)) is not None:
        conductor.interrupt()
        orders.put(order)
    os._exit(0)


def private_output() -> BinaryIO:
    """The pipe to the server, with standard output turned to standard error: a print must not garble it."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe


if __name__ == "__main__":
    main()
