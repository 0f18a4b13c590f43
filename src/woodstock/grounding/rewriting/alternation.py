"""Bodies with `or`, `and` and nested `not` as conjunctions of plain literals.

Few alternatives are multiplied out. A body with many of them would explode, so each of its disjunctions becomes an
auxiliary relation over the variables it shares with the rest of the rule (Tseitin's way): `or_explode` has 3^16
alternatives but 48 literals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from woodstock.errors import GroundingError
from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or
from woodstock.gdl.normal_form import Conjunction, multiplied, pushed, width
from woodstock.gdl.terms import Atom, Variable, atom_of
from woodstock.gdl.walk import variable_names

MOST_ALTERNATIVES = 256


def conjunctions(
    head: Atom, body: Sequence[Formula], fresh: Iterator[str]
) -> Iterator[tuple[Atom, Conjunction]]:
    """The plain rules of a rule, auxiliary ones included, whose relations are named by `fresh`."""
    todo: list[tuple[Atom, Formula]] = [(head, pushed(And(tuple(body))))]
    while todo:
        head, formula = todo.pop()
        if width(formula) > MOST_ALTERNATIVES:
            formula, auxiliary = _split(head, formula, fresh)
            todo += auxiliary
        for conjunction in multiplied(formula):
            yield head, conjunction


def _split(head: Atom, formula: Formula, fresh: Iterator[str]) -> tuple[Formula, list[tuple[Atom, Formula]]]:
    """The formula with an auxiliary atom for every disjunction, and the rules of these atoms."""
    if isinstance(formula, Or):  # the alternatives of one disjunction need no auxiliary relation
        return Or(()), [(head, part) for part in formula.formulas]
    assert isinstance(formula, And)
    plain = [part for part in formula.formulas if not isinstance(part, Or)]
    waiting = [part for part in formula.formulas if isinstance(part, Or)]
    rules: list[tuple[Atom, Formula]] = []
    while waiting:
        for disjunction in waiting:
            others = [part for part in formula.formulas if part is not disjunction]
            shared = variable_names(disjunction) & variable_names(head).union(*map(variable_names, others))
            binders = [part for part in plain if _binds(part)]
            if all(shared <= _binds(And((*binders, part))) for part in disjunction.formulas):
                break
        else:
            raise GroundingError(
                f"the rule for {head} has more than {MOST_ALTERNATIVES:,} alternatives of `or` "
                "that do not bind their variables; write them as a relation of its own"
            )
        waiting.remove(disjunction)
        arguments = tuple(Variable(name) for name in sorted(shared))
        name = next(fresh)
        atom = atom_of(name, arguments)
        for part in disjunction.formulas:
            missing = shared - _binds(part)
            needed = [binder for binder in binders if _binds(binder) & missing]
            rules.append((atom, pushed(And((*needed, part)))))
        plain.append(atom)
    return And(tuple(plain)), rules


def _binds(formula: Formula) -> frozenset[str]:
    """Variables that every alternative of a pushed formula binds."""
    match formula:
        case And(formulas=parts):
            return frozenset().union(*map(_binds, parts))
        case Or(formulas=parts):
            return _common(map(_binds, parts))
        case Not() | Distinct():
            return frozenset()
        case _:
            return variable_names(formula)


def _common(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    found = list(sets)
    return frozenset.intersection(*found) if found else frozenset()
