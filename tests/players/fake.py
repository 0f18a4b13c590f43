"""Two tiny games written directly in Python, with the interface of `woodstock.game`."""

from dataclasses import dataclass, field

from tests.players.native_game import NIM
from woodstock.engines.evaluator import Evaluator
from woodstock.gdl import parse_kif, parse_term
from woodstock.gdl.terms import Function, Symbol


@dataclass(frozen=True)
class FakeRole:
    name: str
    index: int
    is_chance: bool = False


@dataclass(frozen=True)
class FakeMove:
    text: str

    def __str__(self):
        return self.text

    @property
    def term(self):
        return parse_term(self.text)


LEFT, RIGHT = FakeRole("left", 0), FakeRole("right", 1)
NOOP = FakeMove("noop")


@dataclass(frozen=True)
class NimState:
    """One heap; the roles alternately take one or two; who takes the last one wins 100."""

    heap: int
    turn: int = 0

    @property
    def fluents(self):
        return frozenset(
            {parse_term(f"(heap {self.heap})"), parse_term(f"(control {(LEFT, RIGHT)[self.turn].name})")}
        )

    @property
    def terminal(self):
        return self.heap == 0

    @property
    def goals(self):
        winner = 1 - self.turn
        return {role: 100 if role.index == winner else 0 for role in (LEFT, RIGHT)} if self.terminal else {}

    def legal(self, role):
        if role.index != self.turn:
            return (NOOP,)
        return tuple(FakeMove(f"(take {n})") for n in (1, 2) if n <= self.heap)

    def play(self, moves):
        return NimState(self.heap - int(str(moves[self.turn])[6:-1]), 1 - self.turn)

    successor = play

    def percepts(self, role):
        return ()


class OfTwo:
    roles = (LEFT, RIGHT)
    compiled = None
    fallback_reason = ""


@dataclass(frozen=True)
class Nim(OfTwo):
    heap: int = 7
    name = "nim"
    rulesheet = parse_kif("(role left) (role right) (legal left (take 1)) (legal right noop)")

    def initial_state(self):
        return NimState(self.heap)


def nim_engine(heap: int) -> Evaluator:
    """The rules that `Nim` plays by, on an engine; at most seven."""
    return Evaluator(parse_kif(NIM.replace("(init (heap 7))", f"(init (heap {heap}))")))


@dataclass(frozen=True)
class GuessState:
    """`right` hides a number from 0 to 9 on the first step; `left` then guesses and is told if it is less."""

    secret: int | None = None
    guesses: int = 0
    told: tuple = field(default=())

    @property
    def fluents(self):
        return frozenset({parse_term(f"(secret {self.secret})")})

    @property
    def terminal(self):
        return self.guesses == 3

    @property
    def goals(self):
        return {LEFT: 50, RIGHT: 50}

    def legal(self, role):
        if role == LEFT:
            return (NOOP,) if self.secret is None else tuple(FakeMove(f"(guess {n})") for n in range(10))
        return tuple(FakeMove(f"(hide {n})") for n in range(10)) if self.secret is None else (NOOP,)

    def play(self, moves):
        if self.secret is None:
            return GuessState(int(str(moves[1])[6:-1]))
        guess = int(str(moves[0])[7:-1])
        return GuessState(
            self.secret, self.guesses + 1, (Symbol("less" if self.secret < guess else "notless"),)
        )

    successor = play

    def percepts(self, role):
        return self.told if role == LEFT else ()


class Guess(OfTwo):
    name = "guess"
    rulesheet = parse_kif("(role left) (role right) (<= (sees left less) (true hidden))")

    def initial_state(self):
        return GuessState()


def percept(name, *args):
    return Function(name, tuple(Symbol(arg) for arg in args)) if args else Symbol(name)
