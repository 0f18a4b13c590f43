"""Words of the infix notation, with locations.

Comments run from `%` to the end of the line or between `/*` and `*/`.
"""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.gdl.keywords import CONNECTIVES
from woodstock.gdl.problems import Problems
from woodstock.gdl.terms import Location

INSIDE_NAMES = frozenset("_+-*<>^$@#")
PAIRS = {":-": ":-", "\\+": "~", "!=": "!=", "\\=": "!=", "==": "="}
SINGLES = {"(": "(", ")": ")", ",": ",", "&": "&", "|": "|", ";": "|", ".": ".", "~": "~", "=": "="}
ALONE = frozenset(SINGLES) - frozenset(pair[0] for pair in PAIRS)  # signs that begin no longer one
UNWRITABLE = frozenset("() \t\r\n\f\v;\ufeff\u00a0")


@dataclass(slots=True)
class Word:
    """`kind` is "name", "quoted", "variable", the sign itself, or "end"; `text` is in lower case."""

    kind: str
    text: str
    line: int
    column: int
    offset: int
    length: int


class Words:
    """Cuts a text into words; what is wrong goes to `problems`."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.text = problems.text
        self.at = 0
        self.line = 1
        self.line_start = 0
        self.found: list[Word] = []

    def read(self) -> list[Word]:
        """All words, the last one of kind "end"."""
        text, size = self.text, len(self.text)
        while self.at < size and not self.problems.full:
            char = text[self.at]
            if char in ALONE:
                self._add(SINGLES[char], char, 1)
            elif char == "\n" or (char == "\r" and text[self.at + 1 : self.at + 2] != "\n"):
                self.at += 1
                self.line += 1
                self.line_start = self.at
            elif char.isspace() or char == "\ufeff":
                self.at += 1
            elif char == "%":
                self._skip_line()
            elif text.startswith("/*", self.at):
                self._skip_block()
            else:
                self._read_word(char)
        self._add("end", "", 1)
        return self.found

    def _read_word(self, char: str) -> None:
        pair = self.text[self.at : self.at + 2]
        if pair in PAIRS:
            self._add(PAIRS[pair], pair, 2)
        elif char in SINGLES:
            self._add(SINGLES[char], char, 1)
        elif char == "'":
            self._read_quoted("quoted", self.at)
        elif char == "?" and pair == "?'":
            self._read_quoted("variable", self.at + 1)
        elif char == "?":
            self._read_plain("variable", self.at + 1)
        elif char == "_" or ("A" <= char <= "Z"):
            self._read_plain("variable", self.at)
        else:
            self._read_plain("name", self.at)

    def _read_plain(self, kind: str, start: int) -> None:
        text, end = self.text, start
        while end < len(text) and self._in_name(end):
            end += 1
        if end == start:
            where = Location(self.line, self.at - self.line_start + 1, self.problems.file)
            shown = text[self.at] if text[self.at].isprintable() else f"character {ord(text[self.at])}"
            self.problems.add("character", f"unexpected `{shown}`", where, "put odd names in single quotes")
            self.at += 1
            return
        self._add(kind, text[start:end].lower(), end - self.at)

    def _in_name(self, at: int) -> bool:
        char = self.text[at]
        if char == ".":
            return self.text[at - 1].isdigit() and self.text[at + 1 : at + 2].isdigit()
        return char.isalnum() or char in INSIDE_NAMES

    def _read_quoted(self, kind: str, start: int) -> None:
        """A name in single quotes; two of them stand for one inside."""
        text, at, parts = self.text, start + 1, []
        where = Location(self.line, self.at - self.line_start + 1, self.problems.file)
        while True:
            end = at
            while end < len(text) and text[end] not in "'\r\n":
                end += 1
            parts.append(text[at:end])
            if text[end : end + 2] != "''":
                break
            parts.append("'")
            at = end + 2
        closed = text[end : end + 1] == "'"
        name = "".join(parts).lower()
        if not closed:
            self.problems.add("quote", "a quote that is not closed in its line", where, "add the missing `'`")
        elif not writable(name, kind):
            message = "a name must be printable, without blanks, parentheses and `;`, and not start with `?`"
            self.problems.add("name", message, where)
        self._add(kind, name, end + closed - self.at)

    def _skip_line(self) -> None:
        while self.at < len(self.text) and self.text[self.at] not in "\r\n":
            self.at += 1

    def _skip_block(self) -> None:
        end = self.text.find("*/", self.at + 2)
        if end < 0:
            where = Location(self.line, self.at - self.line_start + 1, self.problems.file, 2)
            self.problems.add("comment", "this comment is never closed", where, "add `*/`")
        stop = end + 2 if end >= 0 else len(self.text)
        block = self.text[self.at : stop]
        breaks = block.count("\n") + block.count("\r") - block.count("\r\n")
        if breaks:
            self.line += breaks
            self.line_start = self.at + max(block.rfind("\n"), block.rfind("\r")) + 1
        self.at = stop

    def _add(self, kind: str, text: str, length: int) -> None:
        self.found.append(Word(kind, text, self.line, self.at - self.line_start + 1, self.at, length))
        self.at += length


def writable(name: str, kind: str) -> bool:
    """Whether KIF can express the name."""
    if not name or (kind == "quoted" and name[0] == "?"):
        return False
    return name.isprintable() and not UNWRITABLE.intersection(name)


def needs_quotes(name: str) -> bool:
    """Whether the infix notation needs quotes round a name for it to be read as a plain name."""
    if name in CONNECTIVES or name[0] == "_":
        return True
    return not all(char.isalnum() or char in INSIDE_NAMES for char in name)
