"""The how-to pages, followed to the letter: in an empty folder, or in a copy of the sources where they change those."""

from __future__ import annotations

import doctest
import shutil
import sys
from pathlib import Path

import pytest

import woodstock._core
from tests.pages import follow, opened

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "how-to"
CORE = Path(woodstock._core.__file__)

# An installed or editable WoodStock gives way to the copy.
STARTUP = """
import sys
sys.meta_path[:] = [each for each in sys.meta_path if "ScikitBuild" not in type(each).__name__]
sys.path.insert(0, {source!r})
"""


def copied(folder: Path) -> Path:
    """A copy of what pages may change, with the core as it is; gives the folder of its `python` and `woodstock`."""
    for part in ("src", "tests", "core", "tools", "docs", "benchmarks"):
        leave = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / part, folder / part, ignore=leave)
    for file in ("pyproject.toml", "CMakeLists.txt"):
        shutil.copy(ROOT / file, folder)
    (folder / "src" / "woodstock" / CORE.name).symlink_to(CORE)
    programs = folder / "bin"
    programs.mkdir()
    (programs / "sitecustomize.py").write_text(STARTUP.format(source=str(folder / "src")))
    for name, command in {"python": "", "woodstock": "-m woodstock"}.items():
        program = programs / name
        program.write_text(f'#!/bin/sh\nPYTHONPATH={programs} exec {sys.executable} {command} "$@"\n')
        program.chmod(0o755)
    return programs


def test_add_a_player_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGES / "player-in-python.md"
    with opened(tmp_path) as shell:
        assert follow(page, shell) == 2
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.attempted, result.failed) == (3, 0)


def test_add_a_player_in_another_language(tmp_path: Path) -> None:
    with opened(tmp_path) as shell:
        if not shell.has("node"):
            pytest.skip("Node is not installed")
        assert follow(PAGES / "player-in-another-language.md", shell) == 2


@pytest.mark.parametrize(("page", "commands"), [("game", 7), ("command", 3)])
def test_add_to_woodstock(page: str, commands: int, tmp_path: Path) -> None:
    with opened(tmp_path, copied(tmp_path)) as shell:
        assert follow(PAGES / f"{page}.md", shell) == commands
