"""Demand: relations are derived only for the arguments that some rule asks for (static magic sets, by position).

For every argument of a helper relation, the terms with which the bodies of rules call it are collected, from the
relations of the game itself downwards. Where they are fewer than what its own rules would yield, a guard restricts
those rules. Chess, for one, says `coordinate` for files and ranks alike, but is only ever asked about squares.

Why that changes no game: call an atom asked for if each of its arguments is in the set collected. Every instance of a
rule whose head is asked for calls only atoms that are, whether positively or below `not`, since the sets collect over
supersets of the variables' ranges (`domains.py`). So, stratum by stratum, atoms that are asked for come out as without
guards, and no others reach the relations of the game, all of whose atoms count as asked for. Where the sets of fluents
and moves are known from outside, heads beyond them count as not asked for, and rules are guarded against yielding
them, for what they call may then be missing.
"""

from __future__ import annotations

from collections import defaultdict

from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Function, Symbol, Term, Variable
from woodstock.grounding.rewriting.domains import Key, Ranges, Shape, key_and_arguments, shape_of
from woodstock.grounding.rewriting.normal import Literal, NormalRule, internal_name
from woodstock.grounding.rewriting.sizes import Sizes
from woodstock.grounding.rewriting.worklist import Worklist

GUARD_RELATION = "asked"
WORTH_GUARDING = 200.0  # estimated instances of a relation below which it is left alone


def restrict_to_demand(rules: list[NormalRule], sizes: Sizes) -> list[NormalRule]:
    """The rules, guarded where they would derive what no rule asks for."""
    asked = _asked(rules, sizes)
    guards = _Guards()
    result: list[NormalRule] = []
    for rule in rules:
        if rule.head.name in RELATIONS:
            narrowed = _within_reach(rule, sizes, guards)
        else:
            narrowed = _as_asked(rule, asked, sizes, guards)
        if narrowed is not None:
            result.append(narrowed)
    return result + guards.facts()


class _Guards:
    """Relations that list the symbols a variable is restricted to."""

    def __init__(self) -> None:
        self._names: dict[frozenset[str], str] = {}

    def on(self, variable: Variable, wanted: set[Shape]) -> list[Literal]:
        """A literal that restricts a variable; none where functions are wanted too, which no list could name."""
        symbols = frozenset(shape for shape in wanted if isinstance(shape, str))
        if len(symbols) < len(wanted):
            return []
        name = self._names.setdefault(symbols, internal_name(GUARD_RELATION, len(self._names)))
        return [Literal(Function(name, (variable,)))]

    def facts(self) -> list[NormalRule]:
        return [
            NormalRule(Function(name, (Symbol(symbol),)), ())
            for symbols, name in self._names.items()
            for symbol in sorted(symbols)
        ]


def _guarded(rule: NormalRule, extra: list[Literal]) -> NormalRule:
    return NormalRule(rule.head, (*dict.fromkeys(extra), *rule.body), rule.source) if extra else rule


def _as_asked(
    rule: NormalRule, asked: dict[Key, list[set[Shape]]], sizes: Sizes, guards: _Guards
) -> NormalRule | None:
    """A helper's rule restricted to what is asked for; None if that is nothing."""
    key, args = key_and_arguments(rule.head)
    possible = sizes.domains.of(key)
    if not rule.body or possible is None or sizes.size_of(key) < WORTH_GUARDING:
        return rule
    if key not in asked:
        return None
    extra: list[Literal] = []
    for arg, wanted, held in zip(args, asked[key], possible, strict=True):
        if wanted >= held:
            continue
        if isinstance(arg, Variable):
            extra += guards.on(arg, wanted)
        elif shape_of(arg) not in wanted:
            return None
    return _guarded(rule, extra)


def _within_reach(rule: NormalRule, sizes: Sizes, guards: _Guards) -> NormalRule | None:
    """A game relation's rule restricted to the fluents or moves that can be reached, where these are known."""
    domains = sizes.domains
    if not rule.body or key_and_arguments(rule.head)[0][0] not in domains.closed:
        return rule
    within = domains.head_ranges(rule)
    ranges = domains.ranges(rule)
    if within is None or ranges is None:
        return None
    extra: list[Literal] = []
    for name, reach in within.items():
        if not reach >= ranges[name]:
            extra += guards.on(Variable(name), reach)
    return _guarded(rule, extra)


def _asked(rules: list[NormalRule], sizes: Sizes) -> dict[Key, list[set[Shape]]]:
    """Per helper relation and argument, the shapes it is asked about: a least fixpoint from the game's relations."""
    domains = sizes.domains
    asked: dict[Key, list[set[Shape]]] = {}
    by_head: dict[Key, list[NormalRule]] = defaultdict(list)
    pending: Worklist[NormalRule] = Worklist()
    for rule in rules:
        if rule.head.name in RELATIONS:
            pending.add([rule])
        else:
            by_head[key_and_arguments(rule.head)[0]].append(rule)
    for rule in pending:
        ranges = domains.ranges(rule)
        if ranges is None:
            continue
        head_key, head_args = key_and_arguments(rule.head)
        if rule.head.name not in RELATIONS:
            _narrow(ranges, head_args, asked[head_key])
        elif head_key[0] in domains.closed:
            within = domains.head_ranges(rule)
            if within is None:
                continue
            for name, reach in within.items():
                if not any(isinstance(shape, tuple) for shape in reach):  # as `_Guards.on` restricts it
                    ranges[name] = ranges[name] & reach
        for literal in rule.body:
            if not isinstance(literal, Literal) or literal.atom.name in RELATIONS:
                continue
            key, args = key_and_arguments(literal.atom)
            possible = domains.of(key)
            if possible is None:
                continue  # it has no instance, asked for or not
            grown = key not in asked
            wanted_here = asked.setdefault(key, [set() for _ in args])
            for arg, wanted, held in zip(args, wanted_here, possible, strict=True):
                more = ranges.get(arg.name, held) if isinstance(arg, Variable) else {shape_of(arg)}
                if not wanted >= more:
                    wanted |= more
                    grown = True
            if grown:
                pending.add(by_head[key])
    return asked


def _narrow(ranges: Ranges, args: tuple[Term, ...], wanted: list[set[Shape]]) -> None:
    for arg, shapes in zip(args, wanted, strict=True):
        if isinstance(arg, Variable):
            ranges[arg.name] = ranges[arg.name] & shapes
