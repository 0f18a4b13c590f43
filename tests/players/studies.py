"""Studies of bundled games, with every way to search."""

import woodstock as ws
from woodstock.players.judgement import Judgement
from woodstock.players.lesson import Lesson
from woodstock.players.study import Study
from woodstock.players.ways import ways_of


def study_of(name: str, seconds: float = 1.0, judgement: Judgement | None = None) -> Study:
    compiled = ws.load(name).compiled
    return Study(
        compiled,
        ways_of(compiled),
        Lesson(compiled),
        seconds=seconds,
        play_seconds=0.5,
        judgement=judgement,
    )
