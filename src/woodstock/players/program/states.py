"""The states a program may ask about during a move: numbered, so that it need not write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from woodstock.players.program.process import ProgramError

if TYPE_CHECKING:
    from woodstock.game import Move, State

MOST_STATES = 1_000_000


class NumberedStates:
    def __init__(self) -> None:
        self._states: list[State] = []

    def add(self, state: State) -> int:
        if len(self._states) == MOST_STATES:
            raise ProgramError(f"a program may look at {MOST_STATES} states a move")
        self._states.append(state)
        return len(self._states) - 1

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What a question is answered, or the error in it."""
        try:
            number = question.get("state")
            if not isinstance(number, int) or not 0 <= number < len(self._states):
                raise ProgramError(f"there is no state {number} in this move")
            state = self._states[number]
            match question["ask"]:
                case "legal":
                    return described(number, state)
                case "state":
                    return described(number, state) | {"fluents": sorted(map(str, state.fluents))}
                case "successor":
                    after = state.play(joint_move(state, question.get("moves")))
                    return described(self.add(after), after)
                case other:
                    raise ProgramError(f"no question is called {other!r}; ask legal, state or successor")
        except ProgramError as error:
            return {"error": str(error)}


def described(number: int, state: State) -> dict[str, Any]:
    """A state as a program is told of it: keys in this order, legal moves and goals in the order of the roles."""
    roles = state.game.roles
    legal = [[] if state.terminal else [str(move) for move in state.legal(role)] for role in roles]
    goals = state.goals if state.terminal else {}
    return {
        "state": number,
        "terminal": state.terminal,
        "goals": [goals[role] or 0 for role in roles] if goals else None,
        "counts": list(map(len, legal)),
        "legal": legal,
    }


def joint_move(state: State, moves: Any) -> tuple[Move, ...]:
    """The moves that a program names, by text or by their place among the legal ones."""
    roles = state.game.roles
    if state.terminal:
        raise ProgramError("the state is terminal")
    if not isinstance(moves, list) or len(moves) != len(roles):
        raise ProgramError(f"give a move for each of the roles {', '.join(map(str, roles))}")
    return tuple(chosen(state.legal(role), move) for role, move in zip(roles, moves))


def chosen(legal: tuple[Move, ...], move: Any) -> Move:
    """One of the legal moves, named by its text or by its place."""
    if isinstance(move, int) and 0 <= move < len(legal):
        return legal[move]
    found = next((each for each in legal if str(each) == move), None)
    if found is None:
        raise ProgramError(f"{move!r} is not legal; there are {', '.join(map(str, legal[:8]))}")
    return found
