"""Pages of the documentation as a reader follows them: files written, edits made, commands typed, output compared.

The word after the three back-ticks says what a block is:

| fence                         | what a reader does with it                                             |
|-------------------------------|------------------------------------------------------------------------|
| `console`                     | types what follows `$ `, and sees the lines below it (`...` for any)   |
| `python` with prompts         | types it into an interpreter (a doctest)                               |
| any language, `title="FILE"`  | saves it as that file                                                  |
| `diff`, `title="FILE"`        | changes the file so; `@@` stands between places                        |
"""

import contextlib
import doctest
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PROMPT = "> "
PORT = 9147
"""The port that pages name; a free one takes its place."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SECONDS = 120


class PageError(AssertionError):
    """What a page says is not what happens."""


@dataclass
class Block:
    """What stands between two fences: its language and, if it has one, the file it is."""

    language: str
    title: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


@dataclass
class Command:
    text: str
    output: list[str] = field(default_factory=list)

    @property
    def typed(self) -> str:
        """What a person types at the prompts of the output."""
        lines = [line.partition(PROMPT) for line in self.output]
        return "".join(f"{said}\n" for prompt, found, said in lines if found and prompt.isalpha())


def blocks(page: Path) -> list[Block]:
    found: list[Block] = []
    inside = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = not inside
            if inside:
                title = re.search(r'title="([^"]*)"', line)
                found.append(Block(line[3:].partition(" ")[0], title[1] if title else ""))
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
    path: tuple[Path, ...] = (Path(sys.executable).parent,)
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
            capture_output=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        shown = "\n".join(line.rstrip() for line in done.stdout.splitlines()).strip() + "\n"
        wanted = "\n".join(command.output).strip().replace(str(PORT), str(self.port)) + "\n"
        if not doctest.OutputChecker().check_output(wanted, shown, FLAGS):
            raise PageError(f"{text}\n{shown}{done.stderr}")

    def has(self, program: str) -> bool:
        return shutil.which(program, path=self.environment()["PATH"]) is not None

    def environment(self) -> dict[str, str]:
        path = os.pathsep.join([*map(str, self.path), os.environ["PATH"]])
        return {**os.environ, "PATH": path, "COLUMNS": "120"}

    def wait(self) -> None:
        """Until something listens on the port."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        raise PageError(f"nothing listens on port {self.port}")

    def close(self) -> None:
        for process in self.running:
            process.terminate()
            process.wait(10)


@contextlib.contextmanager
def opened(folder: Path, *path: Path) -> Iterator[Shell]:
    """A shell in a folder, with a free port in place of the pages' own, and `path` before the usual programs."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    shell = Shell(folder, port, (*path, Path(sys.executable).parent))
    try:
        yield shell
    finally:
        shell.close()


def follow(page: Path, shell: Shell, missing: Callable[[str], object] = lambda program: None) -> int:
    """Do all that a page says, in its order; how many commands were typed. `missing` hears of programs that are not there."""
    ran = 0
    for block in blocks(page):
        if block.language == "diff":
            amend(shell.folder / block.title, block.lines)
        elif block.title:
            file = shell.folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command in commands(block):
                program = next(word for word in command.text.split() if "=" not in word)
                if shell.has(program):
                    shell.run(command)
                    ran += 1
                else:
                    missing(program)
    return ran


def amend(file: Path, lines: list[str]) -> None:
    """Apply a diff: what is shown without `+` must stand there once, and becomes what is shown without `-`."""
    text = file.read_text(encoding="utf-8")
    for hunk in "\n".join(lines).split("\n@@\n"):
        shown = hunk.splitlines()
        old, new = (
            "".join(f"\n{line[1:]}" for line in shown if not line.startswith(sign)) + "\n" for sign in "+-"
        )
        if text.count(old) != 1:
            raise PageError(f"{file} has this {text.count(old)} times:{old}")
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
