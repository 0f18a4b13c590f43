"""A small set of random rulesheets on every engine, and that the set has every construct and every rewriting."""

import faulthandler
import os
import time
from collections import Counter
from functools import cache
from multiprocessing.connection import Connection

import pytest

from tests.random_games.comparison import Difference
from tests.random_games.constructs import ALL, constructs
from tests.random_games.generator import rulesheet
from tests.random_games.runner import Child, Result, look_at, run
from tests.random_games.shrink import smallest
from tests.random_games.thresholds import EAGER, REWRITINGS, eager
from woodstock.checks import check
from woodstock.gdl import Severity, parse_kif
from woodstock.gdl.formulas import Rule

SEEDS = range(60)
MANY_SEEDS = range(100_000, 102_000)


@cache
def looked_at(seed: int) -> Result:
    return look_at(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_engines_agree(seed: int) -> None:
    difference = looked_at(seed).difference
    assert difference is None, f"{difference}\n{rulesheet(seed)}"


@pytest.mark.slow
def test_engines_agree_on_many_sheets() -> None:
    differences = [f"{each.seed}: {each.difference}" for each in run(MANY_SEEDS) if each.difference]
    assert not differences, "\n".join(differences)


def test_every_rewriting_occurs() -> None:
    """Each rewriting changes several of the sheets."""
    found = Counter(name for seed in SEEDS for name in looked_at(seed).tally.rewritings)
    assert {name: found[name] for name in REWRITINGS if found[name] < 3} == {}


def test_every_construct_occurs() -> None:
    found = Counter(name for seed in range(200) for name in constructs(parse_kif(rulesheet(seed))))
    assert found.keys() <= ALL
    assert {name: found[name] for name in ALL if found[name] < 3} == {}


def test_sheets_are_of_all_sizes() -> None:
    sizes = sorted(looked_at(seed).tally.ground_rules for seed in SEEDS)
    assert sizes[10] < 50
    assert sizes[-1] > 300


def test_play_goes_on() -> None:
    """Sheets whose first state is never left would test little."""
    results = [looked_at(seed) for seed in SEEDS if looked_at(seed).difference is None]
    assert sum(result.tally.states for result in results) > 4 * len(results)
    assert sum(result.tally.solutions for result in results) > 3 * len(results)


def test_sheets_are_stratified_and_finite_games() -> None:
    """Of what `check` calls an error, only a missing `terminal` or `goal` is made on purpose."""
    codes = {
        finding.code
        for seed in range(100)
        for finding in check(parse_kif(rulesheet(seed)))
        if finding.severity is Severity.ERROR
    }
    assert codes <= {"no-terminal", "no-goal"}


def test_a_seed_names_a_sheet() -> None:
    assert rulesheet(7) == rulesheet(7)
    assert rulesheet(7) != rulesheet(8)


def test_thresholds_come_back() -> None:
    before = [getattr(module, name) for module, values in EAGER.items() for name in values]
    with eager(reaching=True):
        within = [getattr(module, name) for module, values in EAGER.items() for name in values]
    after = [getattr(module, name) for module, values in EAGER.items() for name in values]
    assert before == after != within


def test_what_does_not_matter_is_dropped() -> None:
    sheet = parse_kif("(<= (p ?x) (or (q ?x) (not (not (r ?x)))) (s ?x)) (q a) (<= (t b) (q b))")

    def mentions_r(rules: list[Rule]) -> bool:
        return any("(r " in str(rule) for rule in rules)

    assert [str(rule) for rule in smallest(list(sheet.rules), mentions_r)] == ["(<= (p ?x) (r ?x))"]


def dies(connection: Connection) -> None:
    faulthandler.disable()  # nobody needs to read where
    connection.send("first")
    os.abort()


def hangs(_: Connection) -> None:
    time.sleep(60)


def test_a_crash_or_a_hang_is_an_answer() -> None:
    with Child(dies) as child:
        assert child.answer(10) == "first"
        assert child.answer(10) == Difference("some engine", "crash", "exit code -6", "an answer")
    with Child(hangs) as child:
        assert child.answer(0.1).question == "stuck"
