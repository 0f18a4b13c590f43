"""Boards searched apart: the whole game's exact values are what they are held against."""

import functools

import pytest

from tests.factoring.heaps import two_heaps
from woodstock import _core, load
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.deadline import Deadline, OutOfTime
from woodstock.factoring import find_factors
from woodstock.game import Game, State
from woodstock.gdl import parse_kif
from woodstock.players.boards import BoardsOfGame
from woodstock.players.catalogue import builtin
from woodstock.players.flagship import FlagshipPlayer
from woodstock.players.native import NativePlayer


def search(game: Game, role: int, spec: str) -> _core.Search:
    player = builtin().build(spec)
    assert isinstance(player, NativePlayer)
    return player.new_search(game.compiled, role)


@pytest.mark.parametrize(("left", "right"), [(3, 4), (5, 4), (6, 5), (5, 5)])
@pytest.mark.parametrize("spec", ["mac-ucb", "uct", "woodstock"])
def test_moves_chosen_on_a_board_are_best_in_the_whole_game(left: int, right: int, spec: str) -> None:
    """In every state of two heaps, races included: each move is held against the value of the matrix of successors."""
    game = Game(parse_kif(two_heaps(left, right)))
    first, second = game.roles

    @functools.cache
    def matrix(state: State) -> list[list[int]]:
        return [[value(state.play((a, b))) for b in state.legal(second)] for a in state.legal(first)]

    @functools.cache
    def value(state: State) -> int:
        if state.terminal:
            return state.goals[first] or 0
        rows = matrix(state)
        best = max(map(min, rows))
        assert best == min(map(max, zip(*rows)))  # no mixed strategies are needed
        return best

    searches = [search(game, role.index, f"{spec}:seed=1") for role in game.roles]
    todo, seen, decisions = [game.initial_state()], set[State](), 0
    while todo:
        state = todo.pop()
        if state in seen or state.terminal:
            continue
        seen.add(state)
        rows = matrix(state)
        for role in game.roles:
            legal = state.legal(role)
            if len(legal) < 2:
                continue
            here = searches[role.index]
            here.set_root(state.position)
            here.run(simulations=2000, seed=1)
            report = here.report()
            assert not report.proven
            term = game.compiled.moves[role.index][report.moves[report.chosen].move]  # type: ignore[union-attr]
            chosen = [move.term for move in legal].index(term)
            secured = min(rows[chosen]) if role == first else max(row[chosen] for row in rows)
            assert secured == value(state), (state, role, term)
            decisions += 1
        todo += [state.play((a, b)) for a in state.legal(first) for b in state.legal(second)]
    assert decisions > 5


def test_boards_are_searched_apart_where_that_is_proven_and_wanted() -> None:
    heaps = Game(parse_kif(two_heaps(3, 4)))
    assert isinstance(search(heaps, 0, "mac-ucb"), _core.FactoredSearch)
    assert isinstance(search(heaps, 0, "mac-ucb:factors=off"), _core.MacUcb)
    assert isinstance(search(load("tictactoe"), 0, "mac-ucb"), _core.MacUcb)


def test_without_time_to_look_for_boards_a_game_is_searched_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.players.boards.LEAST_LOOKING", -1.0)
    heaps = Game(parse_kif(two_heaps(3, 4)))
    boards_of = BoardsOfGame()
    boards_of.clock = Clock(deadline=0.0)
    assert boards_of.subgames(heaps.compiled) == ()
    with pytest.raises(OutOfTime):
        find_factors(heaps.compiled.circuit, Deadline(at=0.0))
    again = BoardsOfGame()
    assert len(again.subgames(heaps.compiled)) == 2


def test_a_match_of_boards_is_played_to_its_end() -> None:
    from woodstock import play_match

    game = Game(parse_kif(two_heaps(5, 6)))
    record = play_match(game, ["mac-ucb:simulations=500,seed=1", "random:seed=1"])
    assert sum(record.goal_values) == 100
    assert record.errors == [] or not any(map(any, record.errors))


def test_the_flagship_leaves_boards_to_their_own_search() -> None:
    player = builtin().build("woodstock:simulations=100")
    assert isinstance(player, FlagshipPlayer)
    game = Game(parse_kif(two_heaps(3, 4)))
    player.start(game, game.roles[0], Clock(simulations=100))
    assert player._study is None
    decision = player.play(Observation(0), Clock(simulations=100))
    assert decision.move in game.initial_state().legal(game.roles[0])
    player.stop(None)
