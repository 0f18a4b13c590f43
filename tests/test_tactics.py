"""The tactics suite: what it says of its positions is so, and players with proofs do not err where proofs are cheap."""

import sys
from pathlib import Path

import pytest

from woodstock import _core
from woodstock.game import Game
from woodstock.gdl import parse_kif

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
from exact_suite import solved
from positions import Position, legal, positions_in, replayed, suite_game
from small_games import small_game
from tactics import Budget, decision

BUNDLED = ("bundled/breakthrough", "bundled/connect_four", "bundled/tictactoe", "bundled/nim")
_CHEAP = 3000  # nodes of full width


def some() -> list[Position]:
    """A few positions of each bundled game, cheap ones."""
    found: list[Position] = []
    for game in BUNDLED:
        found += [
            each
            for each in positions_in()
            if each.game == game and each.nodes <= _CHEAP and each.kind != "exact"
        ][:3]
    return found


def exact() -> list[Position]:
    """Some that were solved outright, of bundled rules and small boards."""
    chosen: dict[str, list[Position]] = {}
    for each in positions_in():
        if each.kind == "exact" and each.game.startswith(("bundled/", "small/")) and each.nodes <= _CHEAP:
            chosen.setdefault(each.game, []).append(each)
    return [position for positions in chosen.values() for position in positions[:2]]


def identity(position: Position) -> str:
    return f"{position.game}-{len(position.choices)}-{position.kind}-{position.depth}"


def test_the_suite_is_large():
    positions = positions_in()
    assert len(positions) >= 500
    assert len({position.game for position in positions}) >= 15
    assert sum(position.kind == "exact" for position in positions) >= 80
    assert all(0 < len(position.good) < position.of for position in positions)


def proven(position, is_good, **options):
    """Which legal moves are good by the report of a proof search on each of them and on all."""
    game = suite_game(position.game)
    state, role = replayed(game, position.choices)[-1], game.role(position.role)
    search = _core.ProofSearch(game.compiled.engines, role.index, thorough=True, **options)
    search.set_root(state.position)
    assert search.run() == _core.SearchEnd.solved
    report = search.report()
    terms = game.compiled.moves[role.index]
    good = {terms[each.move] for each in report.moves if is_good(each, report)}
    return [i for i, move in enumerate(legal(state, role)) if move.term in good]


@pytest.mark.parametrize("position", some(), ids=identity)
def test_the_depth_named_shows_it(position):
    def is_good(move, report):
        return move.low >= report.most if position.kind == "win" else move.high > report.least

    assert proven(position, is_good, depth=position.depth) == position.good


@pytest.mark.parametrize("position", some(), ids=identity)
def test_a_player_with_proofs_does_not_err(position):
    game = suite_game(position.game)
    for kept in (False, True):
        index, _ = decision(game, position, "mac-ucb", Budget(100_000, None), kept=kept, seed=1)
        assert index in position.good


@pytest.mark.parametrize("position", exact(), ids=identity)
def test_exact_values_are_those_of_the_proof_search(position):
    """Solved by plain recursion when the suite was made; asked again of a search that shares nothing with it."""

    def is_best(move, report):
        return move.low == max(each.low for each in report.moves)

    assert proven(position, is_best, exact=True) == position.good


@pytest.mark.parametrize("position", exact(), ids=identity)
def test_small_endings_are_played_exactly(position):
    game = suite_game(position.game)
    index, _ = decision(game, position, "mac-ucb", Budget(100_000, None), kept=False, seed=1)
    assert index in position.good


def test_an_ending_is_solved_as_by_hand():
    """Nim: a heap is worth its size, and what leaves a sum of nought wins."""
    game = suite_game("small/nim_3_4_5")
    position = solved("small/nim_3_4_5", game, game.initial_state(), [], 100_000)
    moves = legal(game.initial_state(), game.role(position.role))
    assert [str(moves[index]) for index in position.good] == ["(take a 2)"]  # 3 + 4 + 5 = 2, 1 + 4 + 5 = 0


@pytest.mark.parametrize("name", ["breakthrough_5", "connect_four_5_4", "nim_2_3_4_5"])
def test_small_boards_are_games(name):
    game = small_game(name)
    assert game.compiled is not None
    assert len(game.initial_state().legal(game.players[0])) > 1
    assert not game.initial_state().terminal


def test_forced_moves_after_the_last_choice_lead_to_the_position():
    game = Game(
        parse_kif("""
        (role robot) (init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4) (goal robot 100)
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 4)))
        (legal robot wait) (<= (legal robot jump) (not (true (step 2))))
        """)
    )
    states = replayed(game, [0])
    assert [len(legal(state, game.roles[0])) for state in states] == [2, 1, 2]
    assert len(replayed(game, [])) == 1
    assert replayed(game, [0, 1])[-1].terminal
