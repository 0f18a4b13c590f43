"""The public face of a game: `Game` (the rules), `State` (a point in a play), `Role` and `Move`.

>>> import woodstock
>>> game = woodstock.load("tictactoe")
>>> state = game.initial_state()
>>> [str(role) for role in game.roles]
['xplayer', 'oplayer']
>>> state = state.play([Move.parse("(mark 2 2)"), Move.parse("noop")])
>>> state.terminal, len(state.legal(game.role("oplayer")))
(False, 8)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woodstock.engines.choice import build_engine, choose_engine
from woodstock.engines.engine import Engine, Percepts
from woodstock.engines.samples import random_states
from woodstock.engines.selfcheck import Verdict, compare_engines
from woodstock.errors import GroundingError, IllegalMove, UnknownEngine, UnknownRole, WoodStockError
from woodstock.gdl import Rulesheet, parse_term
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Term
from woodstock.moves import Move, Role, as_move
from woodstock.view.hints import NO_HINTS, Hints
from woodstock.view.layout import Layout, find_layout
from woodstock.view.model import View
from woodstock.view.text import draw_text

if TYPE_CHECKING:
    from woodstock.compile.compiled import Compiled
    from woodstock.grounding import Limits
    from woodstock.scsp.game.stage_network import StageNetwork
    from woodstock.scsp.model.network import Network
    from woodstock.symmetry.result import Symmetries
    from woodstock.traits.evidence import Finding
    from woodstock.traits.traits import Traits

__all__ = ["Game", "Move", "Role", "State", "self_check"]

SELF_CHECK_SECONDS = 0.25


class Game:
    """Rules ready to be played, on the engine that `engine` names.

    `auto` compiles the rules for the native core and falls back to the evaluator where that is impossible
    within the limits; `fallback_reason` then says why (it is empty otherwise). `stepper` does not fall back,
    `evaluator` and `reference` do not compile. Games are equal if their rules are. Rules with errors that `check`
    finds without grounding them are a `RulesheetError`.
    """

    def __init__(
        self,
        rulesheet: Rulesheet,
        *,
        name: str = "",
        engine: str = "auto",
        limits: Limits | None = None,
        description: str = "",
        hints: Hints = NO_HINTS,
    ) -> None:
        self.rulesheet = rulesheet
        self.name = name or Path(rulesheet.file).stem or "game"
        self.description = description
        self.hints = hints
        """How the game likes to be drawn."""
        self.engine, self.fallback_reason = choose_engine(rulesheet, engine, limits)
        self.roles = tuple(Role(each, index) for index, each in enumerate(self.engine.roles))
        self.verdict: Verdict | None = None
        """What the self-check said about the compiled engines, once they were checked."""

    @property
    def compiled(self) -> Compiled | None:
        """The rules compiled for the native core, if they are."""
        return getattr(self.engine, "compiled", None)

    @cached_property
    def stage(self) -> StageNetwork:
        """The game's µSCSP (2016, §3.3): the template that solves a stage, and the network to read."""
        compiled = self.compiled
        if compiled is None:
            raise GroundingError(
                f"{self.name} has no network: its rules are not ground. {self.fallback_reason or 'Load it with engine=auto.'}"
            )
        from woodstock.scsp.game.stage_network import encode

        return encode(compiled.completion, name=self.name)

    @property
    def network(self) -> Network:
        """The stochastic constraint network of one stage, whatever its state.

        >>> from woodstock import load
        >>> print(load("tictactoe_2x2").network)
        tictactoe_2x2: 36 variables (1 stochastic), 2 stages, 1 player, 45 constraints (1 soft), θ = (0)
        """
        return self.stage.network

    @cached_property
    def traits(self) -> Traits:
        """What kind of game it is: turns, payoffs, chance, information, each with how it is known.

        >>> from woodstock import load
        >>> print(load("nim").traits)
        2 players, turns, constant sum, perfect information
        """
        compiled = self.compiled
        if compiled is None:
            raise GroundingError(
                f"what kind of game {self.name} is cannot be told: its rules are not ground. {self.fallback_reason}"
            )
        from woodstock.traits.traits import find_traits

        return find_traits(compiled)

    @property
    def information(self) -> Finding:
        """Who knows what: `perfect`, `shared` or `private`, and how that is known.

        >>> from woodstock import load
        >>> load("monty_hall").information.value
        'shared'
        """
        return self.traits.information

    def symmetries(
        self, *, seconds: float = 20.0, graph: str = "microstructure", hidden: bool = True
    ) -> Symmetries:
        """The game's symmetries (2017, IJCAI) as far as they are found in some seconds; of the two graphs
        `microstructure` says what the rules mean, `rules` how they are written. `hidden` ones are in neither.

        >>> from woodstock import load
        >>> load("connect_four").symmetries().group.order
        2
        """
        known = self._symmetries.get((graph, hidden))
        if known is None or (seconds > known[0] and known[1].seconds > known[0] / 2):
            from woodstock.symmetry.detect import symmetries

            known = seconds, symmetries(self, seconds=seconds, graph=graph, look_for_hidden=hidden)
            self._symmetries[graph, hidden] = known
        return known[1]

    @cached_property
    def _symmetries(self) -> dict[tuple[str, bool], tuple[float, Symmetries]]:
        """What was found, with the seconds it had; more seconds find no more where half of them were left."""
        return {}

    @cached_property
    def layout(self) -> Layout:
        """How states of the game are drawn, from the fluents that are possible."""
        compiled, engine = self.compiled, self.engine
        seen = () if compiled else random_states(engine)
        possible = compiled.fluents if compiled else frozenset().union(*seen)
        first = engine.fluents(engine.initial())
        roles = [role.name for role in self.roles]
        return find_layout(possible, first, roles, lambda: seen or random_states(engine), self.hints)

    def role(self, name: str | Role) -> Role:
        """The role of that name."""
        for role in self.roles:
            if role.name == str(name):
                return role
        known = ", ".join(map(str, self.roles))
        raise UnknownRole(f"{self.name} has no role {name}; its roles are {known}")

    @property
    def players(self) -> tuple[Role, ...]:
        """The roles without chance."""
        return tuple(role for role in self.roles if not role.is_chance)

    def engine_named(self, name: str) -> Engine[Any]:
        """An engine on these rules: the game's own if that is its name, else another."""
        if name == self.engine.name:
            return self.engine
        if name in ("lanes", "stepper") and self.compiled is None:
            raise UnknownEngine(
                f"{self.name} is not compiled ({self.fallback_reason}); use the engine evaluator"
            )
        return build_engine(name, self.rulesheet, self.compiled)

    def initial_state(self) -> State:
        return State(self, self.engine.initial())

    def state(self, fluents: Iterable[Term | str]) -> State:
        """The state in which exactly these fluents (terms or KIF texts) hold."""
        terms = (parse_term(each) if isinstance(each, str) else each for each in fluents)
        return State(self, self.engine.position(terms))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self is other or self.rulesheet == other.rulesheet)

    def __hash__(self) -> int:
        return hash(len(self.rulesheet.rules))

    def __repr__(self) -> str:
        return f"Game({self.name!r}, roles={[role.name for role in self.roles]}, engine={self.engine.name!r})"

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(map(str, self.roles))})"

    def __reduce__(self) -> tuple[Any, ...]:
        options = {
            "name": self.name,
            "engine": self.engine.name,
            "description": self.description,
            "hints": self.hints,
        }
        return rebuilt, (self.rulesheet, options, self.fallback_reason)


class State:
    """A point in a play: immutable, hashable, and equal to any state of the game with the same fluents."""

    __slots__ = ("__dict__", "_percepts", "game", "position")

    def __init__(self, game: Game, position: Any, percepts: Percepts = ()) -> None:
        self.game = game
        self.position = position
        """The engine's own form of the state."""
        self._percepts = percepts

    @cached_property
    def fluents(self) -> frozenset[Term]:
        return self.game.engine.fluents(self.position)

    @cached_property
    def terminal(self) -> bool:
        return self.game.engine.terminal(self.position)

    @cached_property
    def goals(self) -> dict[Role, int | None]:
        """The goal of every player, None where the rules do not give exactly one value; chance's if it has one."""
        found = ((role, self.goal_values(role)) for role in self.game.roles)
        return {
            role: values[0] if len(values) == 1 else None
            for role, values in found
            if len(values) == 1 or not role.is_chance
        }

    def goal_values(self, role: Role | str) -> tuple[int, ...]:
        """Every goal value that the rules give the role here, normally one."""
        return self.game.engine.goals(self.position, self.game.role(role).index)

    @property
    def hash(self) -> int:
        """A 64-bit hash of the fluents, the same in every process that uses the same engine."""
        return self.game.engine.hash(self.position)

    @property
    def network(self) -> Network:
        """The stage of this state: the game's network with the state's fluents fixed."""
        return self.game.stage.injected(self.position)

    def legal(self, role: Role | str) -> tuple[Move, ...]:
        """The role's legal moves, in order."""
        role = role if isinstance(role, Role) else self.game.role(role)
        found = self._legal.get(role.index)
        if found is None:
            terms = self.game.engine.legal(self.position, role.index)
            found = self._legal[role.index] = tuple(map(Move, terms))
        return found

    @cached_property
    def _legal(self) -> dict[int, tuple[Move, ...]]:
        """What was asked for so far, by the number of the role."""
        return {}

    def play(self, moves: Mapping[Any, Move | str] | Sequence[Move | str]) -> State:
        """The state after these moves, one per role: by role, or in the order of the roles.

        >>> from woodstock import load
        >>> print(load("nim").initial_state().play({"first": "(take d 6)", "second": "noop"}))
        heap
        a  1 o
        b  3 ooo
        c  5 ooooo
        d  1 o
        (control second)
        """
        roles = self.game.roles
        joint = self._joint(moves) if isinstance(moves, Mapping) else [as_move(move) for move in moves]
        if len(joint) != len(roles):
            raise IllegalMove(f"{len(joint)} moves for {len(roles)} roles of {self.game.name}")
        for role, move in zip(roles, joint):
            if move is None:
                raise IllegalMove(f"no move for {role} in {self.game.name}")
            if move not in self.legal(role):
                few = ", ".join(map(str, self.legal(role)[:5]))
                raise IllegalMove(
                    f"{move} is no legal move of {role} in this state of {self.game.name}; legal are {few or 'none'}"
                    + (" …" if len(self.legal(role)) > 5 else "")
                )
        return self.successor([move for move in joint if move is not None])

    def _joint(self, moves: Mapping[Any, Move | str]) -> list[Move | None]:
        named = {self.game.role(role): as_move(move) for role, move in moves.items()}
        return [named.get(role) for role in self.game.roles]

    def successor(self, moves: Sequence[Move]) -> State:
        """The state after moves that are known to be legal, in the order of the roles."""
        after, percepts = self.game.engine.play(self.position, [move.term for move in moves])
        return State(self.game, after, percepts)

    def percepts(self, role: Role | str) -> tuple[Term, ...]:
        """What the role saw on the step that led here; nothing at the start and without `sees` rules."""
        return self._percepts[self.game.role(role).index] if self._percepts else ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.game is other.game:
            return bool(self.position == other.position)
        return self.game == other.game and self.fluents == other.fluents

    def __hash__(self) -> int:
        return hash(self.fluents)

    def __repr__(self) -> str:
        return f"State({self.game.name!r}, {{{', '.join(map(str, sorted(self.fluents, key=natural)))}}})"

    @property
    def view(self) -> View:
        """What is to be seen of the state, to be drawn as text or as SVG."""
        return self.game.layout.view(self.fluents)

    def __str__(self) -> str:
        return draw_text(self.view)

    def __reduce__(self) -> tuple[Any, ...]:
        return (restore, (self.game, self.fluents, self._percepts))


def restore(game: Game, fluents: frozenset[Term], percepts: Percepts) -> State:
    """The state with these fluents: how a pickled state comes back."""
    return State(game, game.engine.position(fluents), percepts)


def rebuilt(rulesheet: Rulesheet, options: dict[str, Any], fallback_reason: str) -> Game:
    """The game with these rules: how a pickled game comes back, on the same engine."""
    game = Game(rulesheet, **options)
    game.fallback_reason = fallback_reason
    return game


def self_check(game: Game, *, seconds: float = SELF_CHECK_SECONDS, seed: int = 0) -> Game:
    """The game if its compiled engines say what the rules say; else the same game on the evaluator.

    What was compared stays in `game.verdict`, so that a game is checked once. Without a judge that can take the rules
    in time nothing is known, and the game is kept.
    """
    if game.compiled is None:
        return game
    if game.verdict is None:
        try:
            game.verdict = _held_against(game.engine_named("evaluator"), game, seconds, seed)
        except WoodStockError:  # the judge has no answer: limits, or a goal beyond all bounds
            game.verdict = Verdict(("evaluator",), 0, 0)
    if game.verdict.difference is None:
        return game
    slow = Game(
        game.rulesheet, name=game.name, engine="evaluator", description=game.description, hints=game.hints
    )
    slow.fallback_reason = f"self-check: {game.verdict.difference}"
    slow.verdict = game.verdict
    return slow


def _held_against(judge: Engine[Any], game: Game, seconds: float, seed: int) -> Verdict:
    try:
        lanes = game.engine_named("lanes")
    except Exception as error:
        return Verdict.of_failure("lanes", judge.name, error)
    return compare_engines(judge, [game.engine, lanes], seconds=seconds, seed=seed)
