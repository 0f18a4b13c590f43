"""Searches over beliefs: known answers, the exact solver, and what they say of themselves."""

from fractions import Fraction

import pytest

from woodstock import _core
from woodstock.arena.match import play_match
from woodstock.arena.seat import Clocks
from woodstock.game import Game, Move
from woodstock.games.library import load
from woodstock.gdl import parse_term
from woodstock.players import Clock, Observation, builtin
from woodstock.players.beliefs import SUITED, over_beliefs, settings_over_beliefs
from woodstock.scsp.game.belief_solver import BeliefSolver

SEARCHES = ["mac-ucb", "uct", "grave"]
KNOWN = {
    "peek": Fraction(90),
    "monty_hall": Fraction(200, 3),
    "guess_dice": Fraction(100, 6),
    "number_guessing": Fraction(100),
}


def search(game: Game, name: str, exact: float = 0.0) -> _core.BeliefSearch:
    role = game.players[0].index
    if name == "mac-ucb":
        return _core.belief_mac_ucb(game.compiled.engines, role, solving=exact)
    kind = next(kind for kind in _core.search_kinds() if kind.name == name)
    return _core.belief_search(game.compiled.engines, role, kind, solving=exact)


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("kind", SEARCHES)
def test_games_are_worth_what_is_known(kind: str, name: str) -> None:
    game = load(name)
    role = game.players[0].index
    found = search(game, kind)
    found.set_belief(_core.Progress(game.compiled.engines, role).initial())
    found.run(simulations=200_000, seed=1)
    report = found.report()
    assert report.proven
    assert found.exact
    assert report.values[role] == pytest.approx(float(KNOWN[name]), abs=1e-3)
    exact = BeliefSolver(game.compiled.completion).value()
    assert report.values[role] == pytest.approx(100 * float(exact[0]), abs=1e-3)


@pytest.mark.parametrize("spec", [*SEARCHES, "woodstock"])
def test_peeking_is_worth_its_price(spec: str) -> None:
    game = load("peek")
    for seed in range(3):
        record = play_match(game, [f"{spec}:simulations=2000"], clocks=Clocks(), seed=seed)
        assert record.goal_values[0] == 90


@pytest.mark.parametrize("spec", SEARCHES)
def test_a_number_is_found_by_halving(spec: str) -> None:
    game = load("number_guessing")
    for seed in range(3):
        record = play_match(game, [f"{spec}:simulations=2000"], clocks=Clocks(), seed=seed)
        assert record.goal_values[0] == 100


def test_the_decision_says_what_was_searched() -> None:
    game = load("guess_dice")
    player = builtin().build("woodstock:simulations=500")
    player.start(game, game.players[0], Clock())
    thrown = Observation(1, own=Move.parse("noop"), percepts=(parse_term("thrown"),), previous=Observation(0))
    decision = player.play(thrown, Clock())
    player.stop(None)
    assert decision.note == "shared information: a search over beliefs, now 6 states, solved"
    assert decision.values == {game.players[0]: pytest.approx(100 / 6)}
    assert decision.proven


def test_settings_that_were_chosen_stay() -> None:
    chosen = {option.name: option.initial for option in _core.mac_ucb_options()} | {"least": 3}
    found = settings_over_beliefs("mac-ucb", _core.mac_ucb_options(), chosen.__getitem__)
    assert (found["least"], found["c"]) == (3, SUITED["mac-ucb"]["c"])
    assert found["horizon"] == chosen["horizon"]


def test_private_and_perfect_information_are_not_searched_so() -> None:
    assert over_beliefs(load("peek"))
    assert not over_beliefs(load("kuhn_poker"))
    assert not over_beliefs(load("nim"))
    assert not over_beliefs(load("orchard_small"))


def test_a_decision_is_repeatable() -> None:
    game = load("mastermind")
    reports = []
    for _ in range(2):
        role = game.players[0].index
        found = search(game, "mac-ucb")
        found.set_belief(_core.Progress(game.compiled.engines, role).initial())
        found.run(simulations=1000, seed=7)
        reports.append([(entry.move, entry.visits, tuple(entry.values)) for entry in found.report().moves])
    assert reports[0] == reports[1]


@pytest.mark.parametrize("kind", ["mac-ucb", "uct", "grave"])
def test_a_belief_of_ended_plays_is_worth_nothing(kind: str) -> None:
    """A sample may have lost the states in which the match goes on."""
    game = load("guess_dice")
    state = game.initial_state()
    while not state.terminal:
        state = state.play({role: state.legal(role)[0] for role in game.roles})
    found = search(game, kind)
    found.set_belief(_core.Track.of([game.compiled.state(state.fluents)], [1.0], exact=False))
    found.run(simulations=50)
    assert found.report().values[0] == 0


def test_weights_of_beliefs_are_checked() -> None:
    compiled = load("guess_dice").compiled
    initial = compiled.state(load("guess_dice").initial_state().fluents)
    with pytest.raises(ValueError, match="above 0"):
        _core.Track.of([initial], [float("nan")], exact=True)
    with pytest.raises(IndexError):
        _core.Track.of([initial], [1.0], exact=True).weight(1)
