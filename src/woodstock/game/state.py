"""A state of a game, as everybody sees it; engines answer its questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from woodstock.engines.engine import Percepts
from woodstock.errors import IllegalMove
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Term
from woodstock.moves import Move, Role, as_move
from woodstock.view.model import View
from woodstock.view.text import draw_text

if TYPE_CHECKING:
    from woodstock.game.game import Game
    from woodstock.scsp.model.network import Network


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
