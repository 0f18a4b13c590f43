import asyncio
import json
import time

import pytest

from tests.arena.replayed import difference
from tests.players.fake import LEFT, RIGHT, FakeMove, Guess, Nim, nim_engine
from woodstock import load
from woodstock.arena.match import play_match, referee, seat_players
from woodstock.arena.match_table import MatchError
from woodstock.arena.record import read_record
from woodstock.arena.seat import Clocks, Leave, LocalSeat, TakeBack
from woodstock.arena.series import Series
from woodstock.players import Decision, SpecError
from woodstock.players.simple import FirstLegalPlayer, RandomPlayer

FAST = Clocks(start=0.2, play=0.2, grace=0.05)


class Sleeper(FirstLegalPlayer):
    def play(self, observation, clock):
        time.sleep(0.6 if observation.step < 2 else 0)
        return super().play(observation, clock)


class Crasher(FirstLegalPlayer):
    def play(self, observation, clock):
        raise RuntimeError("out of order")


class Cheat(FirstLegalPlayer):
    def play(self, observation, clock):
        super().play(observation, clock)
        return Decision(FakeMove("(take 9)"))


class Babbler(FirstLegalPlayer):
    def play(self, observation, clock):
        return "(take 1)"


class NoStart(FirstLegalPlayer):
    def start(self, game, role, clock):
        raise RuntimeError("no licence")


class Stopped(RandomPlayer):
    stops = 0

    def stop(self, observation):
        self.stops += 1
        self.last = observation


def played(*players, game=None, clocks=FAST, **options):
    seats = [LocalSeat(player, type(player).__name__) for player in players]
    return asyncio.run(referee(game or Nim(7), seats, clocks=clocks, seed=1, **options))


def test_a_match_and_its_record():
    record = play_match(Nim(7), ["random", "lookahead:simulations=20"], seed=3)
    assert record.is_completed
    assert not record.faults
    assert sum(record.goal_values) == 100
    assert difference(nim_engine(7), record) is None
    assert len(record.random_token) == 32
    assert len(record.states) == len(record.moves) + 1 == len(record.state_times)
    assert len(record.errors) == len(record.moves) + 1
    assert read_record(record.to_json()) == record


def test_one_seed_decides_everything():
    def moves(seed):
        players = ["random", "lookahead:simulations=5"]
        return play_match(Nim(40), players, clocks=Clocks(play=None), seed=seed).moves

    assert moves(3) == moves(3)
    assert len({json.dumps(moves(seed)) for seed in range(6)}) > 1


def test_late_moves_are_replaced_and_the_player_catches_up():
    record = played(Sleeper(), FirstLegalPlayer())
    assert record.errors[1] == ["TO", ""]
    assert record.is_completed
    assert record.errors[-1] == ["", ""]


def test_a_crash_forfeits_the_match(caplog):
    record = played(Crasher(), FirstLegalPlayer())
    assert [errors[0] for errors in record.errors[1:]] == ["CE"] + [""] * (len(record.moves) - 1)
    assert record.is_completed
    assert record.forfeits == ["left"]
    assert record.counted_goals == [0, 100]
    assert caplog.text.count("Traceback") == 1
    assert read_record(record.to_json()) == record


@pytest.mark.parametrize("heaps", range(3, 9))
def test_nobody_wins_by_the_random_moves_that_replace_their_own(heaps):
    record = played(Crasher(), FirstLegalPlayer(), game=Nim(heaps))
    series = Series.of(["crasher", "first"])
    series.add(record, [0, 1])
    assert [standing.points for standing in series.standings] == [0, 1]


def test_without_forfeits_a_crash_costs_the_move():
    record = played(Crasher(), FirstLegalPlayer(), forfeits=False)
    assert {errors[0] for errors in record.errors[1:]} == {"CE"}
    assert record.forfeits == []
    assert record.counted_goals == record.goal_values


@pytest.mark.parametrize(("player", "error"), [(Cheat, "IL (take 9)"), (Babbler, "CE")])
def test_nonsense_forfeits_too(player, error):
    record = played(player(), FirstLegalPlayer())
    assert record.errors[1] == [error, ""]
    assert record.moves[0][0] in {"(take 1)", "(take 2)"}
    assert record.forfeits == ["left"]


def test_a_failed_start_is_recorded_in_front():
    record = played(NoStart(), FirstLegalPlayer())
    assert record.errors[0] == ["CE", ""]
    assert record.is_completed
    assert record.forfeits == ["left"]


async def test_inside_a_running_loop_and_with_players_as_they_are():
    record = play_match(Nim(7), [FirstLegalPlayer(), "random"], clocks=Clocks(play=1), seed=2)
    assert record.is_completed
    assert record.players[0] == "FirstLegalPlayer"


def test_a_player_from_a_file(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from woodstock.players.simple import RandomPlayer\n"
        "from woodstock.players.spec import Option\n"
        "class Mine(RandomPlayer):\n"
        "    options = (Option('seed', int, 0, ''),)\n"
    )
    record = play_match(Nim(7), [f"{tmp_path}/mine.py:Mine:seed=4", "random"], clocks=Clocks(play=1))
    assert record.is_completed
    assert not record.forfeits
    with pytest.raises(SpecError, match="cannot be imported"):
        play_match(Nim(7), [f"{tmp_path}/mine.py:Yours", "random"])
    with pytest.raises(SpecError, match="cannot be imported"):
        play_match(Nim(7), [f"{tmp_path}/theirs.py:Mine", "random"])


def test_the_end_is_told():
    left, right = Stopped(), Stopped()
    record = played(left, right)
    assert left.stops == right.stops == 1
    assert left.last.step == len(record.moves)


def test_an_endless_match_is_given_up():
    left, right = Stopped(), Stopped()
    record = played(left, right, game=Nim(100), most_steps=4)
    assert record.is_aborted
    assert not record.is_completed
    assert len(record.moves) == 4
    assert record.goal_values == []
    assert left.last is None


def test_percepts_instead_of_moves():
    class Listener(RandomPlayer):
        heard = ()

        def stop(self, observation):
            self.heard = list(observation.since(0))

    left, right = Listener(), Listener()
    played(left, right, game=Guess())
    assert all(entry.moves is None for entry in left.heard + right.heard)
    assert [len(entry.percepts) for entry in left.heard] == [0, 1, 1, 1]
    assert [len(entry.percepts) for entry in right.heard] == [0, 0, 0, 0]


def test_watching():
    turns = []
    played(FirstLegalPlayer(), FirstLegalPlayer(), game=Nim(3), watch=turns.append)
    assert [turn.step for turn in turns] == [0, 1, 2, 3]
    assert turns[1].moves[LEFT] == FakeMove("(take 1)")
    assert turns[2].decisions[RIGHT].move == FakeMove("(take 1)")
    assert turns[-1].state.terminal


def test_the_number_of_players_must_fit():
    with pytest.raises(MatchError, match=r"needs 2 players \(left, right\), 1 given"):
        seat_players(Nim(3), ["random"], seed=1)


def test_a_step_is_taken_back_and_the_dice_fall_as_before():
    class Listener(RandomPlayer):
        starts = 0
        first = None

        def start(self, game, role, clock):
            super().start(game, role, clock)
            self.starts += 1
            self.first = None

        def play(self, observation, clock):
            self.first = self.first or observation
            return super().play(observation, clock)

    game = load("random_tictactoe_2x2")
    straight = play_match(game, ["first-legal"] * len(game.players), clocks=Clocks(play=None), seed=4)
    assert len(straight.moves) > 2
    steps = []

    def watch(turn):
        steps.append(turn.step)
        if steps == [0, 1, 2]:
            raise TakeBack(1)

    seats = [LocalSeat(FirstLegalPlayer(), "first-legal") for _ in game.players[1:]]
    listener = Listener()
    record = asyncio.run(referee(game, [*seats, LocalSeat(listener, "l")], clocks=FAST, seed=4, watch=watch))
    assert steps[:5] == [0, 1, 2, 1, 2]
    assert listener.starts == 2
    assert listener.first.step == 1
    assert difference(game.engine, record) is None
    assert len(record.states) == len(record.moves) + 1 == len(record.state_times) == len(record.errors)
    chance = [role.is_chance for role in game.roles].index(True)
    assert record.moves[0][chance] == straight.moves[0][chance]


def test_leaving_gives_the_match_up():
    def watch(turn):
        if turn.step == 2:
            raise Leave

    left, right = Stopped(), Stopped()
    record = played(left, right, game=Nim(100), watch=watch)
    assert record.is_aborted
    assert len(record.moves) == 2
    assert left.stops == 1
    assert left.last is None
