"""A message in its envelope: its own words are read, the forms among them are only measured.

START carries rules, perhaps megabytes of them, and whoever sends them need not mean well. The server has to know the
match and the clocks at once; the rules are for the process of the match to read. So parentheses are counted piece by
piece, without looking at anything between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from woodstock.gdl.sexpr import BLANKS, Form, Word

PIECE = 16_384
MOST_ITEMS = 100
WORD_ENDS = BLANKS + "();"
PARENTHESES = b"()"
NO_PARENTHESES = bytes(byte for byte in range(256) if byte not in PARENTHESES)
STEPS = bytes.maketrans(PARENTHESES, bytes([1, 255]))
"""One level down and one up again, as signed bytes."""


class EnvelopeError(ValueError):
    """A text that is no message in parentheses; says what is missing or too much."""


def first_word(text: str) -> str:
    """The word that says what a message is, in lower case."""
    at = blanks_end(text, 0)
    if text[at : at + 1] == "(":
        at = blanks_end(text, at + 1)
    return text[at : word_end(text, at)].lower()


def opened(text: str) -> Form:
    """The form that the text consists of; forms inside it have their place and extent, and no items."""
    text = text.replace("\r", "\n")
    start = blanks_end(text, 0)
    if text[start : start + 1] != "(":
        raise EnvelopeError("a message begins with a parenthesis")
    form = form_at(text, start)
    at = blanks_end(text, start + 1)
    while at < len(text) and text[at] != ")":
        if len(form.items) == MOST_ITEMS:
            raise EnvelopeError(f"the message has more than {MOST_ITEMS} arguments")
        if text[at] == "(":
            inner = form_at(text, at)
            inner.end = at = form_end(text, at)
            form.items.append(inner)
        else:
            end = word_end(text, at)
            form.items.append(Word(text[at:end].lower(), *place(text, at), at, end - at))
            at = end
        at = blanks_end(text, at)
    if at == len(text):
        raise EnvelopeError("the message is not closed")
    form.end = at + 1
    if blanks_end(text, form.end) < len(text):
        raise EnvelopeError("something follows the message")
    return form


def form_at(text: str, at: int) -> Form:
    return Form(*place(text, at), at)


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def blanks_end(text: str, at: int) -> int:
    """Where blanks and comments end."""
    while at < len(text):
        if text[at] == ";":
            line_end = text.find("\n", at)
            at = len(text) if line_end < 0 else line_end
        elif text[at] not in BLANKS:
            break
        at += 1
    return min(at, len(text))


def word_end(text: str, at: int) -> int:
    while at < len(text) and text[at] not in WORD_ENDS:
        at += 1
    return at


def form_end(text: str, start: int) -> int:
    """The offset behind the parenthesis that closes the one at `start`."""
    depth = 1
    for begin, end in outside_comments(text, start + 1):
        # Lone surrogates are no parentheses either; whoever reads the rules will refuse them.
        piece = text[begin:end].encode(errors="replace").translate(STEPS, NO_PARENTHESES)
        steps = memoryview(piece).cast("b")
        if min(accumulate(steps, initial=depth)) <= 0:
            return begin + closing(text[begin:end], depth) + 1
        depth += sum(steps)
    raise EnvelopeError("a parenthesis is not closed")


def outside_comments(text: str, at: int) -> Iterator[tuple[int, int]]:
    """The pieces of a text from an offset on, as begin and end."""
    while at < len(text):
        end = min(len(text), at + PIECE)
        comment = text.find(";", at, end)
        if comment < 0:
            yield at, end
            at = end
            continue
        if comment > at:
            yield at, comment
        line_end = text.find("\n", comment)
        at = len(text) if line_end < 0 else line_end + 1


def closing(piece: str, depth: int) -> int:
    """The offset of the parenthesis that brings the depth to nothing."""
    for offset, char in enumerate(piece):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return offset
    raise AssertionError("the piece was said to hold it")
