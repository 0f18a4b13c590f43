"""Install a wheel into an empty environment in which no compiler is to be found, and play a game there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make")
TRIED = """
import woodstock as ws
game = ws.load("tictactoe")
assert game.compiled is not None, game.fallback_reason
assert ws.play_match(game, ["mac-ucb:simulations=1000", "random"], seed=1).is_completed
"""


def main(wheel: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        venv.create(place / "venv", with_pip=True)
        programs = place / "venv" / "bin"
        # Neither a compiler nor this checkout may help: only the new environment's programs, from an empty folder.
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment = inherited | {"PATH": str(programs), "COLUMNS": "100"}

        def run(*command: str) -> str:
            print("$", *command, flush=True)
            done = subprocess.run(
                [programs / command[0], *command[1:]],
                env=environment, cwd=place, stdout=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
            if done.returncode:
                sys.exit(f"{done.stdout}\n{command[0]} ended with {done.returncode}")
            return done.stdout

        found = [name for name in COMPILERS if shutil.which(name, path=environment["PATH"])]
        assert not found, found
        run("python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel.resolve()))
        print(run("python", "-m", "pip", "check").strip())
        assert run("woodstock", "--version").strip() == f"woodstock {version}"
        run("python", "-c", TRIED)
        shown = run("woodstock", "play", "connect_four", "--watch", "--play-clock", "0.1", "--seed", "1")
        assert "The game is over" in shown, shown
        print(shown.strip().splitlines()[-1])
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, works without a compiler")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
