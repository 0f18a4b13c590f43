"""The documentation's commands and examples run and give what they say; what it names exists."""

from __future__ import annotations

import contextlib
import doctest
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from woodstock.players import builtin

ROOT = Path(__file__).resolve().parents[1]
DOCS = sorted((ROOT / "docs").glob("*.md"))
PROMPT = "> "
PORT = 9147
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass
class Block:
    """What stands between two fences: the words after the first one say what it is."""

    kind: list[str]
    lines: list[str] = field(default_factory=list)


@dataclass
class Command:
    text: str
    output: list[str] = field(default_factory=list)

    @property
    def typed(self) -> str:
        """What a person types at the prompts of the output."""
        lines = [line.partition(PROMPT) for line in self.output]
        return "".join(f"{said}\n" for prompt, found, said in lines if found and prompt.isalpha())


def blocks(path: Path) -> list[Block]:
    found: list[Block] = []
    inside = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = not inside
            if inside:
                found.append(Block(line[3:].split()))
        elif inside:
            found[-1].lines.append(line)
    return found


def commands(block: Block) -> list[Command]:
    found: list[Command] = []
    for line in block.lines:
        if line.startswith("$ "):
            found.append(Command(line[2:]))
        else:
            found[-1].output.append(line)
    return found


@dataclass
class Shell:
    """Runs commands in a folder; those that end with & until the shell is closed."""

    folder: Path
    port: int
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def run(self, command: Command) -> None:
        text = command.text.replace(str(PORT), str(self.port))
        if text.endswith("&"):
            self.running.append(
                subprocess.Popen(text[:-1].split(), cwd=self.folder, env=self.environment(), stderr=-3)
            )
            self.wait()
            return
        done = subprocess.run(
            text, shell=True, cwd=self.folder, env=self.environment(), input=command.typed, text=True,
            capture_output=True, timeout=120, check=False,
        )  # fmt: skip
        shown = "\n".join(line.rstrip() for line in done.stdout.splitlines()).strip() + "\n"
        wanted = "\n".join(command.output).strip().replace(str(PORT), str(self.port)) + "\n"
        checker = doctest.OutputChecker()
        assert checker.check_output(wanted, shown, FLAGS), f"{text}\n{shown}{done.stderr}"

    def environment(self) -> dict[str, str]:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return {**os.environ, "PATH": path, "COLUMNS": "120"}

    def wait(self) -> None:
        """Until something listens on the port."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        pytest.fail(f"nothing listens on port {self.port}")

    def close(self) -> None:
        for process in self.running:
            process.terminate()
            process.wait(10)


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    opened = Shell(tmp_path, port)
    yield opened
    opened.close()


@pytest.mark.parametrize("name", ["tutorial.md", "protocol.md"])
def test_a_page_as_a_reader_follows_it(name: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = 0
    for block in blocks(ROOT / "docs" / name):
        match block.kind:
            case ["kif", file]:
                (shell.folder / file).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
            case ["console"]:
                for command in commands(block):
                    if shutil.which(command.text.split()[0], path=shell.environment()["PATH"]):
                        shell.run(command)
                        ran += 1
    assert ran >= 2
    monkeypatch.chdir(shell.folder)
    result = doctest.testfile(str(ROOT / "docs" / name), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_what_is_named_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = (ROOT / "src" / "woodstock", ROOT / "core", ROOT)
    for word in text.split("`")[1::2]:
        if word.endswith((".py", ".hpp")):
            assert any((place / word).exists() for place in places), word
    for link in text.split("](")[1:]:
        assert (page.parent / link.partition(")")[0]).exists(), link


def test_every_player_is_introduced() -> None:
    page = (ROOT / "docs" / "concepts.md").read_text(encoding="utf-8")
    assert [kind.name for kind in builtin() if f"`{kind.name}`" not in page] == []
