"""The instances of a game's rules over the domains that domain extraction gives (2014 §4.3): no grounder takes part."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from woodstock.gdl import Rulesheet
from woodstock.gdl.normal_form import multiplied, pushed
from woodstock.gdl.terms import And, Distinct, Function, Rule, Symbol, Term, arguments, signature, variables
from woodstock.gdl.terms import Variable as RuleVariable
from woodstock.scsp.model.constraint import NetworkError
from woodstock.scsp.papers.extraction import eliminate_functions, extract_domains, extract_positions

MOST_INSTANCES = 200_000

Binding = dict[str, str]
Literal = tuple[Symbol | Function, bool]
Parts = tuple[str, ...]
"""A relation and the texts of its arguments."""


class RuleInstances:
    """Instantiates rules; static relations, given by facts alone, are settled on the way."""

    def __init__(self, rulesheet: Rulesheet) -> None:
        self._positions = extract_positions(eliminate_functions(rulesheet))
        self.domains = extract_domains(rulesheet)
        self.roles = [role for (role,) in self.domains["role"]]
        self._facts: dict[tuple[str, int], set[tuple[str, ...]]] = {}
        self._count = 0
        derived = {signature(r.head) for r in rulesheet.rules if r.body}
        for rule in rulesheet.rules:
            head = rule.head
            key = signature(head)
            if not rule.body and key not in derived and head.name not in ("init", "legal", "goal", "next"):
                self._facts.setdefault(key, set()).add(tuple(map(str, arguments(head))))

    @property
    def static_names(self) -> set[str]:
        return {name for name, _ in self._facts}

    def of(self, rule: Rule) -> Iterator[tuple[Parts, list[tuple[Parts, bool]]]]:
        """(head, body) for each binding of the rule's variables; static conditions are settled."""
        for body in multiplied(pushed(And(rule.body))):
            literals = [(plain, sign) for plain, sign in body if not isinstance(plain, Distinct)]
            apart = [plain for plain, _ in body if isinstance(plain, Distinct)]
            if any(isinstance(plain, Distinct) and not sign for plain, sign in body):
                raise NetworkError("a negated distinct is outside the fragment; use encode")
            static = [a for a, sign in literals if sign and self.is_static(a)]
            rest = [(a, sign) for a, sign in literals if not (sign and self.is_static(a))]
            mentioned = (
                each.name for atom in (rule.head, *(a for a, _ in literals)) for each in variables(atom)
            )
            names = list(dict.fromkeys(mentioned))
            for binding in self._bind(static, names, rule, literals):
                self._count += 1
                if self._count > MOST_INSTANCES:
                    raise NetworkError("too many instances of rules for the extracted domains; use encode")
                if any(_text(d.left, binding) == _text(d.right, binding) for d in apart):
                    continue
                open_: list[tuple[Parts, bool]] = []
                for atom, sign in rest:
                    if not self.is_static(atom):
                        open_.append((_parts(atom, binding), sign))
                    elif _parts(atom, binding)[1:] in self._facts_of(atom):
                        break  # a static atom that must not hold does
                else:
                    yield _parts(rule.head, binding), open_

    def _bind(
        self, static: list[Symbol | Function], names: list[str], rule: Rule, literals: list[Literal]
    ) -> Iterator[Binding]:
        bindings: list[Binding] = [{}]
        for atom in static:
            bindings = [
                joined
                for binding in bindings
                for fact in sorted(self._facts_of(atom))
                if (joined := _match(arguments(atom), fact, binding)) is not None
            ]
        choices = self._choices(rule.head, *(atom for atom, _ in literals))
        for binding in bindings:
            free = [name for name in names if name not in binding]
            for values in itertools.product(*(sorted(choices[name]) for name in free)):
                yield {**binding, **dict(zip(free, values))}

    def _choices(self, *atoms: Term) -> dict[str, frozenset[str]]:
        """Per variable the constants its positions can hold."""
        found: dict[str, frozenset[str]] = {}

        def look(term: Term) -> None:
            if not isinstance(term, Function):
                return
            for index, arg in enumerate(term.args):
                if isinstance(arg, RuleVariable):
                    held = self._positions[term.name, len(term.args), index]
                    if index == 0 and term.name in (
                        "does",
                        "legal",
                        "goal",
                    ):  # a role, whatever the rule says
                        held = frozenset(self.roles)
                    found[arg.name] = found.get(arg.name, held) & held
                look(arg)

        for atom in atoms:
            look(atom)
        return found

    def is_static(self, atom: Symbol | Function) -> bool:
        return signature(atom) in self._facts

    def _facts_of(self, atom: Symbol | Function) -> set[tuple[str, ...]]:
        return self._facts[signature(atom)]


def _parts(atom: Symbol | Function, binding: Binding) -> Parts:
    return (atom.name, *(_text(arg, binding) for arg in arguments(atom)))


def _text(term: Term, binding: Binding) -> str:
    if isinstance(term, RuleVariable):
        return binding[term.name]
    if isinstance(term, Function):
        return f"{term.name}({','.join(_text(arg, binding) for arg in term.args)})"
    return term.name


def _match(args: tuple[Term, ...], fact: tuple[str, ...], binding: Binding) -> Binding | None:
    joined = dict(binding)
    for arg, value in zip(args, fact):
        known = joined.setdefault(arg.name, value) if isinstance(arg, RuleVariable) else str(arg)
        if known != value:
            return None
    return joined
