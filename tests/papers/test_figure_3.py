"""Figure 3 of 2016 and of RIA 2017: the one-stage networks of the pennies games, regenerated from the rulesheets.

The tables are compared row by row after auxiliary variables are eliminated and short rows expanded. Where a figure
differs from what its own rulesheet says, the difference is asserted and explained.
"""

import itertools
from functools import cache

from woodstock import load
from woodstock.compile.completion import complete
from woodstock.grounding import ground
from woodstock.scsp import Network
from woodstock.scsp.game.stage_network import encode
from woodstock.scsp.solving.preprocess import expand, flatten

COOPERATIVE, MATCHING = "cooperative_pennies", "matching_pennies"


@cache
def stage(name: str) -> Network:
    encoded = encode(complete(ground(load(name).rulesheet)), name=name)
    return flatten(encoded.network, encoded.definitions)[0]


def table(network: Network, *scope: str) -> set[tuple[object, ...]]:
    """What the network's constraints allow over a scope: the solutions of those within it, projected."""
    domains = {v.name: v.domain for v in network.variables}
    within = [c for c in network.hard if set(c.scope) <= set(scope)]
    assert within, f"no constraint within {scope}"
    rows = set()
    for values in itertools.product(*(domains[name] for name in scope)):
        assignment = dict(zip(scope, values))
        if all(c.row_of(assignment) is not None for c in within):
            rows.add(values)
    return rows


def test_cooperative_variables() -> None:
    network = stage(COOPERATIVE)
    domains = {v.name: set(v.domain) for v in network.variables}
    for player in ("alice", "bob", "random"):
        assert domains[f"coin({player})@t"] == {"heads", "tails", "unset"}
        assert domains[f"coin({player})@t+1"] == {"heads", "tails", "unset"}
        assert domains[f"action({player})@t"] == {"choose(heads)", "choose(tails)", "noop"}
        assert domains[f"control({player})@t"] == {"true", "false"}
    assert domains["terminal@t"] == {"true", "false"}
    assert not [name for name in domains if name.startswith("aux")]
    assert network["action(random)@t"].stochastic


def test_cooperative_terminal() -> None:
    network = stage(COOPERATIVE)
    names = [f"coin({player})@t" for player in ("alice", "bob", "random")]
    sides = ("heads", "tails", "unset")
    figure = {
        (*coins, "false" if "unset" in coins else "true") for coins in itertools.product(sides, repeat=3)
    }
    assert table(network, *names, "terminal@t") == figure


def test_cooperative_legal_and_probabilities() -> None:
    network = stage(COOPERATIVE)
    figure = {("true", "choose(heads)"), ("true", "choose(tails)"), ("false", "noop")}
    for player in ("alice", "bob"):
        assert table(network, f"control({player})@t", f"action({player})@t") == figure
    chance = network.probability_of("action(random)@t")
    for control, expected in (
        ("true", {"choose(heads)": "1/2", "choose(tails)": "1/2"}),
        ("false", {"noop": "1"}),
    ):
        state = dict.fromkeys(chance.scope, control)
        assert {move: str(p) for move, p in chance.distribution(state).items()} == expected
    assert chance.scope == ("control(random)@t",)


def test_cooperative_next_coin() -> None:
    """The figure's five rows are those reachable in play: choosing happens with an unset coin only. The rules say
    so through `control`, so the table itself allows choosing again as well."""
    network = stage(COOPERATIVE)
    figure = {
        ("heads", "noop", "heads"),
        ("tails", "noop", "tails"),
        ("unset", "noop", "unset"),
        ("unset", "choose(heads)", "heads"),
        ("unset", "choose(tails)", "tails"),
    }
    again = {(held, f"choose({side})", side) for held in ("heads", "tails") for side in ("heads", "tails")}
    for player in ("alice", "bob", "random"):
        rows = table(network, f"coin({player})@t", f"action({player})@t", f"coin({player})@t+1")
        assert rows == figure | again


def test_cooperative_next_control() -> None:
    """The figure gives every player control_{t+1} = not control_t. The rulesheet has a single rule,
    next(control(random)) ← true(control(alice)): alice and bob never get control back, and random's follows
    alice's. In the three states of a play both say the same except that random loses control at the end."""
    network = stage(COOPERATIVE)
    domains = {v.name: v.domain for v in network.variables}
    assert domains["control(alice)@t+1"] == domains["control(bob)@t+1"] == ("false",)
    assert table(network, "control(alice)@t", "control(random)@t+1") == {("true", "true"), ("false", "false")}


def test_matching_variables() -> None:
    network = stage(MATCHING)
    domains = {v.name: set(v.domain) for v in network.variables}
    for player in ("j1", "j2"):
        assert domains[f"piece({player})@t"] == {"pile", "face", "inconnue"}
        # The figure lists inconnue at t + 1 too; no rule ever leads there, so the value is filtered away.
        assert domains[f"piece({player})@t+1"] == {"pile", "face"}
        assert domains[f"action({player})@t"] == {"retourne(pile)", "retourne(face)"}
        # The figure also lists a score of 50 that no rule gives; `none` stands for "no goal value holds".
        assert domains[f"score({player})@t"] == {0, 100, "none"}


def test_matching_terminal() -> None:
    """The figure leaves out the initial state (both coins unknown), which the network must have."""
    network = stage(MATCHING)
    sides = ("pile", "face", "inconnue")
    figure = {(a, b, "true") for a in sides[:2] for b in sides[:2]}
    figure |= {("inconnue", b, "false") for b in sides[:2]} | {(a, "inconnue", "false") for a in sides[:2]}
    rows = table(network, "piece(j1)@t", "piece(j2)@t", "terminal@t")
    assert rows == figure | {("inconnue", "inconnue", "false")}


def test_matching_legal_and_next() -> None:
    network = stage(MATCHING)
    for player in ("j1", "j2"):
        piece, action, then = f"piece({player})@t", f"action({player})@t", f"piece({player})@t+1"
        legal = {("inconnue", "retourne(pile)"), ("inconnue", "retourne(face)")}
        assert table(network, piece, action) == legal
        rows = table(network, piece, action, then)
        assert rows == {("inconnue", f"retourne({side})", side) for side in ("pile", "face")}


def test_matching_goals() -> None:
    network = stage(MATCHING)
    sides = ("pile", "face")
    for player, equal in (("j1", 100), ("j2", 0)):
        rows = table(network, "piece(j1)@t", "piece(j2)@t", f"score({player})@t")
        shown = {row for row in rows if "inconnue" not in row}
        assert shown == {(a, b, equal if a == b else 100 - equal) for a in sides for b in sides}


def test_short_rows_expand_to_the_same_tables() -> None:
    network = stage(MATCHING)
    domains = {v.name: v.domain for v in network.variables}
    for constraint in network.hard:
        every = itertools.product(*(domains[name] for name in constraint.scope))
        allowed = {t for t in every if constraint.row_of(dict(zip(constraint.scope, t))) is not None}
        assert expand(constraint, domains) == allowed
