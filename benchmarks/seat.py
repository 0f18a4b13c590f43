"""A player of this or another checkout that thinks by CPU time: `against.py` talks to it, a line of JSON a message.

    PYTHONPATH=OTHER/benchmarks OTHER/.venv/bin/python -P benchmarks/seat.py SPEC GAME ROLE SECONDS LEARN LESSON

The other checkout needs no more than its own `duel.Thinker` (`-P` keeps Python from taking this folder's). A line is the joint moves made since the last one, all of them in
the words of the rules; the answer is the move chosen. Before the first line it says what it found out to go by, if it did.
"""

from __future__ import annotations

import inspect
import json
import sys

import woodstock as ws
from duel import Thinker


def main() -> None:
    spec, path, role_number, seconds, learn, lesson = sys.argv[1:]
    game = ws.load(path)
    role = game.roles[int(role_number)]
    learns = "learn" in inspect.signature(Thinker).parameters
    thinker = (
        Thinker(spec, game, role.index, float(learn), int(lesson))
        if learns
        else Thinker(spec, game, role.index)
    )
    state = game.initial_state()
    print(json.dumps(getattr(thinker, "way", "")), flush=True)
    for number, line in enumerate(sys.stdin, 1):
        for words in json.loads(line):
            moves = {
                each: next(move for move in state.legal(each) if str(move) == word)
                for each, word in zip(game.roles, words)
            }
            state = state.play(moves)
        term = game.compiled.moves[role.index][thinker.think(state.position, float(seconds), number)]
        print(json.dumps(str(next(move for move in state.legal(role) if move.term == term))), flush=True)


if __name__ == "__main__":
    main()
