"""MAC-UCB as printed: it knows what small games are worth, plays legally, and prunes inside the chance part."""

import pytest

import woodstock as ws
from woodstock import _core
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.players.catalogue import builtin
from woodstock.players.macucb2016 import build
from woodstock.players.preparation import compile_game
from woodstock.scsp.game.stage_network import stage_template

SPECS = ("mac-ucb-2016:samples=1", "mac-ucb-2016:playouts=lanes", "fc-ucb-2016:samples=1")

# First a bet, then two throws: after (bet a) the first throw does not matter, after (bet b) all is lost.
BETS = """
(role better) (role random) (init (phase 1))
(bets a) (bets b) (eyes 1) (eyes 2) (eyes 3)
(<= (legal better (bet ?x)) (true (phase 1)) (bets ?x))
(<= (legal better (guess ?y)) (true (phase 3)) (eyes ?y))
(<= (legal better noop) (true (phase 2)))
(<= (legal random (throw ?y)) (true (phase 2)) (eyes ?y))
(<= (legal random noop) (not (true (phase 2))))
(<= (next (phase 2)) (true (phase 1)))
(<= (next (phase 3)) (true (phase 2)))
(<= (next (phase 4)) (true (phase 3)))
(<= (next (chosen ?x)) (does better (bet ?x)))
(<= (next (chosen ?x)) (true (chosen ?x)))
(<= (next (thrown ?y)) (does random (throw ?y)))
(<= (next (thrown ?y)) (true (thrown ?y)))
(<= (next (guessed ?y)) (does better (guess ?y)))
(<= terminal (true (phase 4)))
(<= right (true (thrown ?y)) (true (guessed ?y)) (true (chosen a)))
(<= (goal better 100) right)
(<= (goal better 0) (not right))
(goal random 0)
"""

# 40 for certain, or a throw for 0, 50 or 100, which is made at the same time as the choice.
THROW = """
(role taker) (role random) (init start) (prize 0) (prize 50) (prize 100)
(<= (legal taker sure) (true start))
(<= (legal taker risk) (true start))
(<= (legal random (throw ?p)) (true start) (prize ?p))
(<= (next (won 40)) (does taker sure))
(<= (next (won ?p)) (does taker risk) (does random (throw ?p)))
(<= terminal (not (true start)))
(<= (goal taker ?p) (true (won ?p)))
(goal random 0)
"""


def searched(
    game: ws.Game, simulations: int, *, lanes: bool = False, fc: bool = False, **settings: float
) -> _core.MacUcb2016:
    compiled = compile_game(game)
    options = _core.MacUcb2016Options()
    for name, value in settings.items():
        options[name] = value
    inference = _core.Inference.forward_checking if fc else _core.Inference.arc_consistency
    template = stage_template(compiled)
    search = _core.MacUcb2016(compiled.engines, 0, template, options, inference, lanes)
    search.set_root(compiled.state(game.initial_state().fluents))
    search.run(simulations=simulations, seed=1)
    return search


@pytest.mark.parametrize("fc", [False, True])
@pytest.mark.parametrize("lanes", [False, True])
def test_a_small_game_is_worth_what_the_solver_says(lanes: bool, fc: bool) -> None:
    game = ws.load("random_tictactoe_2x2")
    values = ws.solve(game).values
    report = searched(game, 100_000, lanes=lanes, fc=fc).report()
    assert report.proven
    for role in game.players:
        assert report.values[role.index] == pytest.approx(100 * float(values[role.name]))


@pytest.mark.parametrize("fc", [False, True])
def test_what_chance_decides_is_worth_its_mean(fc: bool) -> None:
    game = ws.loads(THROW)
    report = searched(game, 1_000, fc=fc).report()
    assert report.proven
    by_move = {
        str(game.initial_state().legal("taker")[entry.move]): entry.values[0] for entry in report.moves
    }
    assert by_move == {"sure": 40, "risk": 50}
    assert str(game.initial_state().legal("taker")[report.moves[report.chosen].move]) == "risk"


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", ["connect_four", "orchard", "matching_pennies"])
def test_it_plays_legal_matches(name: str, spec: str) -> None:
    game = ws.load(name)
    seats = [spec] + ["random"] * (len(game.players) - 1)
    clocks = ws.Clocks(start=60, play=None, simulations=8)
    record = ws.play_match(game, seats, clocks=clocks, seed=3)
    assert record.is_completed
    assert not any(any(errors) for errors in record.errors)


def test_a_policy_leaves_the_chance_part_once_its_confidence_is_below_the_threshold() -> None:
    game = ws.loads(BETS)
    pruned, whole = (searched(game, 400, confidence=on, cache=0, c=0.05, samples=64) for on in (1, 0))
    assert pruned.pruned > 0
    assert whole.pruned == 0
    assert pruned.report().stages < whole.report().stages
    for search in (pruned, whole):
        assert search.threshold == 1
        report = search.report()
        assert report.values[0] == 100
        assert len(report.moves) == 2


def test_the_network_is_encoded_once_for_all_searches_of_a_game() -> None:
    compiled = compile_game(ws.load("tictactoe_2x2"))
    assert stage_template(compiled) is stage_template(compiled)
    assert stage_template(compiled) is not stage_template(compile_game(ws.load("tictactoe_2x2")))


def test_the_root_has_its_legal_moves_and_its_end_before_any_time_is_spent() -> None:
    game = ws.load("tictactoe")
    search = searched(game, 0)
    assert len(search.report().moves) == 9
    compiled = compile_game(game)
    state = game.initial_state()
    while not state.terminal:
        state = state.play(tuple(state.legal(role)[0] for role in game.roles))
    search.set_root(compiled.state(state.fluents))
    assert search.report().proven
    assert search.report().values == [state.goals[role] for role in game.roles]


def test_the_threshold_begins_at_nothing_and_is_raised() -> None:
    game = ws.load("guess_dice")
    before = searched(game, 0)
    assert before.threshold == 0
    assert searched(game, 1_000).threshold > 0


def test_the_share_of_solving_divides_the_time() -> None:
    game = ws.load("connect_four")
    compiled = compile_game(game)
    template = stage_template(compiled)

    def share(solving: float) -> float:
        options = _core.MacUcb2016Options()
        options["solving"] = solving
        search = _core.MacUcb2016(compiled.engines, 0, template, options, lanes=True)
        search.set_root(compiled.state(game.initial_state().fluents))
        search.run(seconds=0.5)
        work = search.report().work
        return work.solving / (work.solving + work.sampling)

    assert share(0.2) < share(0.9)


def test_two_seconds_are_kept_back_or_half_of_a_short_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    monkeypatch.setattr(
        "woodstock.players.native.NativePlayer.play",
        lambda self, observation, clock: seen.append(clock.remaining()),
    )
    kind = builtin().kinds["mac-ucb-2016"]
    player = build(**{option.name.replace("-", "_"): option.default for option in kind.options})
    for seconds in (30.0, 1.0):
        player.play(Observation(0), Clock.after(seconds))
    assert 27 < seen[0] <= 28
    assert seen[1] <= 0.5
