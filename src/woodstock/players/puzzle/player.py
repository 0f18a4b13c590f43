"""Games of one role without chance: find a line that ends with the highest goal, keep it, play it out.

Two searches run side by side until one has it: the core's (breadth-first with a table of states, and nested
rollout policy adaptation) and the T-stage network solved at once (`plan`), or board by board where there are several
(`boards`).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.background import Background
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import Tracker
from woodstock.clock import Clock, Reserve
from woodstock.compile.compiled import Compiled
from woodstock.players.budget import run_seed
from woodstock.players.effort import Effort
from woodstock.players.fallback import Fallback
from woodstock.players.outlook import Outlook, decide
from woodstock.players.player import Decision
from woodstock.players.possible import native_state
from woodstock.players.preparation import compile_game
from woodstock.players.puzzle.boards import plan_boards
from woodstock.players.puzzle.plan import dependent_moves, plan, plan_unordered

if TYPE_CHECKING:
    from woodstock.game import Game, Role

_SECONDS_WITHOUT_CLOCK = 10.0
_SECONDS_TO_STOP = 2.0
_FIRST_TRY = 4.0  # seconds of the plan without assumptions before the one with them


class PuzzlePlayer:
    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._tracker: Tracker | None = None
        self._fallback = Fallback(effort.seed)
        self._preparation: Background[tuple[Compiled, _core.PuzzleSearch]] | None = None
        self._planning: Planning | None = None
        self._runs = 0
        self._after_search = Reserve(margin=0.0)
        self._stop = _core.StopFlag()  # set when a plan is there

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self.stop(None)
        self._tracker = Tracker(game, role, seed=self._effort.seed)
        self._preparation = Background(lambda: prepare(game), "compile a puzzle")
        if self._preparation.wait_for(clock) and self._effort.ponder and not self._budget(clock):
            self._search(clock)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        if self._tracker is None or self._preparation is None:
            raise RuntimeError("play was called before start")
        begin = time.monotonic()
        self._tracker.follow(observation, clock)
        self._preparation.wait_for(clock.part(0.5))
        ready = self._preparation.result
        if ready is None:
            return self._fallback.decide(self._tracker, clock)
        clock = clock.less(self._after_search)
        self._search(clock)
        compiled, search = ready
        decision = decide(self._tracker, compiled, [Outlook(search.report())], time.monotonic() - begin)
        self._after_search.note_latency(max(0.0, time.monotonic() - clock.deadline))
        return decision

    def stop(self, observation: Observation | None) -> None:
        if self._planning is not None:
            self._planning.stop()
        self._planning = None
        self._tracker = None

    def _budget(self, clock: Clock) -> int | None:
        return clock.simulations or self._effort.simulations or None

    def _search(self, clock: Clock) -> None:
        """Until the clock ends or a line with the highest goal is known."""
        if self._tracker is None or self._preparation is None or self._preparation.result is None:
            return
        compiled, search = self._preparation.result
        root = native_state(compiled, self._tracker.state)
        search.set_root(root)
        budget = self._budget(clock)
        if budget is not None:
            search.run(simulations=budget, seed=self._effort.seed, memory=self._effort.memory << 20)
            return
        if search.best >= search.highest:
            return
        if self._planning is None or self._planning.root != root:
            if self._planning is not None:
                self._planning.give_up()
            self._stop.clear()
            self._planning = Planning(compiled.circuit, root, search.highest, self._effort, self._stop)
        self._runs += 1
        seconds = _SECONDS_WITHOUT_CLOCK if math.isinf(clock.deadline) else clock.remaining()
        seed = run_seed(self._effort.seed, self._runs)
        Background(
            lambda: search.run(seconds=seconds, seed=seed, memory=self._effort.memory << 20, stop=self._stop),
            "puzzle",
        ).watch(clock, self._stop.set)
        found = self._planning.found
        if found is not None:
            search.offer(found)


class Planning:
    """Plans from one state, tried one way after the other in a thread of their own."""

    def __init__(
        self, circuit: _core.Circuit, root: _core.State, goal: int, effort: Effort, found: _core.StopFlag
    ) -> None:
        self.root = root
        self._found = found
        self._stop = threading.Event()
        self._circuit, self._goal, self._effort = circuit, goal, effort
        self._work = Background(self._plan, "plan")

    @property
    def found(self) -> list[int] | None:
        return self._work.result

    def give_up(self) -> None:
        """Have it end, without waiting for that."""
        self._stop.set()

    def stop(self) -> None:
        self.give_up()
        self._work.wait(_SECONDS_TO_STOP)

    def _plan(self) -> list[int] | None:
        circuit, root, goal = self._circuit, self.root, self._goal
        stepper = _core.Stepper(circuit)
        dependent, longest = dependent_moves(stepper, root, self._effort.seed)
        horizon = longest + longest // 8 + 1
        attempts: list[Callable[[threading.Event], list[int] | None]] = [
            lambda stop: plan_unordered(circuit, root, goal, stop),
            lambda stop: plan(circuit, root, goal, horizon, stop),
            lambda stop: plan(circuit, root, goal, horizon, stop, dependent=dependent),
        ]
        if self._effort.factors:
            attempts.insert(0, lambda stop: plan_boards(circuit, root, goal, stop))
        seconds = _FIRST_TRY
        while not self._stop.is_set():
            for attempt in attempts:
                if self._stop.is_set():
                    break
                moves = within(seconds, self._stop, attempt)
                if moves is not None and not self._stop.is_set() and reaches(stepper, root, moves, goal):
                    self._found.set()
                    return moves
            seconds *= 2
        return None


def within(
    seconds: float, stop: threading.Event, attempt: Callable[[threading.Event], list[int] | None]
) -> list[int] | None:
    """What an attempt finds in so much time, or until it is stopped."""
    own = threading.Event()
    ended = threading.Event()

    def watch() -> None:
        begin = time.monotonic()
        while time.monotonic() - begin < seconds and not stop.is_set() and not ended.wait(0.02):
            pass
        own.set()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return attempt(own)
    finally:
        ended.set()
        watcher.join()


def reaches(stepper: _core.Stepper, root: _core.State, moves: list[int], goal: int) -> bool:
    """Whether the moves can be played and end with the goal."""
    state = root
    for move in moves:
        if stepper.terminal(state) or move not in stepper.legal(state, 0):
            return False
        state = stepper.play(state, [move])
    return stepper.terminal(state) and stepper.goal(state, 0) == goal


def prepare(game: Game) -> tuple[Compiled, _core.PuzzleSearch]:
    compiled = compile_game(game)
    search = _core.PuzzleSearch(compiled.engines, compiled.circuit)
    search.set_root(native_state(compiled, game.initial_state()))
    return compiled, search
