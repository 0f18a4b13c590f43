"""The completion has the models of the rules: checked against a naive fixpoint on random programs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from woodstock import _core, load
from woodstock.compile.completion import complete
from woodstock.errors import GroundingError
from woodstock.gdl import parse_kif
from woodstock.grounding import ground


@st.composite
def programs(draw: st.DrawFn) -> tuple[int, list[list[tuple[int, list[int]]]]]:
    """Inputs and strata of rules: positive literals reach the same stratum (recursion), negative ones only below."""
    inputs = draw(st.integers(1, 4))
    strata: list[list[tuple[int, list[int]]]] = []
    below = list(range(inputs))
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 4))
        mine = list(range(len(below), len(below) + size))
        positive = st.sampled_from([atom + 1 for atom in below + mine])
        negative = st.sampled_from([-atom - 1 for atom in below])
        bodies = st.lists(st.one_of(positive, negative), min_size=1, max_size=3)
        strata.append([(atom, draw(bodies)) for atom in mine for _ in range(draw(st.integers(0, 3)))])
        below += mine
    return inputs, strata


def least_model(inputs: list[bool], strata: list[list[tuple[int, list[int]]]], atoms: int) -> list[bool]:
    value = inputs + [False] * (atoms - len(inputs))
    for stratum in strata:
        changed = True
        while changed:
            changed = False
            for head, body in stratum:
                if not value[head] and all(value[abs(lit) - 1] == (lit > 0) for lit in body):
                    value[head] = changed = True
    return value


@settings(max_examples=300, deadline=None)
@given(programs(), st.integers(0, 15))
def test_definitions_yield_the_least_model(program, seed):
    inputs, strata = program
    atoms = 1 + max(
        [
            inputs - 1,
            *(h for s in strata for h, _ in s),
            *(abs(x) - 1 for s in strata for _, b in s for x in b),
        ]
    )
    native = _core.GroundProgram()
    for atom in range(atoms):
        native.add_atom(f"a{atom}", atom < inputs, False)
    for stratum in strata:
        for head, body in stratum:
            native.add_rule(head, body)
    definitions = _core.Definitions(native, list(range(inputs, atoms)), 10_000)
    given_values = [bool(seed >> i & 1) for i in range(inputs)]
    expected = least_model(given_values, strata, atoms)
    value = dict(enumerate(given_values))
    for atom in range(definitions.atom_count):
        if definitions.kind(atom) == _core.AtomKind.constant_true:
            value[atom] = True
        elif definitions.kind(atom) == _core.AtomKind.constant_false:
            value[atom] = False
    for atom in definitions.order:
        value[atom] = any(
            all(value[abs(x) - 1] == (x > 0) for x in body) for body in definitions.bodies(atom)
        )
    assert [value[atom] for atom in range(atoms)] == expected


def test_prints_one_definition_per_atom():
    sheet = parse_kif(
        "(role r) (init p) (<= (legal r a) (true p)) (<= (next p) (does r a)) (<= terminal (not (true p)))"
    )
    lines = str(complete(ground(sheet))).splitlines()
    assert "(next p) ↔ (does r a)" in lines
    assert "terminal ↔ (not (true p))" in lines


def test_tables_say_what_atoms_mean():
    sheet = parse_kif(
        "(role r) (role random) (init (n 2)) (init (n 10)) (<= (legal r (go ?x)) (true (n ?x)))"
        "(legal random tick) (<= (next (n ?x)) (true (n ?x))) (<= terminal (true (n 3)))"
        "(goal r 00) (<= (sees r (saw ?x)) (does r (go ?x)))"
    )
    completion = complete(ground(sheet))
    assert completion.roles == ("r", "random")
    assert completion.atoms.chance_role == 1
    assert list(map(str, completion.fluents)) == ["(n 2)", "(n 10)"]
    assert [[str(move) for move in moves] for moves in completion.moves] == [["(go 2)", "(go 10)"], ["tick"]]
    assert list(map(str, completion.percepts)) == ["(saw 2)", "(saw 10)"]
    assert completion.circuit.goals == [[0, 0, 1]]


def test_compiling_keeps_to_its_time():
    program = ground(load("connect_four").rulesheet)
    with pytest.raises(GroundingError, match="no time was left"):
        _ = complete(program, seconds=0.0).circuit


def test_conjunctions_that_share_their_parts_are_compiled_once():
    """The legality of a move rests on a ladder of conjunctions: its rungs lead down in 2^40 ways."""
    rungs = " ".join(
        f"(<= r{n} r{n - 1} s{n - 1}) (<= s{n} r{n - 1} s{n - 1} (true (q {n})))" for n in range(1, 41)
    )
    sheet = parse_kif(
        "(role p) (init (q 1)) (<= r0 (true (q 1))) (<= s0 (true (q 2)))"
        f"{rungs} (legal p noop) (<= (legal p go) r40 s40) (<= (next (q ?x)) (true (q ?x)))"
        + " ".join(f"(<= (next (q {n})) (does p noop))" for n in range(1, 41))
        + "(<= terminal (true (q 0))) (goal p 100) (<= (next (q 0)) (does p go))"
    )
    assert ground(sheet).native.rule_count > 80
    circuit = complete(ground(sheet), seconds=20.0).circuit
    assert circuit.gate_count < 1000


def test_a_part_that_covers_the_others_is_not_multiplied_out():
    """That a role makes some move but one says the same as that it makes any of the others."""
    sheet = parse_kif(
        "(role zed) (<= (next ?f) (true ?f) (not (does ?r noop))) (legal ?r noop) (legal zed (wait ?u c))"
        "(init (lit c)) (init (lit e)) (<= (next (lit ?v)) (true (lit ?v)) (does zed (wait ?x ?y)))"
    )
    assert complete(ground(sheet)).circuit.move_count > 2
