"""The model: what it accepts, what it refuses, what its tables mean."""

from fractions import Fraction

import pytest

from woodstock.scsp import (
    STAR,
    Constraint,
    Except,
    Network,
    NetworkError,
    OneOf,
    ProbabilityTable,
    Stage,
    UniformTable,
    Variable,
    uniform,
)
from woodstock.scsp.model.semantics import (
    locally_consistent,
    probability,
    solutions,
    value,
)

A, B = Variable("a", (0, 1, 2)), Variable("b", ("p", "q"))
Y = Variable("y", ("h", "t"), stochastic=True)


@pytest.mark.parametrize(
    ("cell", "allowed"),
    [(STAR, {0, 1, 2}), (1, {1}), (Except(1), {0, 2}), (OneOf(0, 2), {0, 2}), (Except(0, 1), {2})],
)
def test_short_cells(cell: object, allowed: set[int]) -> None:
    net = Network.of((A,), (Constraint("c", ("a",), ((cell,),)),))
    assert {s["a"] for s in solutions(net)} == allowed


def test_a_star_in_a_domain_is_a_value_like_any_other() -> None:
    cell = Variable("cell", ("*", "x"))
    assert {s["cell"] for s in solutions(Network.of((cell,), (Constraint("c", ("cell",), (("*",),)),)))} == {
        "*"
    }


def test_soft_constraint_takes_its_first_matching_row() -> None:
    gain = Constraint("g", ("a", "b"), ((1, STAR), (STAR, "p")), ((Fraction(3),), (Fraction(5),)))
    net = Network.of((A, B), (gain,))
    assert value(net, {"a": 1, "b": "p"}) == (3,)
    assert value(net, {"a": 0, "b": "p"}) == (5,)
    assert value(net, {"a": 0, "b": "q"}) == (0,)


def test_conditional_probability() -> None:
    half = Fraction(1, 2)
    table = ProbabilityTable(
        "y", ("a",), (((0,), (("h", half), ("t", half))), ((STAR,), (("h", Fraction(1)),)))
    )
    net = Network.of((A, Y), (), (table,))
    assert probability(net, {"a": 0, "y": "t"}) == half
    assert probability(net, {"a": 2, "y": "t"}) == 0
    assert probability(net, {"a": 2, "y": "h"}) == 1


def test_uniform_over_what_is_legal() -> None:
    flags = [Variable(f"b{i}", (0, 1)) for i in range(2)]
    table = UniformTable("y", (("h", "b0", 1), ("t", "b1", 1)))
    net = Network.of((*flags, Y), (), (table,))
    assert table.scope == ("b0", "b1")
    assert probability(net, {"b0": 1, "b1": 1, "y": "h"}) == Fraction(1, 2)
    assert probability(net, {"b0": 0, "b1": 1, "y": "h"}) == 0
    assert probability(net, {"b0": 0, "b1": 1, "y": "t"}) == 1


def test_consistency() -> None:
    chain = tuple(Variable(name, (0, 1)) for name in "uvw")
    differ = ((0, 1), (1, 0))
    net = Network.of(
        chain,
        (
            Constraint("uv", ("u", "v"), differ),
            Constraint("vw", ("v", "w"), differ),
            Constraint("uw", ("u", "w"), ((1, 1), (0, 0))),
        ),
    )
    assert [found["u"] for found in solutions(net)] == [0, 1]
    broken = Network.of(chain, (*net.constraints[:2], Constraint("uw", ("u", "w"), differ)))
    assert locally_consistent(broken, {"u": 0, "v": 1})
    assert not solutions(broken)


def test_stages_follow_the_order() -> None:
    net = Network.of((A, Y, B), (), (uniform(Y),))
    assert net.stages == (Stage(("a",), ("y",)), Stage(("b",)))
    assert [v.name for v in net.decision] == ["a", "b"]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Variable("a", (0, 0)), "twice"),
        (lambda: Constraint("c", ("a", "a"), ()), "twice in its scope"),
        (lambda: Constraint("c", ("a",), ((0, 1),)), "2 cells for 1 variables"),
        (lambda: Network.of((A,), (Constraint("c", ("z",), ((0,),)),)), "unknown variable z"),
        (lambda: Network.of((A,), (Constraint("c", ("a",), ((7,),)),)), "no value 7"),
        (lambda: Network.of((A, Y), ()), "probability table"),
        (lambda: ProbabilityTable("y", (), (((), (("h", Fraction(1, 2)),)),)), "sum to 1/2"),
        (lambda: Network.of((Y, A), (), (UniformTable("y", (("h", "a", 1),)),)), "does not come before"),
        (lambda: Network((A,), (), ()), "exactly one stage"),
    ],
)
def test_refused(build: object, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        build()  # type: ignore[operator]
