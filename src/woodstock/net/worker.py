"""The process that plays one match for the server: `python -m woodstock.net.worker`.

A process of its own keeps the server responsive whatever a player does, makes a hanging or crashing one
harmless, and leaves nothing behind when it is killed. Inside, the conductor follows the match on the best
engine there is at the moment (the reference from the start, the compiled game as soon as it is loaded), so
that a legal move is at hand for every question; the player proper runs in a thread of its own. While the
player is not ready, or still busy with an earlier question, a simple one stands in, also in its own thread;
observations are linked, so a player that missed some catches up.
"""

from __future__ import annotations

import os
import queue
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet, parse_kif
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
    """A player in a thread of its own: asked one thing at a time, and given up on when it keeps failing."""

    def __init__(self, player: Player, name: str, note: Callable[[str, bool], None]) -> None:
        self.player = player
        self.name = name
        self.failures = 0
        self._note = note
        self._tasks: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._idle = threading.Event()
        self._idle.set()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    @property
    def available(self) -> bool:
        """Whether it can be asked: not while it still works on something, nor after too many failures."""
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
                self._note(f"{self.name} failed: {traceback.format_exc()}", True)
            finally:
                self._idle.set()
                over.set()

        self._tasks.put(whole)
        return over

    def _run(self) -> None:
        while True:
            self._tasks.get()()


class Conductor:
    """Answers the server's orders, one after the other, and never waits for a player beyond its clock."""

    def __init__(self, send: Callable[[Report], None], pending: Callable[[], bool]) -> None:
        self._send = send
        self._pending = pending
        self._start_clock = Clock()
        self._play_clock = Clock()
        self._begin: Begin | None = None
        self._course: Course | None = None
        self._player: Cast | None = None
        self._stand_in: Cast | None = None
        self._loaded = threading.Event()
        self._random = random.Random()

    def interrupt(self) -> None:
        """A new order has come: whatever runs for the one before ends now."""
        self._start_clock.cancel()
        self._play_clock.cancel()

    def begin(self, order: Begin) -> None:
        """Answer within the start clock, whether the game is loaded by then or not."""
        self._begin = order
        self._random.seed(order.seed)
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
            self._course.advance(step, repeats=False, clock=Clock.after(1.0))
        self._candidate(0)
        threading.Thread(
            target=self._load, args=(sheet, order, self._course), name="loader", daemon=True
        ).start()
        while not self._loaded.wait(0.02) and not self._start_clock.expired and not self._pending():
            pass
        self._send(Ready(note="" if self._loaded.is_set() else "still loading"))

    def ask(self, order: Ask) -> None:
        course = self._course
        if course is None:
            return
        self._play_clock = clock = Clock(order.deadline, self._begin.simulations if self._begin else None)
        guess = course.outlook(order.step)
        if guess is not None:
            self._send(Candidate(ticket=order.ticket, move=str(guess)))
        verdict = course.advance(order.step, repeats=order.repeats is not None, clock=clock)
        if verdict.repeated:
            self._send(Repeated(ticket=order.ticket))
            return
        if verdict.note:
            self._note(verdict.note, True)
        at_hand = self._candidate(order.ticket)
        move, reason = self._chosen(course.observation, clock, order.latest) or (at_hand, "at hand")
        if course.tracker.exact and move not in {str(legal) for legal in course.tracker.legal()}:
            self._note(f"the player wanted {move}, which is not legal", True)
            move, reason = at_hand, "replaced an illegal move"
        self._send(Chosen(ticket=order.ticket, move=move, reason=reason))

    def end(self, order: End) -> None:
        goals = {}
        if self._course:
            self._course.advance(order.step, repeats=False, clock=Clock.after(1.0))
            state = self._course.tracker.state
            goals = {role.name: goal for role, goal in state.goals.items()} if state.terminal else {}
            if self._player and self._player.available:
                player, observation = self._player.player, self._course.observation
                self._player.do(lambda: player.stop(observation)).wait(5.0)
        self._send(Ended(goals=goals))

    def _candidate(self, ticket: int) -> str:
        """Name a legal move, to be played if nothing better comes."""
        legal = self._course.tracker.legal() if self._course else ()
        move = str(self._random.choice(legal)) if legal else "nil"
        if legal:
            self._send(Candidate(ticket=ticket, move=move))
        return move

    def _chosen(self, observation: Observation, clock: Clock, latest: float) -> tuple[str, str] | None:
        """The choice of the player, or of the stand-in while the player is not to be had; None: too late."""
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

    def _load(self, sheet: Rulesheet, begin: Begin, course: Course) -> None:
        """Set up the stand-in; load the compiled game; start the player on it, however long that takes."""
        clock = self._start_clock
        started = time.monotonic()
        try:
            self._stand_in = self._stand_in_on(quickly_loaded(sheet), begin)
            game, note = loaded(sheet)
            self._note(f"{note} after {time.monotonic() - started:.2f} s", False)
            if game.compiled is not None:  # a reference engine serves one thread only: each keeps its own
                course.offer(game)
                self._stand_in = self._stand_in_on(game, begin)
            player = builtin().build(begin.player, seed=begin.seed)
            cast = Cast(player, begin.player, self._note)
            cast.do(lambda: player.start(game, game.role(begin.role), clock)).wait()
            if not cast.failures:
                self._player = cast
        except Exception:
            self._note(f"loading failed: {traceback.format_exc()}", True)
        finally:
            self._loaded.set()

    def _stand_in_on(self, game: Game, begin: Begin) -> Cast:
        player = builtin().build(begin.fallback, seed=begin.seed)
        player.start(game, game.role(begin.role), Clock.after(1.0))
        return Cast(player, begin.fallback, self._note)

    def _note(self, text: str, warning: bool) -> None:
        self._send(Note(text=text, warning=warning))


def reasons(decision: Decision, name: str) -> str:
    """A decision in few words, for the log."""
    values = " ".join(f"{role.name}={value:.0f}" for role, value in decision.values.items())
    effort = f"samples={decision.samples} nodes={decision.nodes} depth={decision.depth}"
    return f"by {name.partition(':')[0]}: {values} {effort}{' proven' if decision.proven else ''}"


def main() -> None:
    """Read orders until the server closes the pipe; then end at once, whatever still runs."""
    inbound, outbound = sys.stdin.buffer, private_output()
    import_ahead()
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


def import_ahead() -> None:
    """Load what every match needs while there is none yet: the server keeps a process waiting."""
    from woodstock import compiled, game, native, reference  # noqa: F401

    builtin()


def private_output() -> BinaryIO:
    """The pipe to the server, with standard output turned to standard error: a print must not garble it."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe


if __name__ == "__main__":
    main()
