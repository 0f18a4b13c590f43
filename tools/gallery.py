"""Pictures of games, to be looked at: every game at the start and after six random steps, as SVG, PNG and text.

    python tools/gallery.py build/gallery [GAME …]

Without names: all bundled games and those of ../shared. PNG needs `rsvg-convert`; sheets.py puts several on a page.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import woodstock as ws
from woodstock.view.svg import draw_svg

STEPS = 6
ROOT = Path(__file__).resolve().parents[1]


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    public = sorted((ROOT.parent / "shared" / "games").glob("*.kif"))
    for source in names or [*ws.bundled(), *map(str, public)]:
        game = ws.load(source)
        prefix = "public_" if Path(source).suffix else ""
        state, rng = game.initial_state(), random.Random(2)
        save(folder / f"{prefix}{game.name}_0", state)
        for _ in range(STEPS):
            if not state.terminal:
                state = state.play({role: rng.choice(state.legal(role)) for role in game.roles})
        save(folder / f"{prefix}{game.name}_{STEPS}", state)
        kinds = [name for name in ("grids", "strips", "stacks") if getattr(state.view, name)]
        print(f"{prefix}{game.name}: {', '.join(kinds) or 'list only'}", flush=True)


def save(path: Path, state: ws.State) -> None:
    path.with_suffix(".svg").write_text(draw_svg(state.view, title=path.stem))
    path.with_suffix(".txt").write_text(str(state) + "\n")
    if shutil.which("rsvg-convert"):
        subprocess.run(["rsvg-convert", "-o", path.with_suffix(".png"), path.with_suffix(".svg")], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
