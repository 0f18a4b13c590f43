"""Every pass keeps the solutions over the variables it keeps."""

import random

import pytest

from tests.scsp.random_networks import random_network
from woodstock.scsp import STAR, Constraint, Except, Network, NetworkError, Variable
from woodstock.scsp.model.semantics import solutions
from woodstock.scsp.solving.preprocess import (
    drop_static,
    drop_universal,
    eliminate,
    expand,
    merge_scopes,
    preprocess,
    singleton_consistency,
    unary_to_domains,
)


def over(found: list[dict[str, object]], names: tuple[str, ...]) -> set[tuple[object, ...]]:
    return {tuple(s[name] for name in names) for s in found}


@pytest.mark.parametrize(
    "run",
    [
        merge_scopes,
        unary_to_domains,
        lambda n: drop_static(unary_to_domains(n)),
        drop_universal,
        lambda n: singleton_consistency(n)[0],
    ],
)
def test_passes_keep_solutions(run: object) -> None:
    changed = 0
    for seed in range(60):
        net = random_network(random.Random(seed))
        names = tuple(v.name for v in net.variables)
        before = over(solutions(net), names)
        try:
            after: Network = run(net)  # type: ignore[operator]
        except NetworkError:
            assert before == set()
            continue
        changed += after is not net
        assert over(solutions(after), names) == before
    assert changed > 5


def test_merging_intersects() -> None:
    a, b = Variable("a", (0, 1, 2)), Variable("b", (0, 1, 2))
    net = Network.of(
        (a, b),
        (
            Constraint("less", ("a", "b"), ((0, Except(0)), (1, 2))),
            Constraint("odd", ("b", "a"), ((1, STAR), (2, 1))),
        ),
    )
    (merged,) = merge_scopes(net).constraints
    assert expand(merged, {"a": a.domain, "b": b.domain}) == {(0, 1), (1, 2)}


def test_universal_variable_leaves() -> None:
    a, b = Variable("a", (0, 1)), Variable("b", (0, 1))
    net = Network.of((a, b), (Constraint("c", ("a", "b"), ((1, 0), (1, 1))),))
    (left,) = drop_universal(net).constraints
    assert (left.scope, left.rows) == (("a",), ((1,),))


def gate(name: str, output: str, inputs: tuple[str, ...]) -> Constraint:
    """output ↔ all inputs."""
    rows = [(1, *(1 for _ in inputs))]
    rows += [(0, *(0 if i == k else STAR for i in range(len(inputs)))) for k in range(len(inputs))]
    return Constraint(name, (output, *inputs), tuple(rows))


def test_elimination_keeps_solutions() -> None:
    variables = [Variable(name, (0, 1)) for name in ("a", "b", "c", "d", "g", "h")]
    net = Network.of(
        variables,
        (
            gate("def g", "g", ("a", "b")),
            gate("def h", "h", ("g", "c")),
            Constraint("use h", ("h", "d"), ((0, 1), (1, 0))),
            Constraint("use g", ("g", "d"), ((0, STAR), (1, 0))),
        ),
    )
    kept = ("a", "b", "c", "d")
    for rows in (64, 2):
        after = eliminate(net, {"g": "def g", "h": "def h"}, rows=rows)
        assert over(solutions(after), kept) == over(solutions(net), kept)
    small = eliminate(net, {"g": "def g", "h": "def h"})
    assert {v.name for v in small.variables} == set(kept)
    final, reports = preprocess(net, {"g": "def g", "h": "def h"})
    assert over(solutions(final), kept) == over(solutions(net), kept)
    assert any(report.name == "auxiliaries" and report.variables == (6, 4) for report in reports)
    assert all("→" in str(report) for report in reports)
