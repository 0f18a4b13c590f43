"""The sets of terms that passes rely on are supersets: checked against everything that a full grounding derives."""

from pathlib import Path

import pytest

from woodstock import _core
from woodstock.games.library import BUNDLED
from woodstock.gdl import parse_kif
from woodstock.gdl.terms import Function
from woodstock.grounding import Limits
from woodstock.grounding.asp import Identifiers, program_text
from woodstock.grounding.clingo import ground_text
from woodstock.grounding.reachability import reachable_atoms
from woodstock.grounding.rewriting.domains import FLUENT, TERM, Domains, key_and_arguments, shape_of
from woodstock.grounding.rewriting.normal import NormalRule, normalise
from woodstock.grounding.terms import GroundTerms

DEFECTS = Path(__file__).parents[2] / "defects"
SHEETS = {
    path.stem: path.read_text()
    for folder in (DEFECTS, BUNDLED)
    for path in sorted(folder.rglob("*.kif"))
    if path.stem not in ("infinite", "role_none", "hex", "observed_negation")  # endless, empty, or slow
}


def everything(rules: list[NormalRule]) -> list[Function]:
    """All atoms of the game's own relations, with arguments, that the relaxed program derives, facts among them."""
    identifiers = Identifiers()
    names = {rule.head.name for rule in rules if ";" not in rule.head.name} | {"true", "does"}
    native = ground_text(program_text(rules, identifiers), identifiers, Limits(), facts=names).program
    completed = _core.Definitions(native, list(range(native.atom_count)), 10**6)
    derived = {atom for atom in range(native.atom_count) if completed.bodies(atom)}
    terms = GroundTerms(native)
    atoms = (
        terms.atom(atom)
        for atom in range(native.atom_count)
        if native.is_open(atom) or native.is_fact(atom) or atom in derived
    )
    return [atom for atom in atoms if isinstance(atom, Function) and atom.name in names]


def covers(domains: Domains, key, args) -> bool:
    sets = domains.of(key)
    return sets is not None and all(
        shape_of(arg) in held
        and (not isinstance(arg, Function) or covers(domains, (TERM, arg.name, len(arg.args)), arg.args))
        for arg, held in zip(args, sets, strict=True)
    )


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("observed", [False, True])
def test_what_is_derived_is_covered(name, observed):
    rules = normalise(parse_kif(SHEETS[name]).rules)
    domains = Domains(rules, reachable_atoms(rules, Limits()) if observed else None)
    atoms = everything(rules)
    assert atoms
    for atom in atoms:
        key, args = key_and_arguments(atom)
        assert covers(domains, key, args), str(atom)


def test_a_whole_fluent_hands_on_its_arguments():
    rules = normalise(
        parse_kif(
            "(role r) (start (at (f a) b)) (<= (init ?x) (start ?x)) (<= (seen ?f) (true ?f))"
            "(<= (inner ?y) (seen (at (f ?y) ?z))) (legal r noop)"
        ).rules
    )
    domains = Domains(rules)
    assert domains.of((FLUENT, "at", 2)) == [{("f", 1)}, {"b"}]
    assert domains.of(("", "inner", 1)) == [{"a"}]
    assert domains.of(("", "seen", 1)) == [{("at", 2)}]


def test_an_impossible_literal_has_no_sets():
    domains = Domains(normalise(parse_kif("(role r) (<= (p ?x) (q ?x)) (<= (s a) (role (f ?x)))").rules))
    assert domains.of(("", "p", 1)) is None
    assert domains.of(("", "s", 1)) is None
