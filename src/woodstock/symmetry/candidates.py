"""Permutations worth a try, guessed from the rules' own index relations.

On the constants of a sort: turned round, moved on by one (on a torus), or two constants exchanged, each where it keeps a relation
of the rules that orders them (or their natural order, where there is none). Two sorts of one size may change places, and
all of this at once: half a turn is the rows turned round and the columns too, neither of which need be a symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product

from woodstock.compile.vocabulary import Vocabulary
from woodstock.gdl import Rulesheet
from woodstock.gdl.terms import Function, Term
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.sorts import Sorts, places, sorts_of, static_pairs

MOST_CANDIDATES = 3000

Map = dict[str, str]


def candidates(rulesheet: Rulesheet, vocabulary: Vocabulary) -> Iterator[Permutation | None]:
    """Permutations that map fluents to fluents and moves to moves, the simplest first, none twice.

    None stands for a guess that led to none: whoever is in a hurry can stop there.
    """
    sorts = sorts_of(rulesheet, vocabulary)
    pairs = static_pairs(rulesheet)
    seen = {Permutation.identity(vocabulary)}
    for division in (sorts, sorts.split()):
        for permutation in islice(_of_sorts(division, pairs, vocabulary), MOST_CANDIDATES):
            if permutation is None or permutation in seen:
                yield None
            else:
                seen.add(permutation)
                yield permutation


def _of_sorts(
    sorts: Sorts, pairs: Mapping[str, set[tuple[str, str]]], vocabulary: Vocabulary
) -> Iterator[Permutation | None]:
    ordered = [chain(constants, pairs) for constants in sorts.constants]
    options = [_options(constants) for constants in ordered]
    return lifted(Lift(sorts, vocabulary), ordered, options, _exchanges(sorts, ordered))


def lifted(
    lift: Lift,
    ordered: Sequence[Sequence[str]],
    options: Sequence[Sequence[Map]],
    exchanges: Sequence[Sequence[tuple[int, int]]],
    roles: tuple[int, ...] | None = None,
) -> Iterator[Permutation | None]:
    """A permutation, or None, for every choice of what is done to each sort's constants, told in their order, and of
    which sorts change places."""
    for exchanged in exchanges:
        target = list(range(len(ordered)))
        for one, other in exchanged:
            target[one], target[other] = other, one
        for choice in _choices(options):
            maps: list[Map] = []
            for number, option in enumerate(choice):
                to = ordered[target[number]]
                along = dict(zip(ordered[number], to)) if len(to) == len(ordered[number]) else {}
                maps.append({constant: along[option[constant]] for constant in ordered[number]})
            yield lift(maps, target, roles)


def _exchanges(sorts: Sorts, ordered: Sequence[Sequence[str]]) -> list[tuple[tuple[int, int], ...]]:
    """Pairs of sorts that may change places: none, one pair, two pairs."""
    alike = [
        (one, other)
        for one, other in combinations(range(len(ordered)), 2)
        if len(ordered[one]) == len(ordered[other]) > 1
    ]
    two = [(a, b) for a, b in combinations(alike, 2) if len({*a, *b}) == 4]
    return [(), *((pair,) for pair in alike[:20]), *two[:20]]


def _choices(options: Sequence[Sequence[Map]]) -> list[tuple[Map, ...]]:
    """What is done to each sort, few sorts at a time before many."""
    sizes = [range(len(each)) for each in options]
    total = 1
    for each in sizes:
        total *= len(each)
    if total <= MOST_CANDIDATES:
        numbers = sorted(product(*sizes), key=lambda choice: sum(map(bool, choice)))
    else:
        numbers = [tuple([0] * len(sizes))]
        for count in (1, 2):
            for which in combinations(range(len(sizes)), count):
                for values in product(*(sizes[place][1:] for place in which)):
                    choice = [0] * len(sizes)
                    for place, value in zip(which, values):
                        choice[place] = value
                    numbers.append(tuple(choice))
    return [tuple(options[place][n] for place, n in enumerate(choice)) for choice in numbers]


def _options(constants: Sequence[str]) -> list[Map]:
    """What may be done to the constants of a sort; nothing comes first."""
    found = [dict(zip(constants, constants))]
    if len(constants) > 1:
        found.append(dict(zip(constants, reversed(constants))))
    if len(constants) > 2:
        found.append(dict(zip(constants, [*constants[1:], constants[0]])))
    return found


def chain(constants: Sequence[str], pairs: Mapping[str, set[tuple[str, str]]]) -> list[str]:
    """The constants in the order of a relation that runs through all of them, else in their natural order."""
    inside = set(constants)
    for relation in pairs.values():
        after = {one: other for one, other in relation if one in inside and other in inside}
        starts = [one for one in constants if one not in after.values()] or list(constants[:1])
        for start in starts:
            row = [start]
            while len(row) < len(inside) and after.get(row[-1], start) not in row:
                row.append(after[row[-1]])
            if len(row) == len(inside):
                return row
    return list(constants)


class Lift:
    """From maps of constants to a permutation of fluents and moves."""

    def __init__(self, sorts: Sorts, vocabulary: Vocabulary) -> None:
        tables: list[tuple[str, Sequence[Term], int]] = [("fluent", vocabulary.fluents, 0)]
        for role, moves in enumerate(vocabulary.moves):
            tables.append(("move", moves, vocabulary.first_move[role]))
        self._numbers: list[dict[tuple[str, tuple[str, ...]], int]] = []
        """Of the fluents, and of each role's moves, by name and arguments."""
        self._terms: list[tuple[int, str, tuple[int, ...], tuple[str, ...]]] = []
        """Table, name, the arguments' sorts, and the arguments."""
        for table, (kind, terms, start) in enumerate(tables):
            self._numbers.append({})
            for number, term in enumerate(terms, start):
                name = term.name if isinstance(term, Function) else str(term)
                args = [(sorts.of[place], constant) for place, constant in places(kind, term)]
                constants = tuple(constant for _, constant in args)
                self._numbers[table][name, constants] = number
                self._terms.append((table, name, tuple(sort for sort, _ in args), constants))
        self._roles = tuple(range(len(vocabulary.roles)))

    def __call__(
        self, maps: Sequence[Map], target: Sequence[int], roles: tuple[int, ...] | None = None
    ) -> Permutation | None:
        """The permutation, with moves of a role being those of another if told so; None where something would go where
        nothing is."""
        roles = roles or self._roles
        tables = [self._numbers[0], *(self._numbers[1 + role] for role in roles)]
        sources: dict[tuple[int, ...], list[tuple[int, Map]] | None] = {}
        row = []
        for table, name, kinds, constants in self._terms:
            if kinds not in sources:
                sources[kinds] = _sources(kinds, maps, target)
            source = sources[kinds]
            if source is None:
                return None
            image = tables[table].get((name, tuple([along[constants[place]] for place, along in source])))
            if image is None:
                return None
            row.append(image)
        if len(set(row)) < len(row):
            return None
        return Permutation(tuple(row), roles)


def _sources(
    kinds: Sequence[int], maps: Sequence[Map], target: Sequence[int]
) -> list[tuple[int, Map]] | None:
    """For each argument of an image, which argument it comes from, and by which map: those of a sort go, in order, to the
    places of the sort it changes with."""
    found: dict[int, tuple[int, Map]] = {}
    free: dict[int, list[int]] = {}
    for place, sort in enumerate(kinds):
        free.setdefault(sort, []).append(place)
    for place, sort in enumerate(kinds):
        left = free.get(target[sort])
        if not left:
            return None
        found[left.pop(0)] = (place, maps[sort])
    return [found[place] for place in range(len(kinds))]
