"""Sorts of constants: which argument places of fluents and moves speak of the same thing, a row, a column, a piece.

Two places have one sort if a variable of a rule stands in both. Static relations such as `succ` do not join the sorts
they relate, or rows and columns would be one; where a game's own rules still join them, places are told apart by
their order in each term (`split`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from woodstock.compile.vocabulary import Vocabulary
from woodstock.gdl import Rulesheet
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable
from woodstock.grounding.rewriting.normal import Comparison, Literal, normalise
from woodstock.grounding.rewriting.sizes import Sizes

Place = tuple[str, str, int]
"""What kind of thing (`fluent`, `move` or a relation), its name, the number of the argument."""
_FLUENTS = frozenset(("true", "next", "init", "base"))
_MOVES = frozenset(("does", "legal", "input"))


@dataclass(frozen=True)
class Sorts:
    """The sort of every argument place of fluents and moves, and the constants of every sort in their order."""

    of: dict[Place, int]
    constants: tuple[tuple[str, ...], ...]

    def split(self) -> Sorts:
        """Places of one sort in one term told apart: first, third … from second, fourth …; a lone one is its own."""
        parts: dict[object, int] = {}
        result: dict[Place, int] = {}
        by_term: dict[tuple[str, str, int], list[Place]] = {}
        for place in sorted(self.of):
            by_term.setdefault((place[0], place[1], self.of[place]), []).append(place)
        for (kind, name, sort), places in by_term.items():
            for number, place in enumerate(places):
                key: object = (sort, number % 2) if len(places) > 1 else (sort, kind, name)
                result[place] = parts.setdefault(key, len(parts))
        constants: list[tuple[str, ...]] = [()] * len(parts)
        for place, part in result.items():
            constants[part] = self.constants[self.of[place]]
        return Sorts(result, tuple(constants))


def sorts_of(rulesheet: Rulesheet, vocabulary: Vocabulary) -> Sorts:
    """The sorts that a rulesheet's variables show, with the constants that fluents and moves have there."""
    leader: dict[Place, Place] = {}

    def find(place: Place) -> Place:
        leader.setdefault(place, place)
        while leader[place] != place:
            place = leader[place]
        return place

    rules = normalise(rulesheet.rules)
    sizes = Sizes(rules)
    for rule in rules:
        atoms = [rule.head, *(each.atom for each in rule.body if isinstance(each, Literal))]
        same: dict[str, Place] = {}
        for atom in atoms:
            if not (sizes.is_dynamic(Literal(atom)) or atom.name in _FLUENTS | _MOVES):
                continue
            for name, place in _variables(atom):
                leader[find(place)] = find(same.setdefault(name, place))
        for each in rule.body:
            if isinstance(each, Comparison) and each.equal:
                sides = [same.get(s.name) for s in (each.left, each.right) if isinstance(s, Variable)]
                if len(sides) == 2 and sides[0] and sides[1]:
                    leader[find(sides[0])] = find(sides[1])
    numbers: dict[Place, int] = {}
    of: dict[Place, int] = {}
    found: list[set[str]] = []
    for kind, term in _things(vocabulary):
        for place, constant in places(kind, term):
            if place not in of:
                of[place] = numbers.setdefault(find(place), len(numbers))
                if of[place] == len(found):
                    found.append(set())
            found[of[place]].add(constant)
    return Sorts(of, tuple(tuple(sorted(each, key=natural)) for each in found))


def places(kind: str, term: Term) -> list[tuple[Place, str]]:
    """The constants in a fluent or move with their places; a nested term is one constant."""
    if not isinstance(term, Function):
        return []
    name = f"{term.name}/{len(term.args)}"
    return [((kind, name, number), str(arg)) for number, arg in enumerate(term.args)]


def _things(vocabulary: Vocabulary) -> Iterator[tuple[str, Term]]:
    for term in vocabulary.fluents:
        yield "fluent", term
    for moves in vocabulary.moves:
        for term in moves:
            yield "move", term


def _variables(atom: Atom) -> Iterable[tuple[str, Place]]:
    """The variables of an atom by place: of the fluent or the move in it, else of its relation."""
    if isinstance(atom, Symbol):
        return
    kind, term = atom.name, atom
    if atom.name in _FLUENTS:
        kind, inner = "fluent", atom.args[0]
    elif atom.name in _MOVES and len(atom.args) == 2:
        kind, inner = "move", atom.args[1]
    else:
        inner = term
    if not isinstance(inner, Function):
        return
    name = f"{inner.name}/{len(inner.args)}"
    for number, arg in enumerate(inner.args):
        if isinstance(arg, Variable):
            yield arg.name, (kind, name, number)


def static_pairs(rulesheet: Rulesheet) -> dict[str, set[tuple[str, str]]]:
    """The facts of two arguments, by relation: successors, neighbours."""
    found: dict[str, set[tuple[str, str]]] = {}
    for rule in rulesheet.rules:
        if not rule.body and isinstance(rule.head, Function) and len(rule.head.args) == 2:
            one, other = rule.head.args
            if rule.head.name not in _FLUENTS | _MOVES:
                found.setdefault(rule.head.name, set()).add((str(one), str(other)))
    return found
