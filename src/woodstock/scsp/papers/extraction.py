"""The papers' own translation steps on the rules themselves (2014 §4.1–4.3): function elimination and domain
extraction. No grounding is involved; domains are products over argument positions, so they are larger than those of
`encode`, which is what the players use.

Function elimination (Lifschitz & Yang 2011) names every compound term inside an atom by a new variable:
`legal(random, roll(c))` becomes `legal(random, z0), roll(c, z0)`. Domain extraction then asks which constants can
occur at which position: those written there, and those of every position that shares a variable with it in a rule.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from woodstock.gdl import Rulesheet
from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import And, Distinct, Formula, Function, Not, Or, Rule, Symbol, Term, Variable

ArgumentPosition = tuple[str, int, int]  # name, number of arguments, index


@dataclass(frozen=True, slots=True)
class FlatAtom:
    """An atom without compound terms; a function's last argument stands for its value."""

    name: str
    args: tuple[Symbol | Variable, ...]
    negated: bool = False
    function: bool = False

    def __str__(self) -> str:
        text = f"{self.name}({', '.join(map(str, self.args))})" if self.args else self.name
        return f"not {text}" if self.negated else text


@dataclass(frozen=True, slots=True)
class FlatRule:
    heads: tuple[FlatAtom, ...]
    body: tuple[FlatAtom, ...]

    @property
    def atoms(self) -> tuple[FlatAtom, ...]:
        return self.heads + self.body

    def __str__(self) -> str:
        heads = ", ".join(map(str, self.heads))
        return f"{heads} ← {', '.join(map(str, self.body))}" if self.body else heads


def eliminate_functions(rulesheet: Rulesheet) -> tuple[FlatRule, ...]:
    """The rules without function symbols (2014, §4.1)."""
    return tuple(_flatten(rule) for rule in rulesheet.rules)


def _flatten(rule: Rule) -> FlatRule:
    fresh = (Variable(f"z{number}") for number in itertools.count())
    heads = tuple(_atoms(rule.head, fresh, negated=False))
    body = tuple(atom for formula in rule.body for atom in _literals(formula, fresh))
    return FlatRule(heads, body)


def _literals(formula: Formula, fresh: Iterator[Variable], *, negated: bool = False) -> Iterator[FlatAtom]:
    match formula:
        case Not(formula=inner):
            yield from _literals(inner, fresh, negated=not negated)
        case And(formulas=parts) | Or(formulas=parts):
            for part in parts:
                yield from _literals(part, fresh, negated=negated)
        case Distinct():
            return  # compares, derives nothing
        case Symbol() | Function():
            yield from _atoms(formula, fresh, negated=negated)


def _atoms(atom: Symbol | Function, fresh: Iterator[Variable], *, negated: bool) -> Iterator[FlatAtom]:
    """The atom with names for its compound arguments, then what the names stand for."""
    extra: list[FlatAtom] = []
    args = tuple(_name(arg, fresh, extra) for arg in (atom.args if isinstance(atom, Function) else ()))
    yield FlatAtom(atom.name, args, negated)
    yield from extra


def _name(term: Term, fresh: Iterator[Variable], extra: list[FlatAtom]) -> Symbol | Variable:
    if not isinstance(term, Function):
        return term
    args = tuple(_name(arg, fresh, extra) for arg in term.args)
    name = next(fresh)
    extra.append(FlatAtom(term.name, (*args, name), function=True))
    return name


def extract_positions(rules: Iterable[FlatRule]) -> dict[ArgumentPosition, frozenset[str]]:
    """The constants each position can hold (2014, §4.3): arc consistency of the network with a variable per position
    is the union of constants over positions joined by a variable."""
    written: dict[ArgumentPosition, set[str]] = {}
    joined: dict[ArgumentPosition, ArgumentPosition] = {}

    def root(position: ArgumentPosition) -> ArgumentPosition:
        while joined.setdefault(position, position) != position:
            joined[position] = joined[joined[position]]
            position = joined[position]
        return position

    for rule in rules:
        seen: dict[str, ArgumentPosition] = {}
        for atom in rule.atoms:
            last = len(atom.args) - 1
            for index, arg in enumerate(atom.args):
                if atom.function and index == last:
                    continue  # the name of the term, not an argument
                position = (atom.name, len(atom.args) - atom.function, index)
                written.setdefault(position, set())
                if isinstance(arg, Symbol):
                    written[position].add(arg.name)
                elif arg.name in seen:
                    joined[root(position)] = root(seen[arg.name])
                else:
                    seen[arg.name] = position
    merged: dict[ArgumentPosition, set[str]] = {}
    for position, constants in written.items():
        merged.setdefault(root(position), set()).update(constants)
    return {position: frozenset(merged[root(position)]) for position in written}


def extract_domains(rulesheet: Rulesheet) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The variables of 2014's translation with their domains, as tuples of constants: one per fluent name, per role's
    action, per static relation, and `role`. `undefined` (2014, §4.3) is not listed."""
    rules = eliminate_functions(rulesheet)
    positions = extract_positions(rules)
    fluents = _terms_under(rulesheet, {"init", "true", "next"}, 0)
    domains: dict[str, tuple[tuple[str, ...], ...]] = {}
    heads = [rule.head for rule in rulesheet.rules if not rule.body]
    roles = sorted(
        {str(head.args[0]) for head in heads if isinstance(head, Function) and head.name == "role"}
    )
    domains["role"] = tuple((role,) for role in roles)
    for name, arity in fluents:
        domains[name] = _product(name, arity, positions)
    for role in roles:
        actions: list[tuple[str, ...]] = []
        for name, arity in _terms_under(rulesheet, {"legal", "does"}, 1, of=role):
            actions += [(name, *values) for values in _product(name, arity, positions)]
        domains[f"action({role})"] = tuple(actions)
    for name, arity in _static_relations(rulesheet):
        facts = [rule.head for rule in rulesheet.rules if _is_fact_of(rule, name, arity)]
        domains[name] = tuple(
            dict.fromkeys(tuple(map(str, fact.args)) for fact in facts if isinstance(fact, Function))
        )
    return domains


def _is_fact_of(rule: Rule, name: str, arity: int) -> bool:
    head = rule.head
    return isinstance(head, Function) and (head.name, len(head.args)) == (name, arity)


def _product(
    name: str, arity: int, positions: Mapping[ArgumentPosition, frozenset[str]]
) -> tuple[tuple[str, ...], ...]:
    choices = [sorted(positions.get((name, arity, index), ())) for index in range(arity)]
    return tuple(itertools.product(*choices))


def _terms_under(
    rulesheet: Rulesheet, keywords: set[str], index: int, of: str | None = None
) -> list[tuple[str, int]]:
    """Names and numbers of arguments of the terms that stand in a keyword's argument."""
    found: dict[tuple[str, int], None] = {}
    for atom in _every_atom(rulesheet):
        if not isinstance(atom, Function) or atom.name not in keywords or len(atom.args) <= index:
            continue
        owner = atom.args[0]
        if of is not None and isinstance(owner, Symbol) and owner.name != of:
            continue
        term = atom.args[index]
        if isinstance(term, Function):
            found[term.name, len(term.args)] = None
        elif isinstance(term, Symbol):
            found[term.name, 0] = None
    return list(found)


def _static_relations(rulesheet: Rulesheet) -> list[tuple[str, int]]:
    """Relations given by facts alone, other than keywords."""
    derived = {rule.head.name for rule in rulesheet.rules if rule.body}
    found: dict[tuple[str, int], None] = {}
    for rule in rulesheet.rules:
        head = rule.head
        if isinstance(head, Function) and head.name not in RELATIONS and head.name not in derived:
            found[head.name, len(head.args)] = None
    return list(found)


def _every_atom(rulesheet: Rulesheet) -> Iterator[Symbol | Function]:
    def inside(formulas: Sequence[Formula]) -> Iterator[Symbol | Function]:
        for formula in formulas:
            match formula:
                case Not(formula=inner):
                    yield from inside((inner,))
                case And(formulas=parts) | Or(formulas=parts):
                    yield from inside(parts)
                case Symbol() | Function():
                    yield formula
                case Distinct():
                    pass

    for rule in rulesheet.rules:
        yield rule.head
        yield from inside(rule.body)
