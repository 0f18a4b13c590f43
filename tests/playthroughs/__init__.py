"""Golden playthroughs: a play of every bundled game, move by move, as text.

`python -m tests.playthroughs` writes those that are missing, with `--anew` all; read the difference before committing it.
"""

import random
from pathlib import Path

import woodstock as ws
from woodstock.gdl.order import natural

FOLDER = Path(__file__).parent
SEED = 1
PARAMETERS = {"hex": {"size": 4}}
"""Where the default is large for a text to be read."""


def golden(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def playthrough(name: str, engine: str) -> str:
    """A play with moves chosen by the seed from the legal ones in order."""
    parameters = PARAMETERS.get(name, {})
    game = ws.load(name, engine=engine, **parameters)
    rng = random.Random(SEED)
    title = " ".join([name, *(f"{key}={value}" for key, value in parameters.items())])
    lines = [f"game {title}, seed {SEED}", f"roles {' '.join(map(str, game.roles))}"]
    state, step = game.initial_state(), 0
    while True:
        lines += ["", f"step {step}", " ".join(map(str, sorted(state.fluents, key=natural)))]
        for role in game.roles:
            seen = " ".join(map(str, state.percepts(role)))
            lines += [f"{role} sees {seen}"] if seen else []
        if state.terminal:
            break
        lines += [f"{role} may {' '.join(map(str, state.legal(role)))}" for role in game.roles]
        moves = [rng.choice(state.legal(role)) for role in game.roles]
        lines.append(f"play {' '.join(map(str, moves))}")
        state, step = state.play(moves), step + 1
    goals = " ".join(f"{role}={goal}" for role, goal in state.goals.items())
    return "\n".join([*lines, f"terminal, goals {goals}"]) + "\n"
