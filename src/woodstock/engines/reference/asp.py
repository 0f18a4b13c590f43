"""Clauses and terms as the text of an answer set program, and clingo's values back as terms.

>>> from woodstock.gdl.terms import Function, Symbol, Variable
>>> cell = Function("cell", (Variable("x"), Symbol("++")))
>>> writer = Writer()
>>> print(writer.clause(Clause(Function("next", (cell,)), (Literal(Function("true", (cell,))),))))
p1(c1(V1,c2)) :- p2(c1(V1,c2)).
>>> print(writer.read(writer.value(Symbol("++"))))
++

Names are numbered: so any characters will do, numbers are names like any other, and the text is short (clingo
reads it anew for every question).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import clingo

from woodstock.engines.reference.clauses import Clause, Literal
from woodstock.engines.reference.depth import GUARD, Depths, EndlessTerms, growing
from woodstock.gdl.formulas import Distinct
from woodstock.gdl.order import natural
from woodstock.gdl.sexpr import DEEPEST
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable


class Numbering:
    """Identifiers for names: a letter and a number."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self._identifiers: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def identifier(self, name: str) -> str:
        found = self._identifiers.get(name)
        if found is None:
            found = f"{self._letter}{len(self._identifiers) + 1}"
            self._identifiers[name] = found
            self._names[found] = name
        return found

    def name(self, identifier: str) -> str:
        return self._names[identifier]


@dataclass(frozen=True, slots=True)
class Reading:
    """An atom of an answer: its relation, its arguments, and the place of the last one in the order of terms."""

    relation: str
    terms: tuple[Term, ...]
    order: str


@dataclass(slots=True)
class Writer:
    """Writes clauses and terms, remembers the names it gave, and reads answers back with them."""

    relations: Numbering = field(default_factory=lambda: Numbering("p"))
    symbols: Numbering = field(default_factory=lambda: Numbering("c"))
    variables: Numbering = field(default_factory=lambda: Numbering("V"))
    values: dict[Term, clingo.Symbol] = field(default_factory=dict)
    terms: dict[clingo.Symbol, Term] = field(default_factory=dict)
    readings: dict[clingo.Symbol, Reading] = field(default_factory=dict)
    depths: Depths = field(default_factory=Depths)

    def program(self, clauses: Sequence[Clause]) -> str:
        guarded: dict[Clause, list[Term]] = {}
        for clause, term in growing(clauses):
            guarded.setdefault(clause, []).append(term)
        return "\n".join(self.clause(clause, guarded.get(clause, ())) for clause in clauses)

    def clause(self, clause: Clause, guarded: Iterable[Term] = ()) -> str:
        """The clause; it yields nothing for guarded terms that have grown too deep."""
        head = self.atom(clause.head)
        guards = (f"1 = @{GUARD}({self.term(term)})" for term in guarded)
        body = ", ".join((*map(self.literal, clause.body), *guards))
        return f"{head} :- {body}." if body else f"{head}."

    def literal(self, literal: Literal) -> str:
        match literal.formula:
            case Distinct(left=left, right=right):
                return f"{self.term(left)} {'!=' if literal.positive else '='} {self.term(right)}"
            case atom:
                return self.atom(atom) if literal.positive else f"not {self.atom(atom)}"

    def atom(self, atom: Atom) -> str:
        arguments = f"({','.join(map(self.term, atom.args))})" if isinstance(atom, Function) else ""
        return self.relations.identifier(atom.name) + arguments

    def term(self, term: Term) -> str:
        match term:
            case Symbol(name=name):
                return self.symbols.identifier(name)
            case Variable(name=name):
                return self.variables.identifier(name)
            case Function(name=name, args=args):
                return f"{self.symbols.identifier(name)}({','.join(map(self.term, args))})"

    def fact(self, relation: str, *terms: Term) -> clingo.Symbol:
        """A ground atom as clingo's own value."""
        return clingo.Function(self.relations.identifier(relation), [self.value(term) for term in terms])

    def value(self, term: Term) -> clingo.Symbol:
        """A ground term as clingo's own value."""
        found = self.values.get(term)
        if found is None:
            match term:
                case Function(name=name, args=args):
                    arguments = [self.value(each) for each in args]
                    found = clingo.Function(self.symbols.identifier(name), arguments)
                case Symbol(name=name):
                    found = clingo.Function(self.symbols.identifier(name))
                case Variable():
                    raise ValueError(f"{term} is a variable where a ground term is needed")
            self.values[term] = found
            self.terms.setdefault(found, term)
        return found

    def read(self, value: clingo.Symbol) -> Term:
        """The term that clingo's value stands for."""
        found = self.terms.get(value)
        if found is None:
            if self.depths.depth(value) > DEEPEST:
                raise EndlessTerms(value)
            name, arguments = self.symbols.name(value.name), value.arguments
            found = Function(name, tuple(map(self.read, arguments))) if arguments else Symbol(name)
            self.terms[value] = found
        return found

    def reading(self, atom: clingo.Symbol) -> Reading:
        """What clingo's atom says; the same atoms come again and again, so it is kept."""
        found = self.readings.get(atom)
        if found is None:
            terms = tuple(map(self.read, atom.arguments))
            found = Reading(self.relations.name(atom.name), terms, natural(terms[-1]) if terms else "")
            self.readings[atom] = found
        return found
