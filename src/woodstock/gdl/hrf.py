"""HRF, the infix notation of game rules: text to rules.

>>> print(parse_hrf("legal(W, mark(M)) :- true(cell(M, b)) & ~blocked(M) & W != robot"))
(<= (legal ?w (mark ?m)) (true (cell ?m b)) (not (blocked ?m)) (distinct ?w robot))

Both customs are taken: `&`, `|`, `~` and rules that simply follow each other, and Prolog's `,`, `;`,
`\\+` with a full stop behind each rule. Variables start with a capital letter or `_` (or `?`); other
names may stand in single quotes.
"""

from __future__ import annotations

from typing import NoReturn

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.hrf_words import Word, Words
from woodstock.gdl.keywords import CONNECTIVES
from woodstock.gdl.kif import MOST_CHARACTERS
from woodstock.gdl.problems import Problems, admit
from woodstock.gdl.rulesheet import Rulesheet
from woodstock.gdl.sexpr import DEEPEST
from woodstock.gdl.terms import Atom, Function, Location, Symbol, Term, Variable
from woodstock.gdl.uncollected import uncollected


@uncollected()
def parse_hrf(text: str, file: str = "", *, most_characters: int = MOST_CHARACTERS) -> Rulesheet:
    """The rules of `text`. Raises `SyntaxProblem` with everything that is wrong with it."""
    problems = Problems(text, file)
    rules: list[Rule] = []
    if admit(problems, most_characters):
        words = Words(problems).read()
        if not problems.full:
            rules = Reader(words, problems).rules()
    problems.settle()
    return Rulesheet(tuple(rules), file, text)


class Trouble(Exception):
    """The rule at hand cannot be read on; the problem has been noted."""


class Reader:
    """Reads by recursive descent of bounded depth; skips to the next rule after a problem."""

    def __init__(self, words: list[Word], problems: Problems) -> None:
        self.words = words
        self.problems = problems
        self.index = 0
        self.depth = 0
        self.taken = {word.text for word in words if word.kind == "variable"}
        self.anonymous = 0

    @property
    def word(self) -> Word:
        return self.words[self.index]

    def rules(self) -> list[Rule]:
        found: list[Rule] = []
        while self.word.kind != "end" and not self.problems.full:
            self.depth = 0
            try:
                found.append(self.rule())
            except Trouble:
                self._skip_rule()
        return found

    def rule(self) -> Rule:
        start = self.word
        head = self._as_atom(self.term(), start)
        if start.kind == "name" and start.text in CONNECTIVES:
            self._trouble("head", f"`{start.text}` cannot be what a rule or fact states", start)
        body: tuple[Formula, ...] = ()
        if self._took(":-"):
            body = self.body()
        location = self._location(start)
        self._took(".")
        return Rule(head, body, location)

    def body(self) -> tuple[Formula, ...]:
        """A top-level conjunction, or one formula if it is a disjunction."""
        start = self.word
        choices = self._choices(commas=True)
        return choices[0].formulas if len(choices) == 1 else (self._either(choices, start),)

    def formula(self, commas: bool) -> Formula:
        start = self.word
        choices = self._choices(commas)
        return simple(choices[0]) if len(choices) == 1 else self._either(choices, start)

    def _choices(self, commas: bool) -> list[And]:
        """Conjunctions between `|`; without `commas` a comma ends the formula (an argument of `or(…)`)."""
        choices: list[And] = []
        while True:
            start = self.word
            parts = [self.literal()]
            while self._took("&") or (commas and self._took(",")):
                parts.append(self.literal())
            choices.append(And(tuple(parts), self._location(start)))
            if not self._took("|"):
                return choices

    def _either(self, choices: list[And], start: Word) -> Or:
        return Or(tuple(map(simple, choices)), self._location(start))

    def literal(self) -> Formula:
        start = self.word
        self._enter()
        formula: Formula
        if self._took("~") or (start.kind == "name" and start.text == "not" and self._took("name")):
            formula = Not(self.literal(), self._location(start))
        elif self._took("("):
            formula = self.formula(commas=True)
            self._close(start)
        elif start.kind == "name" and start.text in {"and", "or"} and self.words[self.index + 1].kind == "(":
            self.index += 1
            inner = tuple(self._arguments())
            formula = (And if start.text == "and" else Or)(inner, self._location(start))
        else:
            formula = self._comparison_or_atom()
        self.depth -= 1
        return formula

    def _arguments(self) -> list[Formula]:
        opening = self.word
        self.index += 1
        found = [self.formula(commas=False)]
        while self._took(","):
            found.append(self.formula(commas=False))
        self._close(opening)
        return found

    def _comparison_or_atom(self) -> Formula:
        start = self.word
        left = self.term()
        if self.word.kind in {"!=", "="}:
            equal = self.word.kind == "="
            self.index += 1
            right = self.term()
            apart = Distinct(left, right, self._location(start))
            return Not(apart, apart.location) if equal else apart
        if start.kind == "name" and start.text == "distinct":
            if not (isinstance(left, Function) and len(left.args) == 2):
                self._trouble("connective", "`distinct` compares two terms", start)
            return Distinct(left.args[0], left.args[1], left.location)
        return self._as_atom(left, start)

    def _as_atom(self, term: Term, start: Word) -> Atom:
        if isinstance(term, Variable):
            self._trouble("variable", "a variable where a relation is expected", start)
        return term

    def term(self) -> Term:
        start = self.word
        if self._took("variable"):
            return Variable(self._variable_name(start), self._location(start))
        if not (self._took("name") or self._took("quoted")):
            self._trouble("expected", f"expected a name, found {shown(start)}", start)
        opening = self.word
        if not self._took("("):
            return Symbol(start.text, self._location(start))
        self._enter()
        args: list[Term] = []
        if self.word.kind != ")":
            args.append(self.term())
            while self._took(","):
                args.append(self.term())
        self._close(opening)
        self.depth -= 1
        location = self._location(start)
        return Function(start.text, tuple(args), location) if args else Symbol(start.text, location)

    def _variable_name(self, word: Word) -> str:
        """Each `_` is a variable of its own; quoted or with a `?` it is a name like any other."""
        if word.text != "_" or word.length > 1:
            return word.text
        while True:
            self.anonymous += 1
            name = f"_{self.anonymous}"
            if name not in self.taken:
                return name

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self._trouble("too-deep", f"nested more than {DEEPEST} deep", self.word)

    def _took(self, kind: str) -> bool:
        if self.word.kind != kind:
            return False
        self.index += 1
        return True

    def _close(self, opening: Word) -> None:
        if self._took(")"):
            return
        if self.word.kind in {".", ":-", "end"}:
            message = f"this parenthesis is not closed before {shown(self.word)} in line {self.word.line}"
            self._trouble("unclosed", message, opening, "add the missing `)`")
        self._trouble("expected", f"expected `,` or `)`, found {shown(self.word)}", self.word)

    def _skip_rule(self) -> None:
        """Behind the next full stop, or to the next word in column 1."""
        if self.word.kind == "end":
            return
        self.index += 1
        while self.word.kind != "end" and self.word.column != 1:
            if self._took("."):
                return
            self.index += 1

    def _location(self, start: Word) -> Location:
        """From `start` to the word read last."""
        last = self.words[max(self.index - 1, 0)]
        length = max(start.length, last.offset + last.length - start.offset)
        return Location(start.line, start.column, self.problems.file, length)

    def _trouble(self, code: str, message: str, word: Word, remedy: str = "") -> NoReturn:
        where = Location(word.line, word.column, self.problems.file, word.length)
        self.problems.add(code, message, where, remedy)
        raise Trouble


def shown(word: Word) -> str:
    return "the end of the text" if word.kind == "end" else f"`{word.text}`"


def simple(conjunction: And) -> Formula:
    """What a conjunction of one formula amounts to."""
    return conjunction.formulas[0] if len(conjunction.formulas) == 1 else conjunction
