import json

import msgspec
import pytest

from tests.arena.replayed import difference
from tests.players.fake import nim_engine
from woodstock.arena.record import RecordError, Thought, read_record, read_records, state_fluents, state_text
from woodstock.arena.recordfile import RecordFile
from woodstock.gdl import parse_term

GGP_ORG = {
    "matchId": "base.ticTacToe.1",
    "randomToken": "0123456789abcdef0123456789abcdef",
    "startTime": 1300000000000,
    "gameMetaURL": "http://games.example/base/games/ticTacToe/v0/",
    "states": ["( ( cell 1 1 b ) ( control xplayer ) )"],
    "moves": [["( mark 1 1 )", "noop"]],
    "stateTimes": [1300000000001],
    "startClock": 30,
    "playClock": 15,
    "errors": [["", ""], ["", "IL ( mark 9 9 )"]],
    "goalValues": [100, 0],
    "isCompleted": True,
    "matchHostPK": "abc",
    "x-other": {"kept": "ignored"},
}


def test_a_record_of_another_server():
    record = read_record(json.dumps(GGP_ORG))
    assert record.match_id == "base.ticTacToe.1"
    assert record.match_host_pk == "abc"
    assert record.faults == ["step 1, role 1: IL ( mark 9 9 )"]
    written = json.loads(record.to_json())
    assert written == {key: value for key, value in GGP_ORG.items() if key != "x-other"}


def test_written_records_follow_the_rules():
    record = read_record(json.dumps(GGP_ORG))
    record = msgspec.structs.replace(record, seed=7, thoughts=[[Thought(values={"x": 50.0}), Thought()]])
    written = json.loads(record.to_json())
    assert written["x-seed"] == 7
    assert None not in written.values()
    assert read_record(record.to_json()) == record


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"winner": "x"}, "unknown key 'winner'"),
        ({"weight": None}, "'weight' is null"),
        ({"moves": "none"}, "moves"),
        ({"startTime": "yesterday"}, "startTime"),
    ],
)
def test_wrong_records_say_why(change, reason):
    with pytest.raises(RecordError, match=reason):
        read_record(json.dumps(GGP_ORG | change), "file.json")
    incomplete = {key: value for key, value in GGP_ORG.items() if key != "randomToken"}
    with pytest.raises(RecordError, match="randomToken"):
        read_record(json.dumps(incomplete))
    with pytest.raises(RecordError, match=r"file\.json"):
        read_record(b"\xff{", "file.json")


def test_files_hold_one_record_or_one_per_line(tmp_path):
    one, many = tmp_path / "one.json", tmp_path / "many.jsonl"
    one.write_text(json.dumps(GGP_ORG, indent=2))
    many.write_text(2 * (json.dumps(GGP_ORG) + "\n"))
    assert len(list(read_records(one))) == 1
    assert len(list(read_records(many))) == 2


def test_state_text():
    fluents = frozenset(parse_term(text) for text in ("(cell 1 1 b)", "open"))
    assert state_text(fluents) == "( (cell 1 1 b) open )"
    assert state_fluents(state_text(fluents)) == fluents
    assert state_fluents("( ( true ( cell 1 1 b ) ) ( true open ) )") == fluents
    assert state_fluents("( )") == frozenset()


def recorded(heap, *moves, goals=()):
    states = []
    for left in heap:
        states.append(f"( (heap {left}) (control {('left', 'right')[len(states) % 2]}) )")
    return read_record(
        json.dumps(
            GGP_ORG
            | {
                "states": states,
                "moves": moves,
                "goalValues": goals,
                "errors": [],
                "isCompleted": bool(goals),
            }
        )
    )


def test_replay():
    good = recorded([3, 1, 0], ["( TAKE 2 )", "noop"], ["noop", "(take 1)"], goals=[0, 100])
    engine = nim_engine(3)
    assert difference(engine, good) is None
    wrong_state = recorded([3, 2], ["(take 2)", "noop"])
    assert difference(engine, wrong_state).what == "state"
    illegal = recorded([3], ["(take 3)", "noop"])
    found = difference(engine, illegal)
    assert found.what == "move"
    assert found.message == "(take 3) is no legal move of left; legal are (take 1), (take 2)"
    goals = recorded([3, 1, 0], ["(take 2)", "noop"], ["noop", "(take 1)"], goals=[100, 0])
    assert difference(engine, goals).what == "goals"
    unfinished = recorded([3, 1], ["(take 2)", "noop"], goals=[0, 100])
    assert difference(engine, unfinished).what == "terminal"


def test_records_are_appended_in_lines_of_their_own(tmp_path):
    path = tmp_path / "records.jsonl"
    record = read_record(json.dumps(GGP_ORG))
    RecordFile(path).add(record)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    RecordFile(path).add(record)
    RecordFile(path).add(record)
    assert [each.match_id for each in read_records(path)] == [record.match_id] * 3
