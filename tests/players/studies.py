"""Studies of bundled games, with every way to search."""

import woodstock as ws
from woodstock import _core
from woodstock.players import macucb
from woodstock.players.judgement import Judgement, Means
from woodstock.players.lesson import Lesson
from woodstock.players.study import Study


def study_of(name: str, seconds: float = 1.0, judgement: Judgement | None = None) -> Study:
    compiled = ws.load(name).compiled
    return Study(
        compiled,
        {
            Means.PLAYOUTS: lambda _, role: _core.MacUcb(compiled.engines, role, _core.MacUcbOptions()),
            Means.EVALUATION: lambda lore, role: _core.Minimax(compiled.engines, role, lore.evaluation),
            Means.BOTH: lambda lore, role: _core.MacUcb(compiled.engines, role, evaluation=lore.evaluation),
            Means.PREFERRED: lambda lore, role: _core.MacUcb(
                compiled.engines, role, preferred=lore.preferred
            ),
            Means.UNIFORM: lambda _, role: _core.MacUcb(compiled.engines, role, macucb.options(decisive=0)),
        },
        Lesson(compiled),
        seconds=seconds,
        play_seconds=0.5,
        judgement=judgement,
    )
