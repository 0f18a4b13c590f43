"""Preprocessing, pass by pass, each with a report (2016 §4.1, RIA 2017 §4.2).

`merge_scopes` intersects hard constraints over one scope, `unary_to_domains` moves unary ones into the domains,
`drop_universal` takes variables out of constraints that do not depend on them, `drop_static` those with one value
left, `eliminate` puts the definition of an auxiliary variable in place of it where the tables stay small. Every
pass keeps the solutions over the variables it keeps; `preprocess` runs them in turn. Singleton arc consistency is
for one state's stage: `singleton_consistency`.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from woodstock import _core
from woodstock.scsp.model.cells import STAR, Value
from woodstock.scsp.model.constraint import Constraint, NetworkError
from woodstock.scsp.model.network import Network
from woodstock.scsp.model.packed import Domain, cell_of, join, project, values_of
from woodstock.scsp.solving.csp import compile_network
from woodstock.scsp.solving.eliminate import eliminate

Domains = Mapping[str, Domain]


@dataclass(frozen=True, slots=True)
class PassReport:
    """What one pass did."""

    name: str
    variables: tuple[int, int]  # before and after
    constraints: tuple[int, int]
    rows: tuple[int, int]
    values: tuple[int, int]
    seconds: float

    def __str__(self) -> str:
        parts = (
            f"{label} {before} → {after}"
            for label, (before, after) in (
                ("variables", self.variables),
                ("constraints", self.constraints),
                ("rows", self.rows),
                ("values", self.values),
            )
        )
        return f"{self.name}: {', '.join(parts)}, {self.seconds:.3f} s"


Passes = list[tuple[str, Callable[[Network], Network]]]

ROWS_PREPROCESSED, ROWS_PRINTED = 64, 256
"""Of a table, at most, that takes the place of an auxiliary."""
MOST_TUPLES = 20_000
"""Of a table in which universal variables are looked for."""


def preprocess(
    network: Network, definitions: Mapping[str, str] | None = None
) -> tuple[Network, list[PassReport]]:
    """All passes until none changes anything; auxiliaries with a definition are eliminated where the tables stay
    small."""
    passes: Passes = [
        ("unary constraints into domains", unary_to_domains),
        ("static variables", drop_static),
        ("auxiliaries", lambda net: eliminate(net, definitions or {}, rows=ROWS_PREPROCESSED)),
        ("same scope", merge_scopes),
        ("universal variables", drop_universal),
    ]
    reports: list[PassReport] = []
    while True:
        after, more = _run(network, passes)
        if after is network:
            return network, reports
        network = after
        reports += more


def flatten(network: Network, definitions: Mapping[str, str]) -> tuple[Network, list[PassReport]]:
    """The form the papers print: few auxiliaries, one table per scope. Unlike `preprocess` it goes over the network
    once, so that a stage keeps the values its terminal states have."""
    return _run(
        network,
        [
            ("auxiliaries", lambda net: eliminate(net, definitions, rows=ROWS_PRINTED)),
            ("unary constraints into domains", unary_to_domains),
            ("same scope", merge_scopes),
        ],
    )


def _run(network: Network, passes: Passes) -> tuple[Network, list[PassReport]]:
    reports = []
    for name, run in passes:
        start = time.perf_counter()
        after = run(network)
        if after is not network:
            reports.append(_report(name, network, after, time.perf_counter() - start))
        network = after
    return network, reports


def _report(name: str, before: Network, after: Network, seconds: float) -> PassReport:
    return PassReport(
        name,
        (len(before.variables), len(after.variables)),
        (len(before.constraints), len(after.constraints)),
        (sum(len(c.rows) for c in before.constraints), sum(len(c.rows) for c in after.constraints)),
        (sum(len(v.domain) for v in before.variables), sum(len(v.domain) for v in after.variables)),
        seconds,
    )


def expand(constraint: Constraint, domains: Domains) -> set[tuple[Value, ...]]:
    """Every tuple a hard constraint allows."""
    scope = [domains[name] for name in constraint.scope]
    found: set[tuple[Value, ...]] = set()
    for row in constraint.rows:
        found.update(itertools.product(*(sorted(values_of(c, d), key=d.index) for c, d in zip(row, scope))))
    return found


def _domains(network: Network) -> dict[str, Domain]:
    return {variable.name: variable.domain for variable in network.variables}


def _with_constraints(network: Network, constraints: Iterable[Constraint]) -> Network:
    return replace(network, constraints=tuple(constraints))


# ── passes ────────────────────────────────────────────────────────────────────────────────────────────────────


def merge_scopes(network: Network) -> Network:
    """One constraint in place of hard constraints over the same set of variables: their intersection."""
    domains = _domains(network)
    by_scope: dict[frozenset[str], list[Constraint]] = {}
    for constraint in network.hard:
        by_scope.setdefault(frozenset(constraint.scope), []).append(constraint)
    if all(len(group) == 1 for group in by_scope.values()):
        return network
    merged = []
    for group in by_scope.values():
        result = group[0]
        for other in group[1:]:
            both = join(result, other, domains, name=f"{result.name} & {other.name}")
            assert both is not None
            result = both
        merged.append(result)
    return _with_constraints(network, (*merged, *network.soft))


def unary_to_domains(network: Network) -> Network:
    """Unary hard constraints restrict the domains of decision variables and go."""
    domains = _domains(network)
    unary = [c for c in network.hard if len(c.scope) == 1 and not network[c.scope[0]].stochastic]
    if not unary:
        return network
    for constraint in unary:
        name = constraint.scope[0]
        left = {values[0] for values in expand(constraint, domains)}
        domains[name] = tuple(value for value in domains[name] if value in left)
        if not domains[name]:
            raise NetworkError(f"no value is left for {name}: the network has no solution")
    return _restrict(network, domains, drop={c.name for c in unary})


def _restrict(network: Network, domains: Domains, drop: set[str]) -> Network:
    """The network with smaller domains; cells are cut to them."""
    old = _domains(network)
    changed = {name for name, domain in domains.items() if domain != old[name]}
    constraints = []
    for constraint in network.constraints:
        if constraint.name in drop:
            continue
        if changed.isdisjoint(constraint.scope):
            constraints.append(constraint)
            continue
        scope = [domains[name] for name in constraint.scope]
        before = [old[name] for name in constraint.scope]
        rows, utilities = [], []
        for number, row in enumerate(constraint.rows):
            sets = [values_of(cell, d) & frozenset(new) for cell, d, new in zip(row, before, scope)]
            if all(sets):
                rows.append(tuple(map(cell_of, sets, scope)))
                if constraint.utilities is not None:
                    utilities.append(constraint.utilities[number])
        constraints.append(
            Constraint(
                constraint.name,
                constraint.scope,
                tuple(rows),
                None if constraint.hard else tuple(utilities),
            )
        )
    variables = tuple(replace(v, domain=domains[v.name]) for v in network.variables)
    return replace(network, variables=variables, constraints=tuple(constraints))


def drop_static(network: Network) -> Network:
    """Decision variables with one value leave the scopes of hard constraints."""
    static = {v.name for v in network.variables if len(v.domain) == 1 and not v.stochastic}
    if not any(static.intersection(c.scope) for c in network.hard):
        return network
    domains = _domains(network)
    return _with_constraints(
        network,
        (
            project(c, set(c.scope) - static, domains) if c.hard and static.intersection(c.scope) else c
            for c in network.constraints
        ),
    )


def drop_universal(network: Network) -> Network:
    """A variable leaves a hard constraint that allows the same for each of its values: |rel| is then the size of
    its domain times the size of the projection. Tables of more than `MOST_TUPLES` are only checked for columns
    of stars. A constraint that allows everything goes."""
    domains = _domains(network)
    constraints: list[Constraint] = []
    changed = False
    for constraint in network.constraints:
        universal = _universal(constraint, domains) if constraint.hard else set()
        if not universal:
            constraints.append(constraint)
            continue
        changed = True
        rest = project(constraint, set(constraint.scope) - universal, domains)
        if rest.scope or not rest.rows:
            constraints.append(rest)
    return _with_constraints(network, constraints) if changed else network


def _universal(constraint: Constraint, domains: Domains) -> set[str]:
    size = 0
    for row in constraint.rows:
        count = 1
        for cell, name in zip(row, constraint.scope):
            count *= len(values_of(cell, domains[name]))
        size += count
    if size > MOST_TUPLES:
        columns = enumerate(constraint.scope)
        return {name for i, name in columns if all(row[i] is STAR for row in constraint.rows)}
    tuples = expand(constraint, domains)
    found: set[str] = set()
    for i, name in enumerate(constraint.scope):
        projection = {t[:i] + t[i + 1 :] for t in tuples}
        if len(tuples) == len(domains[name]) * len(projection):
            found.add(name)
    return found


def singleton_consistency(network: Network) -> tuple[Network, _core.SacResult]:
    """Removes the values that singleton arc consistency over the hard constraints refutes."""
    compiled = compile_network(network)
    propagation = _core.Propagation(compiled.csp)
    result = propagation.singleton_consistency()
    if not result.consistent:
        raise NetworkError("singleton arc consistency empties a domain: the network has no solution")
    domains: dict[str, Domain] = {
        v.name: v.domain if v.stochastic else compiled.domain(propagation, v.name) for v in network.order
    }
    return _restrict(network, domains, drop=set()), result
