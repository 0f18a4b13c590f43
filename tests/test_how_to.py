"""The how-to pages, followed to the letter: in an empty folder, or in a copy of the sources where they change those."""

import doctest
import os
import shutil
import subprocess
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
    for part in ("benchmarks", "core", "docs", "src", "tests", "tools"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.so"))
    for part in ("CMakeLists.txt", "pyproject.toml"):
        shutil.copy(ROOT / part, folder)
    (folder / "src" / "woodstock" / CORE.name).symlink_to(CORE)
    programs = folder / "bin"
    programs.mkdir()
    (programs / "sitecustomize.py").write_text(STARTUP.format(source=str(folder / "src")))
    for name, command in {"python": "", "woodstock": "-m woodstock"}.items():
        program = programs / name
        program.write_text(f'#!/bin/sh\nPYTHONPATH={programs} exec {sys.executable} {command} "$@"\n')
        program.chmod(0o755)
    return programs


def compiled(folder: Path, *arguments: object) -> None:
    """Compile in the copy as `make test-core` does, but for the speed of the result."""
    options = [
        "-std=gnu++20",
        "-O0",
        "-UNDEBUG",
        "-fsanitize=address,undefined",
        "-Wall",
        "-Werror",
        "-Wno-psabi",
    ]
    command = [os.environ.get("CXX", "c++"), *options, "-Icore", *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def run_test_of(folder: Path, *sources: str) -> None:
    """The test among the sources, with the core that `make test-core` has built: what the sources define comes first."""
    libraries = sorted((ROOT / "build" / "sanitized").glob("libwoodstock_*.a"))
    if not libraries:
        pytest.skip("needs what `make test-core` builds")
    joined = ["-Wl,--start-group", *libraries, "-Wl,--end-group"] if sys.platform == "linux" else libraries
    compiled(folder, *sources, *joined, "-pthread", "-o", "page_test")
    done = subprocess.run([folder / "page_test"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "SUCCESS" in done.stdout


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


def test_add_a_propagator(tmp_path: Path) -> None:
    with opened(tmp_path, copied(tmp_path)) as shell:
        follow(PAGES / "propagator.md", shell)
    place = "core/csp/propagators"
    run_test_of(tmp_path, f"{place}/row_scan_test.cpp", f"{place}/registry.cpp")


def test_add_a_native_player(tmp_path: Path) -> None:
    with opened(tmp_path, copied(tmp_path)) as shell:
        follow(PAGES / "native-player.md", shell)
    place = "core/search/halving"
    run_test_of(tmp_path, f"{place}/halving_test.cpp", f"{place}/halving.cpp")
    compiled(tmp_path, "-fsyntax-only", "-include", "bindings/kinds.hpp", "-xc++", os.devnull)


def test_add_a_player_as_a_program(tmp_path: Path) -> None:
    with opened(tmp_path) as shell:
        if not shell.has("cc"):
            pytest.skip("there is no C compiler")
        assert follow(PAGES / "player-as-a-program.md", shell) == 3
    for program in ("cautious.py", "flat.c"):
        assert len((tmp_path / program).read_text().splitlines()) < 60
