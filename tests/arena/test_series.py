from pathlib import Path

import pytest

from tests.players.fake import Nim
from woodstock.arena.match import play_match
from woodstock.arena.record import read_records
from woodstock.arena.seat import Clocks
from woodstock.arena.series import play_series, seatings

SIMULATIONS = Clocks(play=None)


def play(game, players, seed):
    return play_match(game, players, clocks=SIMULATIONS, seed=seed)


def test_swapping_moves_everybody_one_role_on():
    assert list(seatings(3, 4, swap=True)) == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert list(seatings(2, 2, swap=False)) == [[0, 1], [0, 1]]


def test_the_better_player_wins_from_both_sides(tmp_path: Path):
    path = tmp_path / "records.jsonl"
    series = play_series(
        Nim(8), ["lookahead:simulations=200", "random"], play, games=20, swap=True, seed=1, records=path
    )
    strong, weak = series.standings
    assert strong.games == weak.games == 20
    assert strong.points + weak.points == 20
    assert strong.rate.low > weak.rate.high
    assert strong.goal.value == pytest.approx(100 - weak.goal.value)
    records = list(read_records(path))
    assert len(records) == 20
    assert [record.seed for record in records] == list(range(1, 21))
    assert records[0].players[0].startswith("lookahead")
    assert records[1].players[0].startswith("random")
    again = play(Nim(8), records[1].players, records[1].seed)
    assert again.moves == records[1].moves
