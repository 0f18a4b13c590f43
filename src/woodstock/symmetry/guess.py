"""Likely symmetries, in a fraction of a second: guessed from sorts of constants and tested on random plays.

Of a board the rows and columns are turned round or change places. Where two players are exchanged, so are their names
wherever they stand, and among the constants that no relation orders (pieces, say) one or two pairs. What passes on every
state of a sample is very likely a symmetry, and no more: enough for what is learned, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product

from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline
from woodstock.gdl import Rulesheet
from woodstock.symmetry.candidates import Lift, Map, chain
from woodstock.symmetry.group import Group
from woodstock.symmetry.hidden import adds
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.sorts import Sorts, sorts_of, static_pairs
from woodstock.symmetry.verify import Judge, Seen, verify

MOST_CANDIDATES = 1000
"""Of a way to see sorts and roles."""
LONGEST_SORT = 40
"""Constants that are turned round: more are steps, most likely."""
MOST_PIECES = 7
"""Constants without an order of which pairs are exchanged."""
FIRST_LOOK, LEAST_STATES = 8, 30
"""States that throw most candidates out, and below which a test says nothing."""


def likely_symmetries(
    rulesheet: Rulesheet, judge: Judge, sample: Sequence[Seen], deadline: Deadline
) -> list[Permutation]:
    """Generators that commute with the rules on every state of a sample; one that exchanges players is enough."""
    vocabulary = judge.vocabulary
    if len(sample) < LEAST_STATES:
        return []
    pairs = static_pairs(rulesheet)
    sorts = sorts_of(rulesheet, vocabulary)
    found: list[Permutation] = []
    for roles in _role_orders(vocabulary):
        for division in (sorts, sorts.split()):
            group = Group(vocabulary, tuple(found))
            for candidate in islice(_candidates(division, pairs, vocabulary, roles), MOST_CANDIDATES):
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
                if candidate.exchanges_roles:
                    return found
                group = Group(vocabulary, tuple(found))
    return found


def _moves_moves(candidate: Permutation, vocabulary: Vocabulary) -> bool:
    """Not only fluents, which perhaps never hold."""
    first = len(vocabulary.fluents)
    return any(image != place for place, image in enumerate(candidate.row[first:], first))


def _role_orders(vocabulary: Vocabulary) -> list[tuple[int, ...]]:
    """As they are, and where there are two players, these exchanged."""
    as_they_are = tuple(range(len(vocabulary.roles)))
    players = [role for role, name in enumerate(vocabulary.roles) if str(name) != "random"]
    if len(players) != 2:
        return [as_they_are]
    one, other = players
    exchanged = {one: other, other: one}
    return [as_they_are, tuple(exchanged.get(role, role) for role in as_they_are)]


def _candidates(
    sorts: Sorts, pairs: Mapping[str, set[tuple[str, str]]], vocabulary: Vocabulary, roles: tuple[int, ...]
) -> Iterator[Permutation | None]:
    names = [str(vocabulary.roles[role]) for role, image in enumerate(roles) if role != image]
    ordered = [chain(constants, pairs) for constants in sorts.constants]
    in_order = [_is_ordered(constants, pairs) for constants in sorts.constants]
    options = [_options(row, order, names) for row, order in zip(ordered, in_order)]
    lift = Lift(sorts, vocabulary)
    sizes = [len(row) if order else 0 for row, order in zip(ordered, in_order)]
    alike = [pair for pair in combinations(range(len(sizes)), 2) if sizes[pair[0]] == sizes[pair[1]] > 1]
    choices = islice(product(*(range(len(each)) for each in options)), MOST_CANDIDATES)
    for choice in sorted(choices, key=lambda numbers: sum(map(bool, numbers))):
        for exchanged in [(), *alike]:
            target = list(range(len(ordered)))
            if exchanged:
                one, other = exchanged
                target[one], target[other] = other, one
            maps = []
            for number, option in enumerate(choice):
                along = dict(zip(ordered[number], ordered[target[number]]))
                maps.append({here: along[there] for here, there in options[number][option].items()})
            yield lift(maps, target, roles)


def _is_ordered(constants: Sequence[str], pairs: Mapping[str, set[tuple[str, str]]]) -> bool:
    """Whether they are numbers, or a relation of the rules runs through them."""
    if all(constant.lstrip("-").isdigit() for constant in constants):
        return True
    shuffled = [*reversed(constants)]
    return len(constants) > 2 and chain(shuffled, pairs) == chain(constants, pairs)


def _options(constants: Sequence[str], ordered: bool, names: Sequence[str]) -> list[Map]:
    """What may become of the constants of a sort, the least change first; `names` are of players that are exchanged."""
    still = dict(zip(constants, constants))
    forced = dict(zip(names, reversed(names))) if set(names) <= set(constants) else {}
    if forced:
        rest = [constant for constant in constants if constant not in forced]
        return [{**still, **forced}, *({**still, **forced, **swap} for swap in _swaps(rest, 1))]
    if ordered or not names:
        turned = dict(zip(constants, reversed(constants)))
        return [still, turned] if ordered and 1 < len(constants) <= LONGEST_SORT else [still]
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
