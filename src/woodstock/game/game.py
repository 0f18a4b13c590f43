"""A game: its rules on an engine, and what is known of them (network, traits, symmetries, layout)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woodstock.engines.choice import build_engine, choose_engine
from woodstock.engines.engine import Engine
from woodstock.engines.samples import random_states
from woodstock.engines.selfcheck import Verdict
from woodstock.errors import GroundingError, UnknownEngine, UnknownRole
from woodstock.game.state import State
from woodstock.gdl import Rulesheet, parse_term
from woodstock.gdl.terms import Term
from woodstock.moves import Role
from woodstock.view.hints import NO_HINTS, Hints
from woodstock.view.layout import Layout, find_layout

if TYPE_CHECKING:
    from woodstock.compile.cache import Cache
    from woodstock.compile.compiled import Compiled
    from woodstock.deadline import Deadline
    from woodstock.grounding import Limits
    from woodstock.scsp.game.stage_network import StageNetwork
    from woodstock.scsp.model.network import Network
    from woodstock.symmetry.group import Group
    from woodstock.symmetry.result import Symmetries
    from woodstock.traits.evidence import Finding
    from woodstock.traits.traits import Traits


class Game:
    """Rules ready to be played, on the engine that `engine` names.

    `auto` compiles the rules for the native core and falls back to the evaluator where that is impossible
    within the limits; `fallback_reason` then says why (it is empty otherwise). `stepper` does not fall back,
    `evaluator` and `reference` do not compile. Games are equal if their rules are. Rules with errors that `check`
    finds without grounding them are a `RulesheetError`. With a `cache` they are compiled once for all times.
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
        cache: Cache | None = None,
    ) -> None:
        self.rulesheet = rulesheet
        self.name = name or Path(rulesheet.file).stem or "game"
        self.description = description
        self.hints = hints
        """How the game likes to be drawn."""
        self._cache = cache
        self.engine, self.fallback_reason = choose_engine(rulesheet, engine, limits, cache)
        self.roles = tuple(Role(each, index) for index, each in enumerate(self.engine.roles))
        self.verdict: Verdict | None = None
        """What the self-check said about the compiled engines, once they were checked."""

    @property
    def compiled(self) -> Compiled | None:
        """The rules compiled for the native core, if they are."""
        return getattr(self.engine, "compiled", None)

    def require_compiled(self, lacking: str) -> Compiled:
        """The rules compiled, or a `GroundingError` that says what the game is lacking without."""
        if self.compiled is None:
            reason = self.fallback_reason or "Load it with engine=auto."
            raise GroundingError(f"{self.name} has no {lacking}: its rules are not ground. {reason}")
        return self.compiled

    @cached_property
    def stage(self) -> StageNetwork:
        """The game's µSCSP (2016, §3.3): the template that solves a stage, and the network to read."""
        from woodstock.scsp.game.stage_network import encode

        return encode(self.require_compiled("network").completion, name=self.name)

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
        from woodstock.traits.traits import find_traits

        return find_traits(self.require_compiled("known traits"))

    @property
    def information(self) -> Finding:
        """Who knows what: `perfect`, `shared` or `private`, and how that is known.

        >>> from woodstock import load
        >>> load("monty_hall").information.value
        'shared'
        """
        return self.traits.information

    def symmetries(
        self,
        *,
        seconds: float = 20.0,
        graph: str = "microstructure",
        hidden: bool = True,
        deadline: Deadline | None = None,
        tell: Callable[[Group], None] | None = None,
    ) -> Symmetries:
        """The game's symmetries (2017, IJCAI) as far as they are found in some seconds; of the two graphs
        `microstructure` says what the rules mean, `rules` how they are written. `hidden` ones are in neither.

        A `deadline` of so many seconds may be one of work or one that can be stopped; what is certain is told at once.

        >>> from woodstock import load
        >>> load("connect_four").symmetries().group.order
        2
        """
        known = self._symmetries.get((graph, hidden))
        if known is None or (seconds > known[0] and known[1].seconds > known[0] / 2):
            from woodstock.deadline import Deadline
            from woodstock.symmetry.detect import symmetries

            deadline = deadline or Deadline.after(seconds)
            found = symmetries(self, graph=graph, look_for_hidden=hidden, deadline=deadline, tell=tell)
            known = (0.0 if deadline.stopped() else seconds), found
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
            "cache": self._cache,
        }
        return rebuilt, (self.rulesheet, options, self.fallback_reason)


def rebuilt(rulesheet: Rulesheet, options: dict[str, Any], fallback_reason: str) -> Game:
    """The game with these rules: how a pickled game comes back, on the same engine."""
    game = Game(rulesheet, **options)
    game.fallback_reason = fallback_reason
    return game
