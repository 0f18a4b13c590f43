from pathlib import Path

import pytest

from tests.cli.run import run
from woodstock.compile.cache import Cache, user_cache
from woodstock.games.library import load


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """A folder of games with one in it."""
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))
    Cache(tmp_path, worth=0.0).compiled(load("nim", engine="evaluator").rulesheet)
    found = user_cache()
    assert found is not None
    return found


def test_show_and_clear(kept: Cache, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "cache").out.startswith("1 games, ")
    assert run(capsys, "cache", "clear", "--json").json["games"] == 1
    assert run(capsys, "cache", "show").out.startswith("0 games, 0 bytes in ")


def test_matches_use_it_unless_told_otherwise(kept: Cache, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("match", "nim", "-p", "random", "-p", "random", "--quiet")
    (path,) = kept.files()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert run(capsys, *options, "--no-cache").code == 0
    assert path.read_bytes() == whole[:-1]
    assert run(capsys, *options).code == 0
    assert not path.exists()


def test_switched_off(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "cache")
    assert outcome.code == 1
    assert "WOODSTOCK_CACHE is empty" in outcome.err
