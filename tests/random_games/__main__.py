"""`python -m tests.random_games --from SEED --count N`: random rulesheets on every engine, differences made small."""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.random_games.comparison import Difference
from tests.random_games.generator import rulesheet
from tests.random_games.runner import SHEET_SECONDS, Result, run
from tests.random_games.shrink import shrink
from woodstock.gdl import parse_kif, write_kif

NIGHTLY = 20_000


def main() -> int:
    options = _options()
    if options.show is not None:
        print(rulesheet(options.show), end="")
        return 0
    report = Report(options)
    seeds = range(options.first, options.first + (NIGHTLY if options.nightly else options.count))
    for result in run(seeds, without=frozenset(options.without), seconds=options.sheet_seconds):
        report.add(result)
        if options.seconds and report.elapsed > options.seconds:
            break
    report.show()
    return 1 if report.failures else 0


class Report:
    """Counts results, shrinks the first failures of each kind and says how it goes."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.start = time.perf_counter()
        self.busy = 0.0
        self.sheets = self.skipped = self.states = self.solutions = 0
        self.failures: Counter[str] = Counter()
        self.rewritings: Counter[str] = Counter()
        self.constructs: Counter[str] = Counter()
        self.sizes: list[int] = []
        self.slowest = (0.0, 0)

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.start

    def add(self, result: Result) -> None:
        self.skipped += result.skipped
        if result.skipped:
            return
        self.sheets += 1
        self.busy += result.seconds
        self.states += result.tally.states
        self.solutions += result.tally.solutions
        self.rewritings.update(result.tally.rewritings.keys())
        self.constructs.update(result.constructs)
        self.sizes.append(result.tally.ground_rules)
        self.slowest = max(self.slowest, (result.seconds, result.seed))
        if result.difference is not None:
            self._failed(result.seed, result.difference)
        if self.sheets % self.options.every == 0:
            print(
                f"{self.sheets} sheets, {self.rate:.1f} a CPU second, {self.failures.total()} differences",
                flush=True,
            )

    @property
    def rate(self) -> float:
        return self.sheets / max(self.busy, 1e-9)

    def _failed(self, seed: int, difference: Difference) -> None:
        self.failures[difference.kind] += 1
        print(f"seed {seed}: {difference}", flush=True)
        if self.failures[difference.kind] > self.options.shrunk:
            return
        small, last = shrink(parse_kif(rulesheet(seed)), seed, difference)
        text = f"; seed {seed}\n; " + str(last).replace("\n", "\n; ") + "\n" + write_kif(small)
        print(text, flush=True)
        if self.options.folder:
            self.options.folder.mkdir(parents=True, exist_ok=True)
            name = "".join(letter if letter.isalnum() else "_" for letter in difference.kind)
            (self.options.folder / f"{name}_{seed}.kif").write_text(text)

    def show(self) -> None:
        sizes = sorted(self.sizes) or [0]
        print(
            f"{self.sheets} sheets ({self.skipped} left out) in {self.elapsed:.0f} s, {self.rate:.1f} a CPU second; "
            f"{self.states} states, {self.solutions} solutions of stages; ground rules: median "
            f"{sizes[len(sizes) // 2]}, most {sizes[-1]}; slowest {self.slowest[0]:.1f} s, seed {self.slowest[1]}"
        )
        for title, counts in (("rewritten by", self.rewritings), ("constructs", self.constructs)):
            print(f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts.most_common()))
        for kind, count in self.failures.most_common():
            print(f"{count:6} × {kind}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.random_games", description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seconds", type=float, help="stop after so many seconds")
    parser.add_argument("--nightly", action="store_true", help=f"{NIGHTLY} sheets")
    parser.add_argument("--sheet-seconds", type=float, default=SHEET_SECONDS, help="deadline of one sheet")
    parser.add_argument("--folder", type=Path, help="where differences are written to")
    parser.add_argument("--shrunk", type=int, default=2, help="how many differences of a kind are made small")
    parser.add_argument("--every", type=int, default=500, help="sheets between two lines of progress")
    parser.add_argument(
        "--without", action="append", default=[], metavar="CONSTRUCT", help="skip such sheets"
    )
    parser.add_argument("--show", type=int, metavar="SEED", help="print the sheet of a seed and nothing else")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
