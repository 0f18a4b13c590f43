import itertools
from pathlib import Path

import woodstock as ws

MOST = 1_000_000
DEEPEST = 8


def counts(name: str) -> list[str]:
    """By depth, for as long as they stay small; a count of 0 says that all plays are over."""
    lines: list[str] = []
    states = {ws.load(name, engine="stepper").initial_state(): 1}
    while states and len(lines) < DEEPEST:
        after: dict[ws.State, int] = {}
        for state, ways in states.items():
            if not state.terminal:
                for joint in itertools.product(*map(state.legal, state.game.roles)):
                    next_state = state.successor(joint)
                    after[next_state] = after.get(next_state, 0) + ways
        total = sum(after.values())
        if total > MOST or len(after) > MOST // 50:
            break
        lines.append(f"{len(lines) + 1} {total}\n")
        states = after
    return lines


for each in ws.bundled():
    path = Path(__file__).parent / f"{each}.txt"
    if not path.exists():
        path.write_text("".join(counts(each)))
        print(path.relative_to(Path.cwd()))
