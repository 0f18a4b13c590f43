"""Many seeds in child processes: neither a crash of native code nor a sheet that takes for ever ends the run."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from tests.random_games.comparison import Difference, Tally, compare
from tests.random_games.constructs import constructs
from tests.random_games.generator import rulesheet
from woodstock.gdl import Rulesheet, parse_kif

BATCH = 200  # sheets per child: so that what native code leaks is given back
SHEET_SECONDS = 60.0


@dataclass
class Result:
    seed: int
    difference: Difference | None = None
    tally: Tally = field(default_factory=Tally)
    constructs: frozenset[str] = frozenset()
    skipped: bool = False
    seconds: float = 0.0  # of the processor: other programs may run beside


def look_at(seed: int, without: frozenset[str] = frozenset()) -> Result:
    """Make the sheet and compare the engines on it, unless it has a construct that is not wanted."""
    start = time.process_time()
    sheet = parse_kif(rulesheet(seed))
    has = frozenset(constructs(sheet))
    if has & without:
        return Result(seed, constructs=has, skipped=True)
    difference, tally = compare(sheet, seed)
    return Result(seed, difference, tally, has, seconds=time.process_time() - start)


def run(
    seeds: Sequence[int], *, without: frozenset[str] = frozenset(), seconds: float = SHEET_SECONDS
) -> Iterator[Result]:
    """The results in order; a child that dies or hangs is one result, and the next child goes on behind it."""
    done = 0
    while done < len(seeds):
        batch = seeds[done : done + BATCH]
        with Child(_look_at_all, batch, without) as child:
            for seed in batch:
                result = child.answer(seconds)
                done += 1
                if isinstance(result, Difference):
                    yield Result(seed, result)
                    break
                yield result


def _look_at_all(connection: Connection, seeds: Sequence[int], without: frozenset[str]) -> None:
    for seed in seeds:
        connection.send(look_at(seed, without))


def compare_apart(sheet: Rulesheet, seed: int, seconds: float = SHEET_SECONDS) -> Difference | None:
    """The difference on one sheet, found in a child."""
    with Child(_compare_one, sheet, seed) as child:
        found: Difference | None = child.answer(seconds)
    return found


def _compare_one(connection: Connection, sheet: Rulesheet, seed: int) -> None:
    connection.send(compare(sheet, seed)[0])


class Child:
    """A process that sends answers; it may die or hang without harm."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        context = multiprocessing.get_context("fork")
        self._connection, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=work, args=(theirs, *arguments), daemon=True)
        self._process.start()
        theirs.close()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()

    def answer(self, seconds: float) -> Any:
        """What the child sends next; a difference of its own kind if it dies first or the time is over."""
        if not self._connection.poll(seconds):
            return Difference("some engine", "stuck", f"nothing within {seconds:.0f} s", "an answer")
        try:
            return self._connection.recv()
        except EOFError:
            self._process.join()
            return Difference("some engine", "crash", f"exit code {self._process.exitcode}", "an answer")
