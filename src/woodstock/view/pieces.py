"""What stands on places: whose a piece is, what a text calls it, and its colour."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from woodstock.view.model import UNKNOWN, Piece

BLANKS = frozenset({"b", "blank", "e", "empty", "none", "nil", "free", "-", "_", ".", "*"})
COLOURS = [
    "red",
    "blue",
    "green",
    "yellow",
    "black",
    "white",
    "orange",
    "purple",
    "pink",
    "brown",
    "cyan",
    "magenta",
    "teal",
    "gray",
    "grey",
    "silver",
    "gold",
    "lime",
]
SHADES = {"light": "white", "dark": "black"}
PALETTE = ("#2f6fb5", "#c8453b", "#3d9a50", "#c98a16", "#7d4fb0", "#1c8f95")
CHESS = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}
CHESS_LETTERS = {"k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟"}
LEAST_CHESS = 5
DRAUGHTS = frozenset({"king", "pawn"})
USUAL = {
    "wall": "square",
    "obstacle": "square",
    "blk": "square",
    "arrow": "square",
    "marked": "square",
    "pellet": "dot",
    "dirt": "dot",
    "peg": "disc",
    "ground": "dot",
}
"""Shapes of things that many rulesheets have."""
MARK = "+"


class Owners:
    """Whose a piece is, from the words that a rulesheet has for it and the names of the roles."""

    def __init__(self, roles: Sequence[str], contents: Collection[tuple[str, ...]]) -> None:
        self._roles = [role for role in roles if role != "random"]
        words = {word for content in contents for word in content if word not in BLANKS}
        self._empty = BLANKS | {word for word in words if word.startswith("no") and word[2:] in words}
        initials = {role[:1]: role for role in self._roles}
        short = len(initials) == len(self._roles) > 1 and all(len(word) <= 2 for word in words)
        self._by_initial = initials if short and {word[:1] for word in words} <= set(initials) else {}

    def piece(self, words: Sequence[str], relation: str = "", *, minor: bool = False) -> Piece | None:
        """The piece that the words stand for, None where the place is empty."""
        if words and all(word in self._empty and word not in self._roles for word in words):
            return None
        role = next((word for word in words if word in self._roles), "")
        if role:
            kind = " ".join(word for word in words if word != role)
            return Piece(kind or relation, role, minor)
        kind = " ".join(words) or relation
        return Piece(kind, self._owner(kind), minor)

    def _owner(self, kind: str) -> str:
        inside = [role for role in self._roles if kind.startswith(role) or role.startswith(kind)]
        if len(inside) == 1:
            return inside[0]
        return self._by_initial.get(kind[:1], "")


def labels(pieces: Iterable[Piece]) -> dict[tuple[str, str], str]:
    """What a text writes for each kind and owner: the shortest beginnings that tell all of them apart."""
    found = {(piece.kind, piece.owner) for piece in pieces}
    plain = {pair: name_of(*pair) for pair in found if not is_two_part(*pair)}
    parts = [pair for pair in found if is_two_part(*pair)]
    short = shortest({*plain.values(), *({owner for _, owner in parts} if not plain else ())})
    owners = shortest({owner for _, owner in parts} | {owner for _, owner in plain if owner})
    kinds = shortest({kind for kind, _ in parts}, chess=True)
    named = {pair: short[name] for pair, name in plain.items()}
    return named | {(kind, owner): owners[owner] + kinds[kind] for kind, owner in parts}


def name_of(kind: str, owner: str) -> str:
    return kind or owner


def is_two_part(kind: str, owner: str) -> bool:
    """Whether the owner is not to be seen from the kind."""
    return bool(kind and owner) and not kind.startswith(owner[:1])


def shortest(names: Collection[str], *, chess: bool = False) -> dict[str, str]:
    """The shortest beginnings, all of one length, that tell the names apart."""
    if chess and set(names) <= set(CHESS):
        return {name: "n" if name == "knight" else name[0] for name in names}
    longest = max(map(len, names), default=1)
    lengths = (n for n in range(1, longest) if len({name[:n] for name in names}) == len(set(names)))
    length = next(lengths, longest)
    return {name: name[:length] for name in names}


def glyphs(pieces: Iterable[Piece], given: Mapping[str, str]) -> dict[str, str]:
    """Characters for kinds that are chess pieces by name, or by the letters of their code; and those given."""
    pieces = tuple(pieces)
    kinds = {piece.kind for piece in pieces}
    names = {kind: name for kind in kinds for name in CHESS if kind.endswith(name)}
    found = {} if set(names.values()) <= DRAUGHTS else {kind: CHESS[name] for kind, name in names.items()}
    found |= {kind: shape for kind, shape in USUAL.items() if kind in kinds}
    codes = {
        kind: kind[1] for kind in kinds if len(kind) == 2 and kind[0] in "wb" and kind[1] in CHESS_LETTERS
    }
    if len(set(codes.values())) >= LEAST_CHESS:
        found |= {kind: CHESS_LETTERS[letter] for kind, letter in codes.items()}
    marks = kinds | {piece.owner for piece in pieces}
    found |= {"x": "cross", "o": "ring"} if {"x", "o"} <= marks else {}
    return found | dict(given)


def colours(roles: Sequence[str], pieces: Iterable[Piece], given: Mapping[str, str]) -> dict[str, str]:
    """A colour for every role, and for kinds that are named after one."""
    players = [role for role in roles if role != "random"]
    names = [*players, *sorted({piece.kind for piece in pieces if piece.kind and not piece.owner})]
    found = {name: colour for name in names if (colour := colour_in(name))}
    free = [colour for colour in PALETTE if colour not in found.values()]
    for number, role in enumerate(players):
        found.setdefault(role, free[number % len(free)])
    if {"x", "o"} <= set(names):
        found = {"x": PALETTE[0], "o": PALETTE[1]} | found
    return found | dict(given)


def colour_in(name: str) -> str:
    """The colour that a name says, empty if none."""
    lower = name.lower()
    for word in (*COLOURS, *SHADES):
        if lower == word or lower.startswith(word) or lower.endswith(word):
            return SHADES.get(word, word)
    return ""


def label_of(piece: Piece, known: Mapping[tuple[str, str], str]) -> str:
    if piece.kind == UNKNOWN:
        return UNKNOWN
    if piece.minor:
        return MARK
    return known.get((piece.kind, piece.owner), name_of(piece.kind, piece.owner)[:1])
