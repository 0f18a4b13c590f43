"""The root of every error that WoodStock raises on purpose."""


class WoodStockError(Exception):
    """Something is wrong with the input or the request; the message says what, where and how to mend it."""


class GroundingError(WoodStockError):
    """The rules could not be ground within the limits; the message says which one and what grew too large."""


class EvaluationError(WoodStockError):
    """The rules could not be evaluated in a state: negation runs in a circle, or they cannot be read at all."""


class EvaluationLimit(EvaluationError):
    """Evaluating the rules took too much time, memory or depth of terms; the message says which."""


class IllegalMove(WoodStockError, ValueError):
    """A move that the rules do not allow in the state, or a wrong number of moves."""


class UnknownFluent(WoodStockError, ValueError):
    """A state was given with a fluent that the game cannot reach."""

    def __init__(self, fluent: object) -> None:
        super().__init__(f"{fluent} holds in no reachable state of the game")


class UnknownRole(WoodStockError, KeyError):
    """A role that the game does not have."""

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownGame(WoodStockError, LookupError):
    """No game was found under a name or path."""


class UnknownEngine(WoodStockError, ValueError):
    """An engine was asked for by a name that none has."""
