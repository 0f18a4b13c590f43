"""Rules from a text or file, in whichever notation it is written."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from woodstock.gdl.hrf import parse_hrf
from woodstock.gdl.kif import MOST_CHARACTERS, parse_kif
from woodstock.gdl.rulesheet import Rulesheet

ENOUGH_TO_TELL = 100_000


def parse(text: str, file: str = "", *, most_characters: int = MOST_CHARACTERS) -> Rulesheet:
    """The rules of `text`, KIF or HRF."""
    reader = parse_hrf if looks_infix(text[:ENOUGH_TO_TELL]) else parse_kif
    return reader(text, file, most_characters=most_characters)


def read(path: str | PathLike[str], *, most_characters: int = MOST_CHARACTERS) -> Rulesheet:
    """The rules in a file, KIF or HRF, in UTF-8 or, failing that, Latin-1."""
    file = str(path)
    with Path(path).open("rb") as stream:
        data = stream.read(4 * most_characters + 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return parse(text, file, most_characters=most_characters)


def looks_infix(text: str) -> bool:
    """Whether the first thing in the text is a name followed by `:-` or directly by `(` or a full stop."""
    at = behind_blanks(text, 0)
    start = at
    while at < len(text) and not text[at].isspace() and text[at] not in "().;:%":
        at += 1
    if at == start:
        return False
    return text[at : at + 1] in {"(", "."} or text.startswith(":-", behind_blanks(text, at))


def behind_blanks(text: str, at: int) -> int:
    """The first place from `at` on that is neither blank nor in a comment of either notation."""
    while at < len(text):
        if text[at] in ";%":
            while at < len(text) and text[at] not in "\r\n":
                at += 1
        elif text.startswith("/*", at):
            end = text.find("*/", at + 2)
            at = end + 2 if end >= 0 else len(text)
        elif text[at].isspace() or text[at] == "\ufeff":
            at += 1
        else:
            break
    return at
