"""Players that a server must survive."""

import os
import time
from pathlib import Path

from woodstock.players import Decision
from woodstock.players.simple import FirstLegalPlayer
from woodstock.players.spec import Option


class Hanging(FirstLegalPlayer):
    """Ignores every clock."""

    def play(self, observation, clock):
        time.sleep(60)
        return super().play(observation, clock)


class HangingOnce(FirstLegalPlayer):
    """Ignores the first clock only."""

    def play(self, observation, clock):
        if observation.step == 0:
            time.sleep(1.2)
        return super().play(observation, clock)


class SlowToStop(FirstLegalPlayer):
    """Has something to put away, into a file."""

    options = (Option("file", str, "", "where it says that it is done"),)

    def __init__(self, file):
        super().__init__()
        self.file = file

    def stop(self, observation):
        time.sleep(2.0)
        Path(self.file).write_text("done")


class Dying(FirstLegalPlayer):
    """Takes its process with it."""

    def play(self, observation, clock):
        os._exit(3)


class Raising(FirstLegalPlayer):
    def play(self, observation, clock):
        raise RuntimeError("lost my mind")


class RaisingAtStart(FirstLegalPlayer):
    def start(self, game, role, clock):
        raise RuntimeError("cannot start")


class Illegal(FirstLegalPlayer):
    def play(self, observation, clock):
        super().play(observation, clock)
        return Decision(Wrong())


class Wrong:
    def __str__(self):
        return "(take 99)"


class SlowStart(FirstLegalPlayer):
    """Its start takes longer than any start clock."""

    def start(self, game, role, clock):
        time.sleep(1.5)
        super().start(game, role, clock)


class Busy(FirstLegalPlayer):
    """Uses all its time with work that never sleeps."""

    def play(self, observation, clock):
        while not clock.expired:
            sum(range(1000))
        return super().play(observation, clock)
