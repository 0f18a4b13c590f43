"""Clauses and terms as the text of an answer set program, and clingo's values back as terms.

>>> from woodstock.gdl.terms import Function, Symbol, Variable
>>> cell = Function("cell", (Variable("x"), Symbol("++")))
>>> writer = Writer()
>>> print(writer.clause(Clause(Function("next", (cell,)), (Literal(Function("true", (cell,))),))))
pnext(ccell(Vx,c_2b__2b_)) :- ptrue(ccell(Vx,c_2b__2b_)).
>>> print(writer.read(writer.value(Symbol("++"))))
++

A name becomes an identifier whatever characters it has, and numbers are names like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import clingo

from woodstock.gdl.terms import Atom, Distinct, Function, Symbol, Term, Variable
from woodstock.reference.clauses import Clause, Literal


@dataclass(slots=True)
class Writer:
    """Writes clauses and terms, remembers the names it gave, and reads answers back with them."""

    names: dict[str, str] = field(default_factory=dict)
    values: dict[Term, clingo.Symbol] = field(default_factory=dict)
    terms: dict[clingo.Symbol, Term] = field(default_factory=dict)

    def program(self, clauses: Iterable[Clause]) -> str:
        return "\n".join(map(self.clause, clauses))

    def clause(self, clause: Clause) -> str:
        body = ", ".join(map(self.literal, clause.body))
        return f"{self.atom(clause.head)} :- {body}." if body else f"{self.atom(clause.head)}."

    def literal(self, literal: Literal) -> str:
        match literal.formula:
            case Distinct(left=left, right=right):
                return f"{self.term(left)} {'!=' if literal.positive else '='} {self.term(right)}"
            case atom:
                return self.atom(atom) if literal.positive else f"not {self.atom(atom)}"

    def atom(self, atom: Atom) -> str:
        arguments = f"({','.join(map(self.term, atom.args))})" if isinstance(atom, Function) else ""
        return predicate(atom.name) + arguments

    def term(self, term: Term) -> str:
        match term:
            case Symbol(name=name):
                return self.name(name)
            case Variable(name=name):
                return "V" + escape(name)
            case Function(name=name, args=args):
                return f"{self.name(name)}({','.join(map(self.term, args))})"

    def name(self, name: str) -> str:
        written = "c" + escape(name)
        self.names[written] = name
        return written

    def value(self, term: Term) -> clingo.Symbol:
        """A ground term as clingo's own value."""
        found = self.values.get(term)
        if found is None:
            match term:
                case Function(name=name, args=args):
                    found = clingo.Function(self.name(name), [self.value(each) for each in args])
                case Symbol(name=name):
                    found = clingo.Function(self.name(name))
                case Variable():
                    raise ValueError(f"{term} is a variable where a ground term is needed")
            self.values[term] = found
            self.terms.setdefault(found, term)
        return found

    def read(self, value: clingo.Symbol) -> Term:
        """The term that clingo's value stands for."""
        found = self.terms.get(value)
        if found is None:
            name, arguments = self.names[value.name], value.arguments
            found = Function(name, tuple(map(self.read, arguments))) if arguments else Symbol(name)
            self.terms[value] = found
        return found


def predicate(name: str) -> str:
    """The identifier of a relation."""
    return "p" + escape(name)


def escape(name: str) -> str:
    """An injective spelling with lower-case letters, digits and underscores only."""
    return "".join(c if "a" <= c <= "z" or "0" <= c <= "9" else f"_{ord(c):x}_" for c in name)
