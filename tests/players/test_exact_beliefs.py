"""Beliefs that are small enough are solved: known answers, the solver of exact fractions, limits."""

import random
from fractions import Fraction

import pytest

from woodstock import _core
from woodstock.arena.match import play_match
from woodstock.arena.seat import Clocks
from woodstock.game import Game
from woodstock.games.library import load
from woodstock.players import Clock, Observation, builtin
from woodstock.players.macucb import belief_search, options
from woodstock.scsp.game.belief_solver import BeliefSolver

SMALL: list[tuple[str, dict[str, int]]] = [
    ("peek", {}),
    ("monty_hall", {}),
    ("guess_dice", {}),
    ("number_guessing", {}),
    ("number_guessing", {"numbers": 6, "guesses": 2}),
    ("number_guessing", {"numbers": 9, "guesses": 3}),
    ("mastermind", {"colours": 2}),
    ("mastermind", {"guesses": 2}),
]


def solved(game: Game, simulations: int = 100_000) -> _core.BeliefSearch:
    role = game.players[0].index
    search = belief_search(game.compiled, role, options(), 0.9)
    search.set_belief(_core.Progress(game.compiled.engines, role).initial())
    search.run(simulations=simulations)
    return search


@pytest.mark.parametrize(("name", "facts"), SMALL)
def test_solved_beliefs_are_worth_what_exact_fractions_say(name: str, facts: dict[str, int]) -> None:
    game = load(name, **facts)
    search = solved(game)
    assert search.solved
    assert search.exact
    report = search.report()
    assert report.proven
    exact = BeliefSolver(game.compiled.completion).value()
    assert report.values[game.players[0].index] == pytest.approx(100 * float(exact[0]))


def test_two_players() -> None:
    """In war each knows what the other does, and chance's cards nobody."""
    game = load("war")
    search = solved(game, 10_000_000)
    assert search.solved
    values = search.report().values
    assert values[0] + values[1] == pytest.approx(100)


@pytest.mark.parametrize(("numbers", "guesses", "simulations"), [(15, 4, 2000), (63, 6, 10_000)])
def test_halving_is_found_with_few_simulations(numbers: int, guesses: int, simulations: int) -> None:
    game = load("number_guessing", numbers=numbers, guesses=guesses)
    source = random.Random(numbers)
    for _ in range(3):
        record = play_match(
            game, [f"mac-ucb:simulations={simulations}"], clocks=Clocks(), seed=source.randrange(10**6)
        )
        assert record.goal_values[0] == 100


@pytest.mark.parametrize("spec", ["mac-ucb", "woodstock"])
def test_what_was_solved_in_the_start_clock_is_known_later(spec: str) -> None:
    game = load("mastermind", colours=4)
    player = builtin().build(spec)
    player.start(game, game.players[0], Clock.after(20.0))  # it takes some hundredths, and is ready then
    hidden = Observation(
        1, own=game.initial_state().legal(game.players[0])[0], percepts=(), previous=Observation(0)
    )
    decision = player.play(hidden, Clock(simulations=1))
    player.stop(None)
    assert "solved" in decision.note
    assert decision.values[game.players[0]] == pytest.approx(81.25)


def test_what_is_too_large_is_searched() -> None:
    search = solved(load("wumpus"), 500)
    assert not search.solved
    report = search.report()
    assert not report.proven
    assert report.samples > 0


def test_of_a_large_belief_what_follows_is_solved() -> None:
    """16 codes cannot be solved with so few simulations, but what is left after a guess can."""
    game = load("mastermind", colours=4)
    role = game.players[0].index
    progress = _core.Progress(game.compiled.engines, role)
    noop = [str(move) for move in game.compiled.moves[role]].index("noop")
    dealt = progress.step(progress.initial(), noop, [])
    assert len(dealt) == 16
    search = belief_search(game.compiled, role, options(), 0.5)
    search.set_belief(dealt)
    search.run(simulations=800)
    assert not search.solved
    assert search.report().proven
    assert search.report().values[role] == pytest.approx(81.25, abs=1e-3)


def test_memory_is_a_limit() -> None:
    game = load("wumpus")
    role = game.players[0].index
    search = belief_search(game.compiled, role, options(), 0.25)
    search.set_belief(_core.Progress(game.compiled.engines, role).initial())
    memory = 4 << 20
    for seed in range(2):
        search.run(simulations=20_000, seed=seed, memory=memory)
        assert search.bytes < memory
        assert search.report().moves


def test_hidden_moves_may_be_as_the_search_expects() -> None:
    """Kuhn poker: who bets has the king more often than the jack, as soon as one has thought about it."""
    game = load("kuhn_poker")
    compiled = game.compiled
    first = game.players[0].index
    names = [[str(move) for move in moves] for moves in compiled.moves]
    percepts = [str(percept) for percept in compiled.percepts]
    cfr = next(kind for kind in _core.search_kinds() if kind.name == "cfr").make(compiled.engines, first)
    progress = _core.Progress(compiled.engines, first)
    track = progress.initial()
    noop, passing = names[first].index("noop"), names[first].index("pass")
    track = progress.step(track, noop, [percepts.index("(card queen)")])
    assert len(track) == 2
    cfr.set_worlds(
        [
            (track.state(n, len(compiled.fluents)), track.weight(n), track.line(n)[1])
            for n in range(len(track))
        ]
    )
    cfr.run(simulations=20_000, seed=1)
    said = [percepts.index("(said first pass)")]
    track = progress.step(track, passing, said)
    bets = [percepts.index("(said second bet)")]
    alike = progress.step(track, noop, bets)
    expected = progress.step(track, noop, bets, others=cfr)
    assert sorted(alike.weight(n) for n in range(2)) == pytest.approx([0.5, 0.5])
    assert max(expected.weight(n) for n in range(2)) > 0.6
    king = max(range(2), key=expected.weight)
    held = [str(compiled.fluents[f]) for f in expected.state(king, len(compiled.fluents)).fluents()]
    assert any("king" in fluent and "second" in fluent for fluent in held)


@pytest.mark.parametrize("spec", ["ismcts", "cfr", "mac-ucb", "woodstock"])
def test_players_can_be_told_so(spec: str) -> None:
    game = load("kuhn_poker")
    for opponents in ("uniform", "policy"):
        players = [f"{spec}:opponents={opponents},simulations=300"] * 2
        record = play_match(game, players, clocks=Clocks(), seed=1)
        assert sum(record.goal_values[:2]) == 100
    with pytest.raises(Exception, match="choose one of uniform, policy"):
        builtin().build(f"{spec}:opponents=friends")


def test_exact_values_are_fractions_of_the_highest_goal() -> None:
    assert BeliefSolver(load("mastermind", colours=4).compiled.completion).value()[0] == Fraction(13, 16)
