"""The messages of the GGP protocol as typed data: text to message and back.

>>> parse_message("(PLAY Match.7 (NOOP (Mark 1 2)))")
Play(match='Match.7', seen=(Symbol(name='noop'), Function(name='mark', args=(Symbol(name='1'), Symbol(name='2')))), turn=None, last=None)
>>> print(parse_message("( play m 3 (mark 1 1) ((sees x)) )"))
(PLAY m 3 (mark 1 1) ((sees x)))

Keywords and names are read in any case and become lower case; a match id stays as it is written. Arguments
beyond those known are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from woodstock.errors import WoodStockError
from woodstock.gdl.errors import SyntaxProblem
from woodstock.gdl.kif import Builder
from woodstock.gdl.problems import Problems, admit
from woodstock.gdl.sexpr import Form, Node, Reader, Word, words
from woodstock.gdl.terms import Term
from woodstock.net.envelope import EnvelopeError, first_word, opened

MOST_CHARACTERS = 8_000_000
MOST_TOLD = 1_000_000
"""Characters of a message without rules: these are read here and now, and moves are short."""
MOST_TURNS = 1_000_000_000


class MessageError(WoodStockError):
    """A text that is no message of the protocol; says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Info:
    def __str__(self) -> str:
        return "(INFO)"


@dataclass(frozen=True, slots=True)
class Start:
    """`rules` is the text of the rules in their parentheses, as it came."""

    match: str
    role: str
    rules: str = field(repr=False)
    start_clock: float
    play_clock: float

    def __str__(self) -> str:
        return f"(START {self.match} {self.role} {self.rules} {self.start_clock:g} {self.play_clock:g})"


@dataclass(frozen=True, slots=True)
class Told:
    """`seen` is what the manager tells: NIL (None), the moves of all roles, or percepts.

    A message that counts turns (`turn`, `last` executed move) tells percepts. One that does not tells moves
    or percepts, depending on the game.
    """

    match: str
    seen: tuple[Term, ...] | None
    turn: int | None = None
    last: Term | None = None

    def __str__(self) -> str:
        return printed(type(self).__name__.upper(), self.match, self.seen, self.turn, self.last)


class Play(Told):
    """An observation, after which a move is asked for."""


class Stop(Told):
    """The last observation."""


@dataclass(frozen=True, slots=True)
class Abort:
    match: str

    def __str__(self) -> str:
        return f"(ABORT {self.match})"


@dataclass(frozen=True, slots=True)
class Preview:
    rules: str = field(repr=False)
    clock: float

    def __str__(self) -> str:
        return f"(PREVIEW {self.rules} {self.clock:g})"


CARRY_RULES = ("start", "preview")

Message = Info | Start | Play | Stop | Abort | Preview


@dataclass(frozen=True, slots=True)
class InfoReply:
    """What a player says of itself; managers need no more than the status."""

    status: str
    name: str = ""
    species: str = ""

    def __str__(self) -> str:
        name = f"( name {self.name} ) " if self.name else ""
        species = f" ( species {self.species} )" if self.species else ""
        return f"( {name}( status {self.status} ){species} )"


def parse_message(text: str, *, most_characters: int = MOST_CHARACTERS) -> Message:
    """The message that `text` holds. Raises `MessageError` where it holds none. Rules in it are not read."""
    if first_word(text) in CARRY_RULES:
        return Arguments(text, read_envelope(text, most_characters)).message()
    nodes = read_nodes(text, min(most_characters, MOST_TOLD))
    if len(nodes) != 1:
        raise MessageError(f"expected one message in parentheses, found {len(nodes)}: {excerpt(text)}")
    form = nodes[0] if isinstance(nodes[0], Form) else Form(1, 1, 0, len(text), [nodes[0]])
    return Arguments(text, form).message()


def parse_info_reply(text: str) -> InfoReply:
    """`( ( name X ) ( status available ) … )`, or a bare word."""
    nodes = read_nodes(text, MOST_CHARACTERS)
    node = nodes[0] if len(nodes) == 1 else None
    if isinstance(node, Word):
        return InfoReply(node.text)
    pairs = {}
    for item in node.items if node else ():
        if isinstance(item, Form) and len(item.items) >= 2:
            value = item.items[1]
            pairs[item.name] = text[value.offset : value.offset + value.length]
    if "status" not in pairs:
        raise MessageError(f"expected ( ( name … ) ( status … ) ), found {excerpt(text)}")
    return InfoReply(pairs["status"].lower(), pairs.get("name", ""), pairs.get("species", ""))


def spelling(text: str) -> dict[str, str]:
    """How the words of a text are written, for those not in lower case: managers may care."""
    found: dict[str, str] = {}
    if text == text.lower():
        return found
    for word in words(text, Problems(text)):
        found.setdefault(word.text, text[word.offset : word.offset + word.length])
    return {lower: written for lower, written in found.items() if lower != written}


def respelled(text: str, spellings: dict[str, str]) -> str:
    """The text with its words written as `spelling` found them."""
    parts: list[str] = []
    end = 0
    for word in words(text, Problems(text)) if spellings else ():
        parts += (
            text[end : word.offset],
            spellings.get(word.text, text[word.offset : word.offset + word.length]),
        )
        end = word.offset + word.length
    return "".join((*parts, text[end:]))


def printed(kind: str, match: str, seen: tuple[Term, ...] | None, turn: int | None, last: Term | None) -> str:
    told = "NIL" if seen is None else f"({' '.join(map(str, seen))})"
    counted = "" if turn is None else f"{turn} {'NIL' if last is None else last} "
    return f"({kind} {match} {counted}{told})"


def read_envelope(text: str, most_characters: int) -> Form:
    problems = Problems(text, "message")
    try:
        admit(problems, most_characters)
        problems.settle()
        return opened(text)
    except SyntaxProblem as error:
        raise MessageError(f"{error.diagnostics[0].message} ({excerpt(text)})") from error
    except EnvelopeError as error:
        raise MessageError(f"{error} ({excerpt(text)})") from error


def read_nodes(text: str, most_characters: int) -> list[Node]:
    problems = Problems(text, "message")
    reader = Reader(problems, recover=False)
    try:
        if admit(problems, most_characters):
            reader.read()
        problems.settle()
    except SyntaxProblem as error:
        first = error.diagnostics[0]
        where = f"{first.location}: " if first.location else ""
        raise MessageError(f"{where}{first.message} ({excerpt(text)})") from error
    return reader.top


def excerpt(text: str) -> str:
    """The beginning of a text, on one line and printable."""
    head = " ".join(text[:200].split())
    shown = "".join(char if char.isprintable() else "?" for char in head[:60])
    return shown + ("…" if len(head) > 60 or len(text) > 200 else "")


class Arguments:
    """The arguments of one message."""

    def __init__(self, text: str, form: Form) -> None:
        self._text = text
        self._form = form
        self._items = form.items[1:]

    def message(self) -> Message:
        match self._form.name:
            case "info":
                return Info()
            case "start":
                clocks = self._number(3, "start clock"), self._number(4, "play clock")
                return Start(
                    self._name(0, "match id"), self._name(1, "role").lower(), self._rules(2), *clocks
                )
            case "play":
                return Play(self._name(0, "match id"), *self._told())
            case "stop":
                return Stop(self._name(0, "match id"), *self._told())
            case "abort":
                return Abort(self._name(0, "match id"))
            case "preview":
                return Preview(self._rules(0), self._number(1, "clock"))
        kinds = "INFO, START, PLAY, STOP, ABORT or PREVIEW"
        raise MessageError(f"{excerpt(self._text)}: a message begins with {kinds}")

    def _item(self, index: int, what: str) -> Node:
        if index >= len(self._items):
            raise MessageError(f"{self._form.name.upper()} without its {what}: {excerpt(self._text)}")
        return self._items[index]

    def _written(self, node: Node) -> str:
        return self._text[node.offset : node.offset + node.length]

    def _name(self, index: int, what: str) -> str:
        node = self._item(index, what)
        if isinstance(node, Form):
            raise self._unexpected(node, f"a name as {what}")
        return self._written(node)

    def _number(self, index: int, what: str) -> float:
        node = self._item(index, what)
        try:
            value = float(self._written(node))
        except ValueError:
            raise self._unexpected(node, f"a number of seconds as {what}") from None
        if not 0 <= value < 1e9:
            raise self._unexpected(node, f"a sensible number of seconds as {what}")
        return value

    def _rules(self, index: int) -> str:
        node = self._item(index, "rules")
        if isinstance(node, Word):
            raise self._unexpected(node, "rules in parentheses")
        return self._written(node)

    def _told(self) -> tuple[tuple[Term, ...] | None, int | None, Term | None]:
        """What a PLAY or STOP tells: moves or percepts; and turn and last move where they are counted."""
        first = self._item(1, "moves or percepts")
        if len(self._items) >= 4 and isinstance(first, Word) and first.text.isdecimal():
            last = self._items[2]
            return self._terms(self._items[3]), self._turn(first), None if nil(last) else self._term(last)
        return self._terms(first), None, None

    def _turn(self, word: Word) -> int:
        if len(word.text) > len(str(MOST_TURNS)) or int(word.text) > MOST_TURNS:
            raise self._unexpected(word, f"a turn up to {MOST_TURNS:,}")
        return int(word.text)

    def _terms(self, node: Node) -> tuple[Term, ...] | None:
        if nil(node):
            return None
        return tuple(self._term(item) for item in (node.items if isinstance(node, Form) else [node]))

    def _term(self, node: Node) -> Term:
        term = Builder(Problems(self._text, "message")).term(node)
        if term is None:
            raise self._unexpected(node, "a term")
        return term

    def _unexpected(self, node: Node, expected: str) -> MessageError:
        found = excerpt(self._written(node))
        return MessageError(f"message:{node.line}:{node.column}: expected {expected}, found {found}")


def nil(node: Node) -> bool:
    return isinstance(node, Word) and node.text == "nil"
