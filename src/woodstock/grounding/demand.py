"""Demand: relations are derived only for the arguments that some rule asks for (static magic sets, by position).

For every argument position of a helper relation, the symbols with which the bodies of rules call it are collected,
from the relations of the game itself downwards. Where they are fewer than the symbols its own rules would yield, a
guard restricts those rules. Chess, for one, says `coordinate` for files and ranks alike, but is only ever asked
about squares.
"""

from __future__ import annotations

from collections import defaultdict

from woodstock.gdl.terms import Function, Symbol, Variable
from woodstock.grounding.normal import Literal, NormalRule
from woodstock.grounding.sizes import Key, Sizes, key_and_arguments
from woodstock.grounding.worklist import Worklist

GUARD_RELATION = "asked"  # followed by a blank and a number: no name of the game can be equal
WORTH_GUARDING = 200.0  # estimated instances of a relation below which it is left alone

_GAME_RELATIONS = frozenset(
    ("role", "init", "true", "does", "next", "legal", "goal", "terminal", "sees", "base", "input")
)


def restrict_to_demand(rules: list[NormalRule], sizes: Sizes) -> list[NormalRule]:
    """The rules, guarded where they would derive what no rule asks for."""
    asked = _asked(rules, sizes)
    guards: dict[frozenset[str], str] = {}
    result: list[NormalRule] = []
    for rule in rules:
        key, args = key_and_arguments(rule.head)
        if rule.head.name in _GAME_RELATIONS or not rule.body or sizes.size_of(key) < WORTH_GUARDING:
            result.append(rule)
            continue
        if key not in asked:
            continue  # nobody asks
        extra: list[Literal] = []
        dead = False
        for arg, wanted, possible in zip(args, asked[key], sizes.domains(key), strict=True):
            if wanted >= possible:
                continue
            if isinstance(arg, Symbol):
                dead = dead or arg.name not in wanted
            elif isinstance(arg, Variable):
                name = guards.setdefault(frozenset(wanted), f"{GUARD_RELATION} {len(guards)}")
                extra.append(Literal(Function(name, (arg,))))
        if not dead:
            result.append(NormalRule(rule.head, (*dict.fromkeys(extra), *rule.body), rule.source))
    for symbols, name in guards.items():
        result += [NormalRule(Function(name, (Symbol(symbol),)), ()) for symbol in sorted(symbols)]
    return result


def _asked(rules: list[NormalRule], sizes: Sizes) -> dict[Key, list[set[str]]]:
    """Per helper relation and position, the symbols it is asked about: a least fixpoint from the game's relations."""
    asked: dict[Key, list[set[str]]] = {}
    by_head: dict[Key, list[NormalRule]] = defaultdict(list)
    pending: Worklist[NormalRule] = Worklist()
    for rule in rules:
        if rule.head.name in _GAME_RELATIONS:
            pending.add([rule])
        else:
            by_head[key_and_arguments(rule.head)[0]].append(rule)
    for rule in pending:
        ranges = sizes.ranges(rule)
        if ranges is None:
            continue
        if rule.head.name not in _GAME_RELATIONS:
            head_key, head_args = key_and_arguments(rule.head)
            for arg, wanted in zip(head_args, asked[head_key], strict=True):
                if isinstance(arg, Variable):
                    ranges[arg.name] = ranges.get(arg.name, wanted) & wanted
        for literal in rule.body:
            if not isinstance(literal, Literal) or literal.atom.name in _GAME_RELATIONS:
                continue
            key, args = key_and_arguments(literal.atom)
            grown = key not in asked
            wanted_here = asked.setdefault(key, [set() for _ in args])
            for arg, domain, possible in zip(args, wanted_here, sizes.domains(key, len(args)), strict=True):
                before = len(domain)
                if isinstance(arg, Symbol):
                    domain.add(arg.name)
                elif isinstance(arg, Variable):
                    domain |= ranges.get(arg.name, possible)
                else:
                    domain |= possible
                grown = grown or len(domain) > before
            if grown:
                pending.add(by_head[key])
    return asked
