"""Text to nested lists with locations: the layer of KIF below rules, shared with the game protocol.

One pass, linear in the text, with an explicit stack. If the parentheses do not balance, or one too
few makes up for one too many so that a rule stands inside a rule, a second pass takes `(<=`, or another
form that starts in column 1, as the beginning of a new top-level form, so that one missing parenthesis
is one problem and is reported where it was probably forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from woodstock.gdl.keywords import ARROW, CONNECTIVES
from woodstock.gdl.problems import Problems
from woodstock.gdl.terms import Location
from woodstock.gdl.text import lines

DEEPEST = 100
BLANKS = " \t\r\n\f\v\ufeff\u00a0"
APART = str.maketrans({"(": " ( ", ")": " ) "} | dict.fromkeys(BLANKS, " "))
"""Sets parentheses apart from words, and makes all blanks one."""
STARTS_A_FORM = frozenset({ARROW, "role", "init", "base", "input"})
STARTS_A_LITERAL = CONNECTIVES | {"true", "does"}


@dataclass(slots=True)
class Word:
    """A symbol or variable as written, in lower case; also a single parenthesis while reading."""

    text: str
    line: int
    column: int
    offset: int
    length: int


@dataclass(slots=True)
class Form:
    """A list in parentheses; `end` is the offset behind its `)`."""

    line: int
    column: int
    offset: int
    end: int = -1
    items: list[Word | Form] = field(default_factory=list)

    @property
    def length(self) -> int:
        return max(1, self.end - self.offset)

    @property
    def name(self) -> str:
        """The word it starts with, or nothing."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""


Node = Word | Form


def read(problems: Problems) -> list[Node]:
    """The top-level nodes of the text; what is wrong goes to `problems`."""
    reader = Reader(problems, recover=False)
    if reader.read() or problems.full:
        return reader.top
    del problems.found[:]
    reader = Reader(problems, recover=True, unindented=reader.unindented)
    reader.read()
    return reader.top


def words(text: str, problems: Problems) -> Iterator[Word]:
    """Parentheses and words; `;` starts a comment that runs to the end of the line."""
    line_start = 0
    for number, line in enumerate(lines(text), 1):
        code = line.partition(";")[0]
        at = 0
        for word in code.translate(APART).split(" "):
            if not word:
                continue
            at = code.index(word, at)
            size = len(word)
            if not word.isprintable():
                where = Location(number, at + 1, problems.file, size)
                problems.add("character", "unprintable characters in a word", where, "remove them")
            yield Word(word.lower(), number, at + 1, line_start + at, size)
            at += size
        line_start += len(line)


class Reader:
    """One pass over the text. `recover` says whether new forms may close those left open.

    `unindented` says that literals of rules stand in column 1 in this text, so that column tells little.
    """

    def __init__(self, problems: Problems, recover: bool, unindented: bool = False) -> None:
        self.problems = problems
        self.recover = recover
        self.unindented = unindented
        self.top: list[Node] = []
        self.stack: list[Form] = []
        self.too_deep = False
        self.wrapped = False
        self.nested_rule = False

    def read(self) -> bool:
        """Whether the parentheses balance and no rule stands inside another form."""
        balanced = True
        pending: Word | None = None  # an opening parenthesis whose next word decides what it opens
        for word in words(self.problems.text, self.problems):
            if self.problems.full or self.too_deep:
                return False  # of what is in there nothing can be made
            if pending is not None:
                self._open(pending, word.text)
                pending = None
            if word.text == "(":
                pending = word
            elif word.text != ")":
                self._append(word)
            elif self.stack:
                self._close(word)
            else:
                balanced = False
                self._report_extra(word)
        if pending is not None:
            self._open(pending, "")
        if self.stack and not self.too_deep:
            balanced = False
            self._report_unclosed(1 if self.wrapped else 0, None)
        return balanced and not self.nested_rule

    def _open(self, paren: Word, next_word: str) -> None:
        if not self.top and not self.stack and next_word == "(":
            self.wrapped = True
        floor = 1 if self.wrapped else 0
        inside = len(self.stack) > floor
        self.nested_rule = self.nested_rule or (inside and next_word == "<=")
        self.unindented = self.unindented or (inside and paren.column == 1 and next_word in STARTS_A_LITERAL)
        if self.recover and inside and self._starts_form(paren, next_word, floor):
            self._report_unclosed(floor, paren)
            for form in self.stack[floor:]:
                form.end = paren.offset
            del self.stack[floor:]
        if len(self.stack) >= DEEPEST:
            self.too_deep = True
            where = Location(paren.line, paren.column, self.problems.file)
            message = f"nested more than {DEEPEST} deep"
            self.problems.add("too-deep", message, where, "flatten it, or close parentheses earlier")
            return
        form = Form(paren.line, paren.column, paren.offset)
        self._append(form)
        self.stack.append(form)

    def _append(self, node: Node) -> None:
        (self.stack[-1].items if self.stack else self.top).append(node)

    def _close(self, paren: Word) -> None:
        self.stack.pop().end = paren.offset + 1

    def _starts_form(self, paren: Word, next_word: str, floor: int) -> bool:
        if next_word == "<=":
            return True
        if paren.column != 1:
            return False
        if next_word in STARTS_A_FORM:
            return True
        may_be_literal = self.stack[floor].name == "<=" and (self.unindented or next_word in STARTS_A_LITERAL)
        return not may_be_literal

    def _report_unclosed(self, outermost: int, before: Word | None) -> None:
        form = probably_unclosed(self.stack[min(outermost, len(self.stack) - 1)])
        where = Location(form.line, form.column, self.problems.file)
        seen = f"the next form, in line {before.line}" if before else "the end of the text"
        self.problems.add(
            "unclosed",
            f"this parenthesis is not closed before {seen}",
            where,
            "add the missing `)`",
        )

    def _report_extra(self, paren: Word) -> None:
        where = Location(paren.line, paren.column, self.problems.file)
        last = self.top[-1] if self.top else None
        remedy = "remove it"
        if isinstance(last, Form):
            remedy += f", or see whether the form that starts in line {last.line} was closed too early"
        self.problems.add("unopened", "this `)` closes nothing", where, remedy)


def probably_unclosed(form: Form) -> Form:
    """The form inside an unclosed one that most likely lacks its `)`.

    Literals do not occur inside literals, nor does a line usually start left of the parenthesis that
    contains it: the first form holding such an item is suspected, else the outermost.
    """
    waiting = [(form, form.name in {"<=", ""})]
    while waiting:
        parent, holds_literals = waiting.pop()
        inner = [item for item in parent.items if isinstance(item, Form)]
        for item in inner:
            if not holds_literals and item.name in STARTS_A_LITERAL:
                return parent
            if parent is not form and item.line > parent.line and item.column <= parent.column:
                return parent
        waiting += [(item, item.name in {"not", "or", "and"}) for item in reversed(inner)]
    return form
