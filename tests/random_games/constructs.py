"""Which constructs a rulesheet has, told from its rules alone: so that the generator cannot lose its teeth unseen."""

from collections import defaultdict
from collections.abc import Iterator

from tests.random_games.names import INTERNAL
from woodstock.gdl import Rulesheet
from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.keywords import CONTENT_PLACES, RELATIONS
from woodstock.gdl.terms import Atom, Function, Symbol, Variable, arguments, signature
from woodstock.gdl.walk import variables, walk
from woodstock.grounding.rewriting.normal import SYMBOL_RELATION, Literal, normalise

BARE_PLACES = {name: place for name, place in CONTENT_PLACES.items() if name not in {"base", "input"}}
ALL = {
    *(f"bare {keyword}" for keyword in BARE_PLACES),
    *("chance", "sees", "several roles", "role by rule", "nested function", "or", "and", "not of a formula"),
    *("double negation", "distinct of functions", "equation", "recursion", "negated recursion"),
    *("several arities", "fact and rule", "internal name", "variable below not only", "unsafe variable"),
    *("legal in a body", "odd numeral", "goal by rule", "goal with a variable", "never asked", "never holds"),
    *("whole fluents or moves in a helper", "only noop", "no terminal", "base and input", "move of no role"),
    *("init by rule", "fluent without arguments", "keyword as a plain name"),
}


def constructs(sheet: Rulesheet) -> set[str]:
    """Those of ALL that occur."""
    found: set[str] = set()
    for rule in sheet.rules:
        found.update(_of_head(rule))
        for formula in rule.body:
            found.update(_of_formula(formula))
        for atom in _atoms(rule):
            found.update(_of_atom(atom))
    found.update(_of_relations(sheet))
    found.update(_of_variables(sheet))
    return found


def _of_head(rule: Rule) -> Iterator[str]:
    match rule.head:
        case Function(name="role", args=(who,)):
            if rule.body:
                yield "role by rule"
            if who == Symbol("random"):
                yield "chance"
        case Function(name="goal", args=(_, value)):
            if rule.body:
                yield "goal by rule"
            if isinstance(value, Variable):
                yield "goal with a variable"
        case Function(name="init") if rule.body:
            yield "init by rule"
        case Function(name="sees"):
            yield "sees"


def _of_formula(formula: Formula, depth: int = 0) -> Iterator[str]:
    match formula:
        case Or(formulas=parts) | And(formulas=parts):
            yield "or" if isinstance(formula, Or) else "and"
            for part in parts:
                yield from _of_formula(part, depth + 1)
        case Not(formula=inner):
            if isinstance(inner, Or | And):
                yield "not of a formula"
            if isinstance(inner, Not):
                yield "double negation"
            if isinstance(inner, Distinct):
                yield "equation"
            yield from _of_formula(inner, depth + 1)
        case Distinct(left=left, right=right):
            if isinstance(left, Function) or isinstance(right, Function):
                yield "distinct of functions"
        case Function(name="legal"):
            yield "legal in a body"


def _of_atom(atom: Atom) -> Iterator[str]:
    if atom.name in INTERNAL:
        yield "internal name"
    if not isinstance(atom, Function):
        return
    place = BARE_PLACES.get(atom.name)
    if place is not None and place < len(atom.args):
        inner = atom.args[place]
        if isinstance(inner, Variable):
            yield f"bare {atom.name}"
        if isinstance(inner, Symbol) and place == 0:
            yield "fluent without arguments"
        terms = arguments(inner)
    else:
        terms = tuple(inner for arg in atom.args if isinstance(arg, Function) for inner in arg.args)
    if any(isinstance(term, Function) and term.name in RELATIONS for term in walk(*arguments(atom))):
        yield "keyword as a plain name"
    if any(isinstance(term, Function) for term in terms):
        yield "nested function"
    if any(
        isinstance(term, Symbol) and term.name.isdecimal() and term.name[0] == "0"
        for term in walk(*arguments(atom))
    ):
        yield "odd numeral"


def _of_relations(sheet: Rulesheet) -> Iterator[str]:
    heads: dict[tuple[str, int], list[Rule]] = defaultdict(list)
    asked: set[tuple[str, int]] = set()
    arities: dict[str, set[int]] = defaultdict(set)
    fluents_and_moves = {
        signature(inner)
        for rule in sheet.rules
        for atom in _atoms(rule)
        if (inner := _wrapped(atom)) is not None
    }
    for rule in sheet.rules:
        heads[signature(rule.head)].append(rule)
        asked.update(signature(atom) for atom in _asked(rule))
        for atom in _atoms(rule):
            if atom.name not in RELATIONS:
                arities[atom.name].add(signature(atom)[1])
                if any(
                    isinstance(t, Function) and signature(t) in fluents_and_moves
                    for t in walk(*arguments(atom))
                ):
                    yield "whole fluents or moves in a helper"
    if any(len(numbers) > 1 for numbers in arities.values()):
        yield "several arities"
    for relation, rules in heads.items():
        if relation[0] in RELATIONS:
            continue
        if any(rule.body for rule in rules) and not all(rule.body for rule in rules):
            yield "fact and rule"
        if relation not in asked:
            yield "never asked"
        own = [sign for rule in rules for sign, atom in _signed(rule) if signature(atom) == relation]
        if own:
            yield "recursion"
            if any(not sign for rule in rules for sign, _ in _signed(rule)):
                yield "negated recursion"
    if any(relation not in heads for relation in asked if relation[0] not in RELATIONS):
        yield "never holds"
    roles = [rule.head for rule in heads["role", 1]]
    if len(roles) > 1:
        yield "several roles"
    if ("terminal", 0) not in heads:
        yield "no terminal"
    if ("base", 1) in heads and ("input", 2) in heads:
        yield "base and input"
    makers = {str(rule.head.args[0]) for rule in heads["legal", 2] if isinstance(rule.head, Function)}
    if "ghost" in makers:
        yield "move of no role"
    moving = [
        rule.head.args
        for rule in heads["legal", 2]
        if isinstance(rule.head, Function) and rule.head.args[1] != Symbol("noop")
    ]
    names = {str(role.args[0]) for role in roles if isinstance(role, Function)}
    if not any(isinstance(who, Variable) for who, _ in moving) and names - {str(who) for who, _ in moving}:
        yield "only noop"


def _of_variables(sheet: Rulesheet) -> Iterator[str]:
    for rule in normalise(sheet.rules):
        for literal in rule.body:
            if isinstance(literal, Literal) and literal.atom.name == SYMBOL_RELATION:
                yield "unsafe variable"
    for rule in sheet.rules:
        signed = list(_signed(rule))
        positive = {v for sign, atom in signed if sign for v in variables(atom)} | set(variables(rule.head))
        if any(set(variables(atom)) - positive for sign, atom in signed if not sign):
            yield "variable below not only"


def _signed(rule: Rule) -> Iterator[tuple[bool, Atom]]:
    """The atoms of a body, and whether each counts as it stands or negated."""
    pending: list[tuple[bool, Formula]] = [(True, formula) for formula in rule.body]
    while pending:
        sign, formula = pending.pop()
        match formula:
            case Not(formula=inner):
                pending.append((not sign, inner))
            case And(formulas=parts) | Or(formulas=parts):
                pending += [(sign, part) for part in parts]
            case Distinct():
                pass
            case _:
                yield sign, formula


def _asked(rule: Rule) -> Iterator[Atom]:
    return (atom for _, atom in _signed(rule))


def _atoms(rule: Rule) -> Iterator[Atom]:
    yield rule.head
    yield from _asked(rule)


def _wrapped(atom: Atom) -> Atom | None:
    """The fluent or move in an atom."""
    place = BARE_PLACES.get(atom.name)
    if place is None or not isinstance(atom, Function) or place >= len(atom.args):
        return None
    inner = atom.args[place]
    return None if isinstance(inner, Variable) else inner
