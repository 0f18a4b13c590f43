"""Hostile and broken input: a clear error in bounded time, never a crash."""

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gdl.strategies import unhurried
from tests.shared import rules_of
from woodstock.checks import check
from woodstock.gdl import (
    Diagnostic,
    Rulesheet,
    RulesheetError,
    SyntaxProblem,
    parse,
    parse_hrf,
    parse_kif,
    parse_term,
    read,
)
from woodstock.gdl.problems import MOST

READERS: list[Callable[[str], object]] = [parse_kif, parse_hrf, parse, parse_term]

SHEET = """(role xplayer) (role oplayer)
(init (cell 1 1 b)) (init (control xplayer)) ; comment
(<= (next (cell ?m ?n x)) (does xplayer (mark ?m ?n)) (true (cell ?m ?n b)))
(<= (legal ?w noop) (role ?w) (not (true (control ?w))) (or (distinct ?w xplayer) (p)))
(<= terminal (not open))
(<= open (true (cell ?m ?n b)))
(<= (goal ?r 100) (role ?r) (not (goal ?r 50)))
"""


def attempt(reader: Callable[[str], object], text: str) -> None:
    """Reads, or says what is wrong with locations inside the text."""
    result, findings = outcome(reader, text)
    assert len(findings) <= MOST
    lines = text.count("\n") + text.count("\r") + 1
    for finding in findings:
        assert finding.location is None or 1 <= finding.location.line <= lines
        assert finding.location is None or finding.location.column >= 1
    str(result)
    if isinstance(result, Rulesheet) and len(result) < 50:
        for finding in check(result):
            finding.show(text)


def outcome(reader: Callable[[str], object], text: str) -> tuple[object, tuple[Diagnostic, ...]]:
    try:
        return reader(text), ()
    except SyntaxProblem as problem:
        return problem, problem.diagnostics


@unhurried
@given(st.text())
def test_any_text(text: str) -> None:
    for reader in READERS:
        attempt(reader, text)


@unhurried
@given(st.text(alphabet="()?;:-,.&|~'%/* \r\nabX_<=", max_size=60))
def test_text_of_signs(text: str) -> None:
    for reader in READERS:
        attempt(reader, text)


@unhurried
@given(
    st.lists(st.sampled_from(["(", ")", "<=", "not", "or", "true", "?x", "a", "\n", "distinct"]), max_size=40)
)
def test_text_of_words(words: list[str]) -> None:
    attempt(parse_kif, " ".join(words))


@unhurried
@given(data=st.binary(max_size=400))
def test_any_bytes(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.kif"
    path.write_bytes(data)
    try:
        read(path)
    except SyntaxProblem as problem:
        str(problem)


edits = st.lists(
    st.tuples(
        st.integers(0, len(SHEET)), st.integers(0, 6), st.text(alphabet="() ?;a\n<=\x00\u00e9", max_size=3)
    ),
    max_size=6,
)


@settings(unhurried, max_examples=300)
@given(edits)
def test_mutated_rulesheet(changes: list[tuple[int, int, str]]) -> None:
    text = SHEET
    for at, cut, put in changes:
        text = text[:at] + put + text[at + cut :]
    attempt(parse_kif, text)


@unhurried
@given(st.integers(0, 2**32), st.integers(1, 200))
def test_truncated_rulesheet(start: int, length: int) -> None:
    text = rules_of("reversi").text
    start %= len(text)
    attempt(parse_kif, text[start : start + length * 20])


@pytest.mark.parametrize("name", ["tictactoe", "reversi", "monty_hall"])
def test_one_missing_parenthesis_is_found_near_its_place(name: str) -> None:
    """Remove the last `)` of each rule in turn: one problem, in that rule."""
    text = rules_of(name).text
    sheet = parse_kif(text)
    starts = line_starts(text)
    for rule in sheet.rules[:-1:7]:
        start = starts[rule.location.line - 1] + rule.location.column - 1
        end = start + rule.location.length - 1
        if text[end] != ")":
            continue
        with pytest.raises(SyntaxProblem) as caught:
            parse_kif(text[:end] + text[end + 1 :])
        found = caught.value.diagnostics[0]
        assert found.code == "unclosed"
        last = text.count("\n", 0, end) + 1
        # A rule that shares its line with others cannot be told from them.
        if rule.location.column == 1:
            assert rule.location.line <= found.location.line <= last


def line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


HOSTILE: dict[str, str] = {
    "open parentheses": "(" * 40_000,
    "closed parentheses": ")" * 40_000,
    "deep term": "(p " + "(f " * 40_000 + "a" + ")" * 40_001,
    "deep not": "(<= p " + "(not " * 20_000 + "q" + ")" * 20_001,
    "deep infix": "p :- " + "(" * 40_000,
    "deep infix term": "p(" * 40_000,
    "tildes": "p :- " + "~" * 40_000 + "q",
    "quotes": "'" * 100_001,
    "empty lists": "()" * 40_000,
    "block comments": "/**/" * 50_000 + "p(",
    "one long word": "a" * 1_000_000,
    "carriage returns": "\r" * 100_000 + "(",
    "unclosed forms": "(p a\n" * 20_000,
    "rules inside rules": "(<= p " * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_in_bounded_time(name: str) -> None:
    start = time.process_time()
    for reader in READERS:
        attempt(reader, HOSTILE[name])
    assert time.process_time() - start < 15


@pytest.mark.parametrize("unit", ["(", "(a)", "a b ", "p(x). ", "\x00", "; comment\n", "\u00e9\n"])
def test_ten_megabytes(unit: str, tmp_path: Path) -> None:
    path = tmp_path / "large.kif"
    path.write_text(unit * (10_000_000 // len(unit)), encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(SyntaxProblem, match="characters, more than"):
        read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 120e6


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["(a)", "(p ?x) ", "(<= (p ?x) (q ?x) (not (r ?x)))\n", "(<= p q) (<= q (not p))\n"]
)
def test_largest_rulesheet_allowed(unit: str) -> None:
    text = unit * (2_000_000 // len(unit))
    start = time.process_time()
    try:
        check(parse_kif(text))
    except RulesheetError as error:
        str(error)
    assert time.process_time() - start < 120


def test_the_fuzzer_finds_nothing() -> None:
    tool = Path(__file__).parents[2] / "tools" / "fuzz_rules.py"
    ran = subprocess.run(
        [sys.executable, tool, "--inputs", "500"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "500 inputs" in ran.stdout
