import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.gdl import parse_kif, parse_term
from woodstock.net.messages import (
    Abort,
    Info,
    InfoReply,
    MessageError,
    Play,
    Preview,
    Start,
    Stop,
    parse_info_reply,
    parse_message,
    respelled,
    spelling,
)


def terms(*texts):
    return tuple(parse_term(text) for text in texts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("( INFO )", Info()),
        ("info", Info()),
        ("(ABORT match.1)", Abort("match.1")),
        ("( PLAY m NIL )", Play("m", None)),
        ("(play m nil)", Play("m", None)),
        ("(PLAY M.2 ( (MARK 1 2) NOOP ))", Play("M.2", terms("(mark 1 2)", "noop"))),
        ("(PLAY m ((mark 1 2)noop))", Play("m", terms("(mark 1 2)", "noop"))),
        ("(PLAY m (right))", Play("m", terms("right"))),
        ("(PLAY m 0 NIL NIL)", Play("m", None, 0, None)),
        (
            "(PLAY m 3 (mark 1 1) ((seen b) hit))",
            Play("m", terms("(seen b)", "hit"), 3, *terms("(mark 1 1)")),
        ),
        ("(STOP m 4 noop ())", Stop("m", (), 4, *terms("noop"))),
        ("(PLAY m ())", Play("m", ())),
        ("(STOP m (noop noop))", Stop("m", terms("noop", "noop"))),
        ("(PREVIEW ((role x)) 10)", Preview("((role x))", 10.0)),
        ("(START m x ((role x)) 30 15)", Start("m", "x", "((role x))", 30.0, 15.0)),
        ("(START m X ((ROLE X)) 1.5 0.5 extra (more 1))", Start("m", "x", "((ROLE X))", 1.5, 0.5)),
        ("(PLAY m (noop) more)", Play("m", terms("noop"))),
    ],
)
def test_reading(text, message):
    assert parse_message(text) == message


NAME = st.sampled_from(["a", "b2", "noop", "cell", "++", "1"])
TERM = st.recursive(
    NAME,
    lambda inner: st.tuples(NAME, st.lists(inner, min_size=1, max_size=3)).map(
        lambda parts: f"({parts[0]} {' '.join(parts[1])})"
    ),
    max_leaves=6,
).map(parse_term)
TOLD = st.none() | st.lists(TERM, max_size=4).map(tuple)
MATCH = st.text("abcXYZ._-019", min_size=1).filter(lambda text: text.lower() != "nil")


@given(MATCH, TOLD, st.none() | st.integers(0, 999), st.none() | TERM, st.sampled_from([Play, Stop]))
def test_what_is_printed_is_read_back(match, seen, turn, last, kind):
    message = kind(match, seen, turn, last if turn is not None else None)
    assert parse_message(str(message)) == message


@given(MATCH, st.integers(0, 600), st.integers(0, 600))
def test_start_is_read_back_with_usable_rules(match, start, play):
    rules = "((role x) (<= (legal x (go ?d)) (true (at ?d))) (init (at 1)))"
    message = parse_message(str(Start(match, "x", rules, start, play)))
    assert message == Start(match, "x", rules, start, play)
    assert len(parse_kif(message.rules).rules) == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "()",
        "(INFO) (INFO)",
        "(HELLO m)",
        "(PLAY m (noop)",
        "(PLAY m noop))",
        "(PLAY)",
        "(PLAY m)",
        "(PLAY (a b) NIL)",
        "(PLAY m ((1 2) ()))",
        "(START m x ((role x)) soon 5)",
        "(START m x ((role x)) -1 5)",
        "(START m x ((role x)) nan 5)",
        "(START m x ((role x)) 10)",
        "(START m x rules 10 10)",
        "(START m x",
        "(PLAY m (\0))",
        "(" * 100_000,
        "(PLAY m " + "(f " * 500 + "a" + ")" * 500 + ")",
    ],
)
def test_malformed_messages_are_refused_with_a_reason(text):
    begin = time.process_time()
    with pytest.raises(MessageError) as error:
        parse_message(text)
    assert len(str(error.value)) < 500
    assert time.process_time() - begin < 5


@given(st.text(max_size=60))
def test_any_text_is_a_message_or_an_error(text):
    with contextlib.suppress(MessageError):
        parse_message(text)


def test_size_limit():
    with pytest.raises(MessageError, match="characters"):
        parse_message("(PLAY m (noop noop))", most_characters=10)


def test_info_replies():
    reply = InfoReply("busy", "WoodStock", "program")
    assert parse_info_reply(str(reply)) == reply
    assert parse_info_reply(" available\n") == InfoReply("available")
    assert parse_info_reply("((status BUSY)(name Alice))") == InfoReply("busy", "Alice")
    with pytest.raises(MessageError):
        parse_info_reply("((name Alice))")


def test_words_are_spelled_back_as_the_manager_wrote_them():
    spellings = spelling("((ROLE X) (LEGAL X (Mark 1 2)) (LEGAL X noop))")
    assert respelled("(mark 1 2)", spellings) == "(Mark 1 2)"
    assert respelled("noop", spellings) == "noop"
    assert respelled("x", spellings) == "X"
    assert respelled("(mark 1 2)", {}) == "(mark 1 2)"
