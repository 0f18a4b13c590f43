"""A match between two searches of the core, each with the same CPU time a move and thread.

Wall-clock time on a busy machine gives one player more than the other; CPU time does not. A player with two threads
gets twice the CPU time, which is what equal wall-clock time gives it where both cores are free. Only native players
can be asked for their search; nothing ponders, no move is late. A player that learns may be given CPU time for it
before the match; what it learned is kept for the next match of the same lesson.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from cpu_time import slices
from hidden_duel import hidden_duel
from plain_match import play_out
from woodstock import _core
from woodstock.belief.tracker import tells_percepts
from woodstock.clock import Clock
from woodstock.game import Game, Move, Role, State
from woodstock.players.catalogue import builtin
from woodstock.players.flagship import FlagshipPlayer
from woodstock.players.minimax import MinimaxPlayer
from woodstock.players.native import NativePlayer
from woodstock.players.proof import decides, nodes_for, preferred
from woodstock.players.spec import parse_spec
from woodstock.players.symmetric import SymmetryChoice, forms_of

SECONDS_FOR_SYMMETRY = 60.0
_LESSONS = 8
"""Of each player and game: what is learned varies, so a series has several and takes turns."""


class Thinker:
    """A search with its number of threads, and the proof search that goes with it."""

    def __init__(self, spec: str, game: Game, role: int, learn: float = 0.0, lesson: int = 0) -> None:
        learns = learn > 0 and parse_spec(spec).name in ("minimax", "woodstock")
        learner = parse_spec(spec).with_setting("seed", lesson).with_setting("ponder", False)
        player = builtin().build(str(learner) if learns else spec)
        if game.compiled is None or not isinstance(player, NativePlayer):
            raise SystemExit(f"{spec} has no search of the core for {game.name}: play it without --cpu")
        self.role = role
        self.way = ""
        """What it found out to go by, if it did."""
        if learns and isinstance(player, FlagshipPlayer):
            studied = _studied(spec, game, player, learn, lesson)
            self.search = studied.new_learned_search(game.compiled, role)
            self.way = studied.way
        else:
            self.search = player.new_search(game.compiled, role)
        if learns and isinstance(player, MinimaxPlayer) and isinstance(self.search, _core.Minimax):
            self.search.set_evaluation(_learned(spec, game, player, learn, lesson))
        self.proof = player.new_proof(game.compiled, role)
        if player.symmetry.graph:
            self.search.set_symmetry(symmetry_of(game, player))
        self.share = player.proof_share
        self.threads = int(dict(parse_spec(spec).settings).get("threads", 1))
        self.effort = 0
        """Samples of the last decision and stages expanded for its proof."""

    def think(
        self, root: _core.State, seconds: float | None, seed: int, simulations: int | None = None
    ) -> int:
        """The move chosen after so many CPU seconds of each thread, or so many simulations."""
        begin = time.process_time()
        self.search.set_root(root)
        before = self.search.report().samples
        proof = None
        if self.proof is not None:
            self.proof.set_root(root)
            share = self.share * (self.threads if seconds is not None else 1)
            if simulations is not None:
                self.proof.run(nodes=nodes_for(simulations, share))
            elif seconds is not None:
                self._slices(lambda left, part: self.proof.run(seconds=left), begin, seconds * share)
            proof = self.proof.report()
        if proof is None or not decides(proof):
            if simulations is not None:
                self.search.run(simulations=simulations, threads=self.threads, seed=seed)
            elif seconds is not None:
                run = self.search.run
                self._slices(
                    lambda left, part: run(seconds=left, threads=self.threads, seed=seed + (part << 40)),
                    begin,
                    seconds * self.threads,
                )
        report = self.search.report()
        self.effort = report.samples - min(before, report.samples) + (proof.nodes if proof else 0)
        return report.moves[preferred(report, proof, self.role)].move

    def _slices(self, run: Callable[[float, int], _core.SearchEnd], begin: float, cpu_seconds: float) -> None:
        for part, left in enumerate(slices(cpu_seconds, begin)):
            if run(left / self.threads, part) == _core.SearchEnd.solved:
                break


_forms: dict[tuple[Game, SymmetryChoice], _core.Canonical] = {}


def symmetry_of(game: Game, player: NativePlayer) -> _core.Canonical:
    """The canonical forms that a player uses; found once, which the start clock would pay for."""
    key = game, player.symmetry
    if key not in _forms:
        _forms[key] = forms_of(game, player.symmetry, SECONDS_FOR_SYMMETRY)
    return _forms[key]


_known: dict[tuple[str, Game, float, int], _core.LinearEvaluation] = {}


def _learned(
    spec: str, game: Game, player: MinimaxPlayer, cpu_seconds: float, number: int
) -> _core.LinearEvaluation:
    """What the player learns of the game in so much CPU time, by the seed of that number."""
    key = (spec, game, cpu_seconds, number)
    if key not in _known and player.lesson is not None:
        for left in slices(cpu_seconds):
            if player.lesson.objection:
                break
            player.lesson.study(seconds=left)
        _known[key] = player.lesson.evaluation()
    return _known[key]


_players: dict[tuple[str, Game, float, int], FlagshipPlayer] = {}


def _studied(spec: str, game: Game, player: FlagshipPlayer, seconds: float, number: int) -> FlagshipPlayer:
    """The player after a start clock of so many seconds, which are not CPU time: trials have clocks."""
    key = (spec, game, seconds, number)
    if key not in _players:
        player.start(game, game.players[0], Clock.after(seconds))
        _players[key] = player
    return _players[key]


def duel(
    game: Game,
    specs: Sequence[str],
    seconds: float,
    seed: int,
    learn: float = 0.0,
    *,
    shares: Sequence[float] = (),
) -> tuple[list[int], int]:
    """Goals of the players and the number of moves; `specs` has one for each role but chance, and `shares` the part of
    the seconds that each has, if not all of them.

    Players that learn do so for `learn` CPU seconds before, with one of a few seeds."""
    if tells_percepts(game.rulesheet):
        return hidden_duel(game, specs, seconds, seed)
    lesson = random.Random(f"lesson {seed}").randrange(_LESSONS)
    thinkers = {
        role: Thinker(spec, game, role.index, learn, lesson) for role, spec in zip(game.players, specs)
    }

    own = {role: seconds * share for role, share in zip(game.players, shares or [1.0] * len(specs))}

    def chosen(state: State, role: Role, number: int) -> Move:
        move = thinkers[role].think(state.position, own[role], number)
        term = game.compiled.moves[role.index][move]
        return next(legal for legal in state.legal(role) if legal.term == term)

    return play_out(game, chosen, seed, random.Random(seed))
