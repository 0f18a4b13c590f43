"""The translation of 2014: function elimination (001 §4.1), domains (Table 2 of 001, Table 2 of 003), relations (§4.4), and
Proposition 1: the network and the rules, read by the reference, describe the same graph of states."""

import itertools
from pathlib import Path

import pytest

from tests.shared import rules_of
from woodstock import Game, _core, load
from woodstock.gdl import parse_kif
from woodstock.gdl.terms import Function
from woodstock.scsp import Network, NetworkError
from woodstock.scsp.game.stage_names import readable
from woodstock.scsp.papers.translation.elimination import eliminate_functions
from woodstock.scsp.papers.translation.network import Translation2014
from woodstock.scsp.papers.translation.relations import Relation
from woodstock.scsp.papers.translation.variables import Declarations
from woodstock.scsp.solving.csp import compile_network

RULESHEETS = Path(__file__).parents[3] / "benchmarks" / "rulesheets"

# A counter, with everything the fragment has: nested functions, `or`, `distinct`, `not`, a derived relation.
COUNTER = """
(role bob) (role random)
(succ 0 1) (succ 1 2) (succ 2 3)
(init (counter (at (place 0)))) (init (mood calm)) (init lit)
(legal random (wind on)) (legal random (wind off))
(<= (legal bob (climb (by one))) (true (counter ?c)))
(<= (legal bob rest) (true (counter ?c)))
(<= (blown ?w) (does random (wind ?w)))
(<= (next (counter (at (place ?m))))
    (true (counter (at (place ?n)))) (succ ?n ?m) (does bob (climb (by one))) (not (blown on)))
(<= (next (counter (at (place ?n)))) (true (counter (at (place ?n)))) (or (does bob rest) (blown on)))
(<= (next (counter (at (place 3)))) (true (counter (at (place 3)))) (does bob (climb (by one))))
(<= (next (mood calm)) (true (mood ?m)) (does random (wind ?w)) (distinct ?w on))
(<= (next (mood ?x)) (mood_after ?m ?x) (true (mood ?m)) (does random (wind on)))
(mood_after calm upset) (mood_after upset upset)
(<= (next lit) (true lit) (does random (wind off)))
(<= terminal (true (counter (at (place 3)))))
(<= terminal (not (true lit)) (true (mood upset)) (true (counter (at (place 0)))))
(<= (goal bob 100) (true (counter (at (place 3)))))
(<= (goal bob 0) (not (true (counter (at (place 3))))))
"""


def test_function_elimination() -> None:
    """The example of §4.1, and the rule that the value of a function is unique."""
    assert [str(rule) for rule in eliminate_functions(parse_kif("(legal random (roll c))"))] == [
        "legal(random, ?z0), roll(c, ?z0)",
        "(∃!z) roll(x1, z)",
    ]
    rules = eliminate_functions(
        parse_kif("(<= (next (p ?x)) (true (q (f ?x a))) (or (r ?x) (distinct ?x a)))")
    )
    nested = "next(?z0), p(?x, ?z0) ← true(?z2), f(?x, a, ?z1), q(?z1, ?z2)"
    assert [str(rule) for rule in rules[:2]] == [f"{nested}, r(?x)", f"{nested}, ?x ≠ a"]
    assert {str(rule) for rule in rules[2:]} == {
        f"(∃!z) {f}" for f in ("p(x1, z)", "f(x1, x2, z)", "q(x1, z)")
    }


def test_table_2_of_2014() -> None:
    """Eight variables, with the domains of the game the table was made of (it has (3,3,2) and succ(2,3)). The raven has
    0 to 2 pieces though `succ` goes to 3: constants without a support are gone."""
    declared = Declarations(load(str(RULESHEETS / "verger_3_3_2.kif")).rulesheet)
    domains = {v.name: set(declared.values(v).values()) for v in declared.variables}
    choices = {f"choice({a},{b})" for a in "rv" for b in "rv"}
    assert domains == {
        "role": {"random", "bob"},
        "a_bob": choices | {"noop"},
        "a_random": {f"roll({face})" for face in "cprv"},
        "state": {f"{r},{v},{c}" for r in range(4) for v in range(4) for c in range(3)},
        "control": {"bob", "random"},
        "succ": {"0,0", "0,1", "1,2", "2,3"},
        "tree": {"r", "v"},
        "terminal": {"true", "false"},
    }


@pytest.mark.parametrize(
    ("name", "at_a_time", "of_a_stage", "largest"),
    [("verger_2_2_1", 8, 9, 18), ("orchard_2016", 8, 9, 146_410)],
)
def test_table_2_of_2016(name: str, at_a_time: int, of_a_stage: int, largest: int) -> None:
    """Orchard: 9 variables, the largest domain 146,410."""
    declared = Declarations(load(str(RULESHEETS / f"{name}.kif"), engine="reference").rulesheet)
    assert (len(declared.variables), declared.stage_size) == (at_a_time, of_a_stage)
    assert (declared.largest.name, declared.largest.size) == ("state", largest)


def test_hex_has_22_variables() -> None:
    """As in Table 2 of 003. Its largest domain there is 6,561 = 81 · 81, connected(group, row, column) with 81 groups; this
    rulesheet counts its steps, and so its groups, to 82."""
    declared = Declarations(rules_of("public/hex"))
    assert declared.stage_size == 22
    assert (declared.largest.name, declared.largest.size) == ("connected", 82 * 81)


@pytest.mark.parametrize("name", ["verger_2_2_1", "orchard_small", "counter"])
def test_proposition_1(name: str) -> None:
    """From the initial state on: the same ends, the same moves, the same successors as the reference finds."""
    bundled = load(name) if name == "orchard_small" else None
    file = RULESHEETS / f"{name}.kif"
    rulesheet = (
        bundled.rulesheet if bundled else parse_kif(COUNTER if name == "counter" else file.read_text())
    )
    translation = Translation2014(rulesheet, name)
    graph = NetworkGraph(translation.stage(), [v.name for v in translation.declared.fluents])
    reference = Game(rulesheet, engine="reference")
    open_ = [(reference.initial_state(), translation.initial)]
    seen = set()
    while open_:
        twin, state = open_.pop()
        key = tuple(sorted(state.items()))
        if key in seen:
            continue
        seen.add(key)
        assert state == values_of(twin.fluents, state)
        terminal, edges = graph.edges(state)
        assert terminal == twin.terminal
        if terminal:
            continue
        expected = {}
        for moves in itertools.product(*(twin.legal(role) for role in reference.roles)):
            names = tuple(readable(move.term) for move in moves)
            expected[names] = twin.play(dict(zip(reference.roles, moves)))
        roles = [str(role) for role in reference.roles]
        found = {tuple(moves[role] for role in roles): after for moves, after in edges}
        different = {(*moves.items(), *after.items()) for moves, after in edges}
        assert len(different) == len(found)  # one successor each; role and static variables are free
        assert set(found) == set(expected)
        for names, after in found.items():
            assert after == values_of(expected[names].fluents, after)
            open_.append((expected[names], after))
    assert len(seen) > 5


def values_of(fluents: frozenset[object], names: dict[str, str]) -> dict[str, str]:
    """A state as the translation writes it: per fluent name its arguments, or whether it holds."""
    held = {f.name: ",".join(map(readable, f.args)) if isinstance(f, Function) else "true" for f in fluents}  # type: ignore[attr-defined]
    return {name: held.get(name, "false") for name in names}


class NetworkGraph:
    """Successors by solving the network."""

    def __init__(self, network: Network, fluents: list[str]) -> None:
        self.compiled = compile_network(network)
        self.engine = _core.Propagation(self.compiled.csp)
        self.fluents = fluents
        assert self.engine.propagate()

    def edges(self, state: dict[str, str]) -> tuple[bool, list[tuple[dict[str, str], dict[str, str]]]]:
        self.engine.push()
        for name, value in state.items():
            assert self.compiled.assign(self.engine, f"{name}@t", value)
        assert self.engine.propagate()
        terminal = self.compiled.domain(self.engine, "terminal@t")
        actions = [n for n in self.compiled.index if n.startswith("a_")]
        found = []
        if terminal == ("false",):
            wanted = [*actions, *(f"{name}@t+1" for name in self.fluents)]
            search = _core.CspSearch(self.engine, [self.compiled.index[name] for name in wanted])
            while (numbers := search.next()) is not None:
                solution = {name: str(value) for name, value in self.compiled.decode(numbers).items()}
                moves = {n.removeprefix("a_").removesuffix("@t"): solution[n] for n in actions}
                found.append((moves, {name: solution[f"{name}@t+1"] for name in self.fluents}))
        self.engine.pop()
        assert len(terminal) == 1
        return terminal == ("true",), found


def test_the_printed_union_allows_everything() -> None:
    """§5 merges relations of one scope by their union. For bob's two rules that is every combination, since each rule allows
    all where its body fails; the union of the instances, which the network has, is what the rules say."""
    translation = Translation2014(load(str(RULESHEETS / "verger_2_2_1.kif")).rulesheet)
    translation.fill()
    (legal,) = (r for r in translation.relations if r.keyword == "legal")
    assert legal.scope == ("control",)
    assert legal.vacuous
    moves, controls = (set(translation.values[n].values()) for n in ("a_bob", "control"))
    assert printed_union(translation, legal) == set(itertools.product(moves, controls))
    rows = {(move, control) for cell, control in legal.rows(translation.values) for move in members(cell)}
    assert rows == {("noop", "random")} | {(move, "bob") for move in moves - {"noop"}}


def members(cell: object) -> tuple[str, ...]:
    return getattr(cell, "values", (cell,))


def printed_union(translation: Translation2014, relation: Relation) -> set[tuple[str, str]]:
    """C(AB) ∪ (U(A) ⋈ (U(B) \\ C(B))) per rule by the definition, then the union."""
    values = translation.values
    found = set()
    for rule in relation.rules:
        instances = list(translation._conjuncts.instances(rule, values))
        both = {(head, value) for head, body in instances for value in body["control"]}
        bodies = {value for _, value in both}
        free = {(a, b) for a in values["a_bob"] for b in values["control"] if b not in bodies}
        found |= {(values["a_bob"][a], values["control"][b]) for a, b in both | free}
    return found


def test_horizon() -> None:
    """After the end of a play everything but `terminal` is undefined (§4.3); chance goes on."""
    network = Translation2014(load(str(RULESHEETS / "verger_2_2_1.kif")).rulesheet).horizon(2)
    assert len(network.stages) == 3
    assert len([v for v in network.variables if v.name.endswith("@1")]) == 8
    assert "undefined" in network["state@1"].domain
    assert "undefined" not in network["a_random@1"].domain


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("tictactoe", "cell holds 9 times at first"),
        ("orchard", "what chance may do depends on the state"),
        ("guess_dice", "has `sees`"),
        (str(RULESHEETS / "orchard_2016.kif"), "1,756,920 rows"),
    ],
)
def test_refused_with_a_reason(name: str, reason: str) -> None:
    game: Game = load(name, engine="reference")
    with pytest.raises(NetworkError, match=reason):
        Translation2014(game.rulesheet, game.name).stage()
