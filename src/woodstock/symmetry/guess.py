"""Likely symmetries, in a fraction of a second: guessed from sorts of constants and tested on random plays.

Of a board the rows and columns are turned round or change places. Where two players are exchanged, so are their names
wherever they stand, and among the constants that no relation orders (pieces, say) one or two pairs. What passes on every
state of a sample is very likely a symmetry, and no more: enough for what is learned, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline
from woodstock.gdl import Rulesheet
from woodstock.gdl.keywords import CHANCE
from woodstock.symmetry.candidates import Lift, Map, chain, lifted
from woodstock.symmetry.group import Group
from woodstock.symmetry.hidden import adds
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.sorts import Sorts, places, sorts_of, static_pairs
from woodstock.symmetry.verify import Judge, Seen, verify

MOST_CANDIDATES = 1000
"""Of a way to see sorts and roles."""
LONGEST_SORT = 40
"""Constants that are turned round: more are steps, most likely."""
MOST_PIECES = 7
"""Constants without an order of which pairs are exchanged."""
FIRST_LOOK, LEAST_STATES, LEAST_ENDS = 8, 30, 3
"""States that throw most candidates out, and below which a test says nothing, of all and of those that are over."""


def likely_symmetries(
    rulesheet: Rulesheet,
    judge: Judge,
    sample: Sequence[Seen],
    deadline: Deadline,
    tell: Callable[[list[Permutation]], None] | None = None,
) -> list[Permutation]:
    """Generators that commute with the rules on every state of a sample, told whenever there is one more; one that exchanges
    players is enough."""
    vocabulary = judge.vocabulary
    found: list[Permutation] = []
    if len(sample) < LEAST_STATES or sum(seen.terminal for seen in sample) < LEAST_ENDS or deadline.passed:
        return found
    sorts = sorts_of(rulesheet, vocabulary)
    pairs = static_pairs(rulesheet)
    held = frozenset[int]().union(*(seen.fluents for seen in sample))
    divisions = [
        _Division(each, pairs, vocabulary, held) for each in (sorts, sorts.split()) if not deadline.passed
    ]
    for roles in _role_orders(vocabulary):
        for division in divisions:
            group = Group(vocabulary, tuple(found))
            for candidate in islice(division.candidates(roles), MOST_CANDIDATES):
                if deadline.passed:
                    return found
                if candidate is None or not _moves_moves(candidate, vocabulary) or not adds(candidate, group):
                    continue
                if not verify(judge, candidate, sample[:FIRST_LOOK], deadline).passed:
                    continue
                test = verify(judge, candidate, sample, deadline)
                if not test.passed or test.states < len(sample):
                    continue
                found.append(candidate)
                if tell is not None:
                    tell(found)
                if candidate.exchanges_roles:
                    return found
                group = Group(vocabulary, tuple(found))
    return found


def _role_orders(vocabulary: Vocabulary) -> list[tuple[int, ...]]:
    """As they are, and where there are two players, these exchanged."""
    as_they_are = tuple(range(len(vocabulary.roles)))
    players = [role for role, name in enumerate(vocabulary.roles) if str(name) != CHANCE]
    if len(players) != 2:
        return [as_they_are]
    one, other = players
    exchanged = {one: other, other: one}
    return [as_they_are, tuple(exchanged.get(role, role) for role in as_they_are)]


def _moves_moves(candidate: Permutation, vocabulary: Vocabulary) -> bool:
    """Not only fluents, which perhaps never hold."""
    first = len(vocabulary.fluents)
    return any(image != place for place, image in enumerate(candidate.row[first:], first))


class _Division:
    """A way to see sorts, with what may be done to their constants."""

    def __init__(
        self,
        sorts: Sorts,
        pairs: Mapping[str, set[tuple[str, str]]],
        vocabulary: Vocabulary,
        held: frozenset[int],
    ) -> None:
        self._vocabulary = vocabulary
        self._in_order = [_is_ordered(constants, pairs) for constants in sorts.constants]
        self._rows = [
            chain(constants, pairs) if in_order else list(constants)
            for constants, in_order in zip(sorts.constants, self._in_order)
        ]
        self._lift = Lift(sorts, vocabulary)
        self._all_seen = not any(
            unseen and not in_order and len(constants) <= MOST_PIECES
            for unseen, in_order, constants in zip(
                _unseen(sorts, vocabulary, held), self._in_order, sorts.constants
            )
        )
        """Of the constants that may be exchanged."""

    def candidates(self, roles: tuple[int, ...]) -> Iterator[Permutation | None]:
        names = [str(self._vocabulary.roles[role]) for role, image in enumerate(roles) if role != image]
        if names and not self._all_seen:
            return iter(())  # an exchange that leaves out a piece which was not there would pass
        options = [_options(row, order, names) for row, order in zip(self._rows, self._in_order)]
        sizes = [len(row) if order else 0 for row, order in zip(self._rows, self._in_order)]
        alike = [pair for pair in combinations(range(len(sizes)), 2) if sizes[pair[0]] == sizes[pair[1]] > 1]
        return lifted(self._lift, self._rows, options, [(), *((pair,) for pair in alike)], roles)


def _unseen(sorts: Sorts, vocabulary: Vocabulary, held: frozenset[int]) -> list[set[str]]:
    """Constants of each sort that fluents may have, and none of those that held."""
    all_there: list[set[str]] = [set() for _ in sorts.constants]
    there: list[set[str]] = [set() for _ in sorts.constants]
    for number, term in enumerate(vocabulary.fluents):
        for place, constant in places("fluent", term):
            all_there[sorts.of[place]].add(constant)
            if number in held:
                there[sorts.of[place]].add(constant)
    return [one - other for one, other in zip(all_there, there)]


def _is_ordered(constants: Sequence[str], pairs: Mapping[str, set[tuple[str, str]]]) -> bool:
    """Whether they are numbers, or a relation of the rules runs through them."""
    if len(constants) > LONGEST_SORT:
        return False
    if all(constant.lstrip("-").isdigit() for constant in constants):
        return True
    return len(constants) > 2 and chain([*reversed(constants)], pairs) == chain(constants, pairs)


def _options(constants: Sequence[str], ordered: bool, names: Sequence[str]) -> list[Map]:
    """What may become of the constants of a sort, the least change first; `names` are of players that are exchanged."""
    still = dict(zip(constants, constants))
    forced = dict(zip(names, reversed(names))) if set(names) <= set(constants) else {}
    if forced:
        rest = [constant for constant in constants if constant not in forced]
        return [{**still, **forced}, *({**still, **forced, **swap} for swap in _swaps(rest, 1))]
    if ordered or not names:
        turned = dict(zip(constants, reversed(constants)))
        return [still, turned] if ordered and len(constants) > 1 else [still]
    return [still, *({**still, **swap} for swap in _swaps(constants, 2))]


def _swaps(constants: Sequence[str], most: int) -> list[Map]:
    """Of one pair of constants, or of two, if there are few."""
    if len(constants) > MOST_PIECES:
        return []
    twos = list(combinations(constants, 2))
    found = [{one: other, other: one} for one, other in twos]
    if most > 1:
        found += [
            {a: b, b: a, c: d, d: c} for (a, b), (c, d) in combinations(twos, 2) if len({a, b, c, d}) == 4
        ]
    return found
