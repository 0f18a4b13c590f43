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
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from woodstock import _core

from .cells import STAR, Cell, Except, OneOf, Row, Value, Wildcard
from .constraint import Constraint, NetworkError
from .csp import compile_network
from .network import Network, Stage

Domain = tuple[Value, ...]
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


def preprocess(
    network: Network, definitions: Mapping[str, str] | None = None, *, rows: int = 64
) -> tuple[Network, list[PassReport]]:
    """All passes until none changes anything; auxiliaries with a definition are eliminated where the tables have
    at most `rows` rows."""
    passes: Passes = [
        ("unary constraints into domains", unary_to_domains),
        ("static variables", drop_static),
        ("auxiliaries", lambda net: eliminate(net, definitions or {}, rows=rows)),
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


def flatten(
    network: Network, definitions: Mapping[str, str], *, rows: int = 4096
) -> tuple[Network, list[PassReport]]:
    """The form the papers print: few auxiliaries, one table per scope. Unlike `preprocess` it goes over the network
    once, so that a stage keeps the values its terminal states have."""
    return _run(
        network,
        [
            ("auxiliaries", lambda net: eliminate(net, definitions, rows=rows)),
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


# ── cells as sets ─────────────────────────────────────────────────────────────────────────────────────────────


def values_of(cell: Cell, domain: Domain) -> frozenset[Value]:
    match cell:
        case Wildcard():
            return frozenset(domain)
        case Except(values=values):
            return frozenset(domain).difference(values)
        case OneOf(values=values):
            return frozenset(domain).intersection(values)
    return frozenset((cell,)).intersection(domain)


def cell_of(values: frozenset[Value], domain: Domain) -> Cell:
    """The shortest cell for a set of values."""
    if len(values) == len(domain):
        return STAR
    if len(values) == 1:
        return next(iter(values))
    if 2 * len(values) > len(domain):
        return Except(*(value for value in domain if value not in values))
    return OneOf(*(value for value in domain if value in values))


def expand(constraint: Constraint, domains: Domains) -> set[tuple[Value, ...]]:
    """Every tuple a hard constraint allows."""
    scope = [domains[name] for name in constraint.scope]
    found: set[tuple[Value, ...]] = set()
    for row in constraint.rows:
        found.update(itertools.product(*(sorted(values_of(c, d), key=d.index) for c, d in zip(row, scope))))
    return found


def _domains(network: Network) -> dict[str, Domain]:
    return {variable.name: variable.domain for variable in network.variables}


def _normal(rows: Iterable[Sequence[frozenset[Value]]], scope: Sequence[Domain]) -> tuple[Row, ...]:
    """Rows of sets as rows of cells, without empty and subsumed ones."""
    kept: list[Sequence[frozenset[Value]]] = []
    for row in dict.fromkeys(tuple(row) for row in rows):
        if all(row) and not any(all(a <= b for a, b in zip(row, other)) for other in kept):
            kept = [other for other in kept if not all(a <= b for a, b in zip(other, row))]
            kept.append(row)
    return tuple(tuple(map(cell_of, row, scope)) for row in kept)


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
            result = _intersect(result, other, domains)
        merged.append(result)
    return _with_constraints(network, (*merged, *network.soft))


def _intersect(left: Constraint, right: Constraint, domains: Domains) -> Constraint:
    order = [right.scope.index(name) for name in left.scope]
    scope = [domains[name] for name in left.scope]
    ours = [[values_of(c, d) for c, d in zip(row, scope)] for row in left.rows]
    theirs = [[values_of(row[i], d) for i, d in zip(order, scope)] for row in right.rows]
    rows = ([a & b for a, b in zip(x, y)] for x in ours for y in theirs)
    return Constraint(f"{left.name} & {right.name}", left.scope, _normal(rows, scope))


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
            _without(c, static, domains) if c.hard and static.intersection(c.scope) else c
            for c in network.constraints
        ),
    )


def _without(constraint: Constraint, names: set[str], domains: Domains) -> Constraint:
    """The projection of a hard constraint on its other variables."""
    keep = [i for i, name in enumerate(constraint.scope) if name not in names]
    scope = [domains[constraint.scope[i]] for i in keep]
    possible = [
        row
        for row in constraint.rows
        if all(values_of(cell, domains[name]) for cell, name in zip(row, constraint.scope))
    ]
    rows = ([values_of(row[i], d) for i, d in zip(keep, scope)] for row in possible)
    return Constraint(constraint.name, tuple(constraint.scope[i] for i in keep), _normal(rows, scope))


def drop_universal(network: Network, limit: int = 20_000) -> Network:
    """A variable leaves a hard constraint that allows the same for each of its values: |rel| is then the size of
    its domain times the size of the projection. Tables of more than `limit` tuples are only checked for columns
    of stars. A constraint that allows everything goes."""
    domains = _domains(network)
    constraints: list[Constraint] = []
    changed = False
    for constraint in network.constraints:
        universal = _universal(constraint, domains, limit) if constraint.hard else set()
        if not universal:
            constraints.append(constraint)
            continue
        changed = True
        rest = _without(constraint, universal, domains)
        if rest.scope or not rest.rows:
            constraints.append(rest)
    return _with_constraints(network, constraints) if changed else network


def _universal(constraint: Constraint, domains: Domains, limit: int) -> set[str]:
    size = 0
    for row in constraint.rows:
        count = 1
        for cell, name in zip(row, constraint.scope):
            count *= len(values_of(cell, domains[name]))
        size += count
    if size > limit:
        columns = enumerate(constraint.scope)
        return {name for i, name in columns if all(row[i] is STAR for row in constraint.rows)}
    tuples = expand(constraint, domains)
    found: set[str] = set()
    for i, name in enumerate(constraint.scope):
        projection = {t[:i] + t[i + 1 :] for t in tuples}
        if len(tuples) == len(domains[name]) * len(projection):
            found.add(name)
    return found


def eliminate(network: Network, definitions: Mapping[str, str], *, rows: int = 64) -> Network:
    """Replaces auxiliary variables by their definitions. `definitions` names the hard constraint that determines
    each auxiliary variable whatever the others are; it is joined to each constraint that uses the variable, which
    is projected away. A variable stays if some table would exceed `rows` rows."""
    domains = _domains(network)
    constraints = {c.name: c for c in network.constraints}
    if len(constraints) != len(network.constraints):
        return network
    users: dict[str, set[str]] = {}
    for constraint in network.constraints:
        for name in constraint.scope:
            users.setdefault(name, set()).add(constraint.name)
    needed = {name for table in network.probabilities for name in table.scope}
    needed |= {name for c in network.soft for name in c.scope}
    gone: set[str] = set()
    for name, label in reversed(list(definitions.items())):
        if name in needed or name not in domains or label not in constraints:
            continue
        definition = constraints[label]
        joined: dict[str, Constraint] = {}
        for user in users[name] - {label}:
            result = _join_without(definition, constraints[user], name, domains, rows)
            if result is None:
                break
            joined[user] = result
        else:
            for user, constraint in joined.items():
                constraints[user] = constraint
                for other in constraint.scope:
                    users.setdefault(other, set()).add(user)
            for other in definition.scope:
                users[other].discard(label)
            del constraints[label]
            gone.add(name)
    if not gone:
        return network
    stages = tuple(
        Stage(tuple(n for n in stage.decision if n not in gone), stage.stochastic) for stage in network.stages
    )
    return replace(
        network,
        variables=tuple(v for v in network.variables if v.name not in gone),
        stages=stages,
        constraints=tuple(constraints.values()),
    )


def _join_without(
    definition: Constraint, user: Constraint, name: str, domains: Domains, limit: int
) -> Constraint | None:
    scope = tuple(n for n in dict.fromkeys(user.scope + definition.scope) if n != name)
    sizes = [domains[n] for n in scope]
    everything = {n: frozenset(domains[n]) for n in (*scope, name)}
    ours = [{n: values_of(c, domains[n]) for n, c in zip(user.scope, row)} for row in user.rows]
    theirs = [{n: values_of(c, domains[n]) for n, c in zip(definition.scope, row)} for row in definition.rows]
    if len(ours) * len(theirs) > 64 * limit:
        return None
    rows = []
    for left in ours:
        for right in theirs:
            if not left[name] & right[name]:
                continue
            row = [left.get(n, everything[n]) & right.get(n, everything[n]) for n in scope]
            if all(row):
                rows.append(row)
    normal = _normal(rows, sizes)
    return Constraint(user.name, scope, normal) if len(normal) <= limit else None


def singleton_consistency(network: Network, seconds: float | None = None) -> tuple[Network, _core.SacResult]:
    """Removes the values that singleton arc consistency over the hard constraints refutes."""
    compiled = compile_network(network)
    engine = _core.Propagation(compiled.csp)
    result = engine.singleton_consistency(seconds)
    if not result.consistent:
        raise NetworkError("singleton arc consistency empties a domain: the network has no solution")
    domains: dict[str, Domain] = {
        v.name: v.domain if v.stochastic else compiled.domain(engine, v.name) for v in network.order
    }
    return _restrict(network, domains, drop=set()), result
