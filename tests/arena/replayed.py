"""Whether a record is what its game gives."""

from typing import Any

from woodstock.arena.record import Record, trace_of
from woodstock.arena.replay import Difference, replay
from woodstock.engines.engine import Engine


def difference(engine: Engine[Any], record: Record) -> Difference | None:
    """The first difference between a record and its replay."""
    found = replay(engine, trace_of(record, engine.roles))
    return next((each for each in found if each is not None), None)
