"""Compiled games kept in a folder: they come back as they were, and damage or haste does no harm."""

import os
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from woodstock.compile.cache import Cache, key_of, user_cache
from woodstock.compile.compiled import compile_rules
from woodstock.compile.kept import NotKept, restored, to_bytes
from woodstock.engines.selfcheck import compare_engines
from woodstock.engines.stepper import StepperEngine
from woodstock.games.library import load
from woodstock.gdl import Rulesheet, parse_kif
from woodstock.grounding import Limits


def rules(name: str) -> Rulesheet:
    return load(name, engine="evaluator").rulesheet


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "games", worth=0.0)


@pytest.mark.parametrize("name", ["tictactoe", "kuhn_poker", "monty_hall", "mastermind", "breakthrough"])
def test_a_game_comes_back_as_it_was(name: str, cache: Cache) -> None:
    sheet = rules(name)
    first = cache.compiled(sheet)
    again = cache.compiled(sheet)
    assert len(cache.files()) == 1
    assert again.completion is not first.completion
    assert again.circuit.to_bytes() == first.circuit.to_bytes()
    assert (again.roles, again.fluents, again.moves, again.percepts) == (
        first.roles,
        first.fluents,
        first.moves,
        first.percepts,
    )
    verdict = compare_engines(
        load(name).engine_named("evaluator"), [StepperEngine(again)], seconds=0.2, seed=1
    )
    assert verdict.difference is None


def test_what_is_not_kept_is_worked_out_again(cache: Cache) -> None:
    sheet = rules("tictactoe")
    first = cache.compiled(sheet)
    again = cache.compiled(sheet)
    assert str(again.completion) == str(first.completion)
    assert again.program.native.rule_count == first.program.native.rule_count


def test_damaged_files_are_compiled_again(cache: Cache) -> None:
    sheet = rules("tictactoe_2x2")
    expected = cache.compiled(sheet).circuit.to_bytes()
    path = cache.files()[0]
    whole = path.read_bytes()
    source = random.Random(1)
    for _ in range(40):
        place = source.randrange(len(whole))
        damaged = bytearray(whole)
        damaged[place] ^= source.randrange(1, 256)
        for data in (bytes(damaged), whole[:place], b""):
            path.write_bytes(data)
            assert cache.compiled(sheet).circuit.to_bytes() == expected
            assert path.read_bytes() == whole


def test_bytes_of_something_else_are_refused() -> None:
    sheet = rules("tictactoe_2x2")
    for data in (b"", b"\x90", to_bytes(compile_rules(rules("nim")))[:-1]):
        with pytest.raises(NotKept):
            restored(data, sheet)


def keep(folder: Path) -> bytes:
    return Cache(folder, worth=0.0).compiled(rules("tictactoe")).circuit.to_bytes()


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        found = set(pool.map(keep, [tmp_path] * 8))
    assert found == {compile_rules(rules("tictactoe")).circuit.to_bytes()}
    assert len(list(tmp_path.iterdir())) == 1


def test_the_key_tells_rules_and_limits_apart() -> None:
    one, other = rules("tictactoe"), rules("nim")
    spaced = parse_kif(one.text.replace("(", " ( "))
    assert key_of(one, Limits()) == key_of(spaced, Limits(seconds=3))
    assert key_of(one, Limits()) != key_of(other, Limits())
    assert key_of(one, Limits()) != key_of(one, Limits(literals=10))


def test_small_games_are_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "games", worth=1000.0)
    cache.compiled(rules("tictactoe_2x2"))
    assert cache.files() == []


def test_the_longest_unused_make_room(tmp_path: Path) -> None:
    sizes = Cache(tmp_path, worth=0.0)
    for name in ("tictactoe_2x2", "nim", "tictactoe"):
        sizes.compiled(rules(name))
    for age, path in enumerate(sizes.files()):
        os.utime(path, (age, age))
    least = sizes.files()[0]
    total = sum(path.stat().st_size for path in sizes.files())
    Cache(tmp_path, worth=0.0, most_bytes=total).compiled(rules("peek"))
    assert least not in sizes.files()
    assert len(sizes.files()) == 3


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert Cache(tmp_path / "file" / "games", worth=0.0).compiled(rules("nim")).roles == ("first", "second")


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", "")
    assert user_cache() is None
    monkeypatch.delenv("WOODSTOCK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = user_cache()
    assert found.folder == tmp_path / "woodstock" / "games"
