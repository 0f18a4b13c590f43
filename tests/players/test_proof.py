"""The proof search against plain recursion, and what players make of its bounds."""

import itertools
from dataclasses import dataclass, field
from math import prod

import pytest

from tests.hand_games import deal_and_play, dice_nim, pennies, random_game, tictactoe
from tests.players.endings import table
from tests.players.native_game import NIM, alternating, compiled, stepper
from tests.random_play import random_states
from woodstock import _core
from woodstock.game import Game
from woodstock.gdl import parse_kif
from woodstock.players import Clock, Observation, builtin
from woodstock.players.proof import decides, nodes_for, preferred, won

_MOST_JOINTS = 16
GAMES = {
    "tictactoe": (tictactoe(), 3),
    "dice nim": (dice_nim(5), 4),
    "pennies": (pennies(3), 3),
    "deal and play": (deal_and_play(), 3),
    **{f"random {seed}": (random_game(seed), 2) for seed in range(6)},
}


class Plain:
    """The definition: what a role secures, and what the others together hold it to, within a depth."""

    def __init__(self, circuit: _core.Circuit, role: int, against: bool) -> None:
        self.engine = _core.Stepper(circuit)
        self.role, self.against, self.chance = role, against, circuit.chance_role
        values = [value for r, value, _ in circuit.goals if r == role] or [0]
        self.least, self.most = min(values), max(values)

    def over(self, state: _core.State) -> bool:
        roles = range(self.engine.role_count)
        return self.engine.terminal(state) or any(not self.engine.legal(state, role) for role in roles)

    def after(self, state: _core.State, depth: int, own: int, side: str) -> list[float]:
        """The value of an own move by what the others play, chance by its mean."""
        legal = [self.engine.legal(state, role) for role in range(self.engine.role_count)]
        legal[self.role] = [own]
        outcomes = [None] if self.chance in {-1, self.role} else legal[self.chance]
        results = []
        others = [[None] if role == self.chance else each for role, each in enumerate(legal)]
        for joint in itertools.product(*others):
            values = []
            for outcome in outcomes:
                moves = [outcome if move is None else move for move in joint]
                values.append(self.value(self.engine.play(state, moves), depth - 1, side))
            results.append(sum(values) / len(values))
        return results

    def value(self, state: _core.State, depth: int, side: str) -> float:
        if self.over(state):
            goals = self.engine.goals(state, self.role)
            return min(max(goals[0] if len(goals) == 1 else 0, self.least), self.most)
        if depth == 0:
            return self.least if side == "low" else self.most
        rows = [self.after(state, depth, own, side) for own in self.engine.legal(state, self.role)]
        if side == "low":
            return max(map(min, rows))
        return min(map(max, zip(*rows))) if self.against else max(map(max, rows))

    def bounds(self, state: _core.State, depth: int) -> dict[int, tuple[float, float]]:
        moves = self.engine.legal(state, self.role)
        return {
            own: (min(self.after(state, depth, own, "low")), max(self.after(state, depth, own, "high")))
            for own in moves
        }


@pytest.mark.parametrize("engine", ["lanes", "stepper"])
@pytest.mark.parametrize("name", GAMES)
def test_bounds_are_those_of_plain_recursion(name, engine):
    circuit, depth = GAMES[name]
    engines = _core.Engines(circuit)
    engine_of_states = _core.Stepper(circuit)
    states = [
        state for state in random_states(engine_of_states, 12, 1) if not engine_of_states.terminal(state)
    ][-5:]
    roles = [role for role in range(circuit.role_count) if role != circuit.chance_role]
    checked = 0
    for role, against in itertools.product(roles, (True, False)):
        plain = Plain(circuit, role, against)
        search = _core.ProofSearch(
            engines, role, exact=True, thorough=True, against=against, depth=depth, engine=engine
        )
        for state in states:
            if prod(len(plain.engine.legal(state, r)) for r in range(circuit.role_count)) > _MOST_JOINTS:
                continue
            fresh = _core.ProofSearch(
                engines, role, exact=True, thorough=True, against=against, depth=depth, engine=engine
            )
            expected = plain.bounds(state, depth)
            for each in (fresh, search):
                each.set_root(state)
                assert each.run() == _core.SearchEnd.solved
                found = {entry.move: (entry.low, entry.high) for entry in each.report().moves}
                assert list(found) == list(expected)
                for move, (low, high) in expected.items():
                    if each is fresh:
                        assert found[move] == pytest.approx((low, high), abs=0.02)
                    else:  # a table with proofs from elsewhere may know more
                        assert found[move][0] >= low - 0.02
                        assert found[move][1] <= high + 0.02
                    checked += 1
    assert checked or "random" in name


@pytest.mark.parametrize("ending", table()[::5], ids=lambda ending: f"{ending.game}-{len(ending.play)}")
def test_endings_are_proven(ending):
    state = alternating(ending.game, " ".join(ending.play))
    search = _core.ProofSearch(compiled(ending.game).engines, ending.role, exact=True, thorough=True)
    search.set_root(state)
    search.run(nodes=100_000)
    moves = compiled(ending.game).moves[ending.role]
    for entry in search.report().moves:
        keeps = str(moves[entry.move]) in ending.best
        assert entry.low <= ending.value
        assert entry.high >= ending.value if keeps else entry.low < ending.value


def test_a_number_of_nodes_is_repeatable():
    state = stepper("breakthrough").initial()
    reports = []
    for engine in ("lanes", "stepper"):
        search = _core.ProofSearch(compiled("breakthrough").engines, 0, engine=engine)
        search.set_root(state)
        assert search.run(nodes=2_000) == _core.SearchEnd.simulations
        report = search.report()
        reports.append(
            (report.nodes, report.depth, [(each.low, each.high, each.nodes) for each in report.moves])
        )
    assert reports[0] == reports[1]
    assert reports[0][0] == 2_000


def test_wrong_arguments_are_refused():
    engines = compiled("tictactoe").engines
    with pytest.raises(IndexError):
        _core.ProofSearch(engines, 7)
    with pytest.raises(ValueError, match="measured, lanes or stepper"):
        _core.ProofSearch(engines, 0, engine="abacus")


@dataclass
class Entry:
    move: int
    values: list[float]
    visits: int = 100
    proven: bool = False


@dataclass
class Report:
    moves: list[Entry]
    chosen: int = 0


@dataclass
class Bounds:
    move: int
    low: float = 0
    high: float = 100
    low_depth: int = 0
    high_depth: int = 0


@dataclass
class Proof:
    moves: list[Bounds]
    least: float = 0
    most: float = 100
    depth: int = 6
    line: list[object] = field(default_factory=list)


def report(*values: float, chosen: int = 0) -> Report:
    return Report([Entry(move, [value]) for move, value in enumerate(values)], chosen)


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ([Bounds(0), Bounds(1), Bounds(2)], 0),  # nothing proven: the search's choice
        ([Bounds(0), Bounds(1, low=100, low_depth=5), Bounds(2, low=100, low_depth=3)], 2),  # the shorter win
        ([Bounds(0, high=0, high_depth=2), Bounds(1), Bounds(2)], 2),  # no loss: the best of the rest
        ([Bounds(0), Bounds(1, high=0, high_depth=2), Bounds(2)], 0),
        ([Bounds(i, high=0, high_depth=d) for i, d in enumerate((2, 6, 4))], 1),  # the longest resistance
        ([Bounds(0, high=50), Bounds(1), Bounds(2)], 0),  # no more than a draw is no loss
    ],
)
def test_proofs_overrule_a_choice(bounds, expected):
    assert preferred(report(60, 30, 40), Proof(bounds), 0) == expected


def test_without_a_proof_the_choice_stays():
    assert preferred(report(1, 2, chosen=1), None, 0) == 1
    assert preferred(report(1, 2, chosen=1), Proof([]), 0) == 1
    assert won(None, 0) is None


def test_few_visits_say_little():
    entries = report(60, 90, 40)
    entries.moves[1].visits = 1
    assert preferred(entries, Proof([Bounds(0, high=0, high_depth=2), Bounds(1), Bounds(2)]), 0) == 2


def test_what_the_search_has_proven_lost_is_avoided_too():
    entries = report(0, 30)
    entries.moves[0].proven = True
    assert preferred(entries, Proof([Bounds(0), Bounds(1)]), 0) == 1


def test_nodes_follow_from_simulations():
    assert nodes_for(100_000, 0.2) == 5_000
    assert nodes_for(1, 0.1) == 1


@pytest.mark.parametrize("kind", ["uct", "grave", "flat", "cfr", "alphabeta"])
def test_any_player_may_have_proofs(kind):
    """Seven on the heap: taking one leaves six, a multiple of three."""
    game = Game(parse_kif(NIM, "nim"), name="nim")
    ours = builtin().build(f"{kind}:proof=0.9,ponder=false")
    ours.start(game, game.roles[0], Clock.after(5))
    decision = ours.play(Observation(0), Clock(simulations=400))
    ours.stop(None)
    assert str(decision.move) == "(take 1)"


def test_a_win_decides():
    assert decides(Proof([Bounds(0), Bounds(1, low=100)]))
    assert not decides(Proof([Bounds(0), Bounds(1, low=50)]))
