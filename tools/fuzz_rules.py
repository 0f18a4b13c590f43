"""Throws hostile rules at the readers and the checker: `python tools/fuzz_rules.py --inputs 100000 --seed 1`.

Every input is bytes, words, or a piece of a real rulesheet that was changed. Readers may answer with rules or with one
of the project's own errors; anything else, and whatever takes more than a second, is shrunk and shown, with what it
takes to see it again. Exit code 1 if anything was found.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from woodstock.checks import check, stratification
from woodstock.errors import WoodStockError
from woodstock.games.library import BUNDLED, SUFFIXES
from woodstock.gdl import (
    Rulesheet,
    parse,
    parse_hrf,
    parse_kif,
    parse_term,
    parse_terms,
    write_hrf,
    write_kif,
)
from woodstock.gdl.keywords import ARROW, CHANCE, CONNECTIVES, RELATIONS
from woodstock.net.messages import parse_message

SLOW = 1.0
MOST_SHRINKING = 2_000
KINDS = 7  # of inputs
SIGNS = [
    *"()?;:-,.&|~'%/*<=>_+$@#!\\\"",
    " ",
    "\n",
    "\r",
    "\t",
    "\0",
    "\x1c",
    "\ufeff",
    "\u00a0",
    "\u0663",
    "\u00e9",
]
NAMES = [*RELATIONS, CHANCE]
WORDS = [
    *NAMES,
    ARROW,
    *sorted(CONNECTIVES),
    "?x",
    "?y",
    "a",
    "b",
    "f",
    "p",
    "0",
    "00",
    "100",
    "-5",
    "9" * 30,
]
MESSAGES = [
    "INFO",
    "PREVIEW",
    "START",
    "PLAY",
    "STOP",
    "ABORT",
    "m1",
    "nil",
    "10",
    "1",
    "-1",
    "99999999999999999999",
]


@dataclass(frozen=True, slots=True)
class Target:
    name: str
    read: Callable[[str], object]
    errors: tuple[type[Exception], ...] = (WoodStockError,)


def checked(sheet: Rulesheet) -> None:
    for finding in check(sheet):
        finding.show(sheet.text)


def kif(text: str) -> None:
    sheet = parse_kif(text, "fuzz.kif")
    checked(sheet)
    again = parse_kif(write_kif(sheet))
    assert again == sheet, "KIF that was written reads back as other rules"


def hrf(text: str) -> None:
    sheet = parse_hrf(text, "fuzz.hrf")
    checked(sheet)
    assert parse_hrf(write_hrf(sheet)) == sheet, "HRF that was written reads back as other rules"


TARGETS = (
    Target("kif", kif),
    Target("hrf", hrf),
    Target("either notation", parse),
    Target("term", parse_term),
    Target("terms", parse_terms),
    Target("message", parse_message),
)


@dataclass(frozen=True, slots=True)
class Finding:
    target: Target
    what: str
    text: str


class Inputs:
    """Endless hostile texts; the seed and the number of an input decide it."""

    def __init__(self, seed: int, sheets: list[str]) -> None:
        self._seed = seed
        self._sheets = sheets
        self._makers = (
            self.signs,
            self.words,
            self.bytes,
            self.changed,
            self.changed,
            self.nested,
            self.message,
        )

    def text(self, number: int) -> str:
        chance = random.Random(f"{self._seed} {number}")
        return self._makers[number % len(self._makers)](chance)

    def signs(self, chance: random.Random) -> str:
        return "".join(chance.choices([*SIGNS, "a", "X"], k=chance.randint(0, 40)))

    def words(self, chance: random.Random) -> str:
        return " ".join(chance.choices([*WORDS, "(", "(", "(", ")", ")", ")"], k=chance.randint(0, 40)))

    def bytes(self, chance: random.Random) -> str:
        return chance.randbytes(chance.randint(0, 80)).decode(
            chance.choice(["latin-1", "utf-8", "utf-16"]), "replace"
        )

    def changed(self, chance: random.Random) -> str:
        """A piece of a rulesheet with some places cut out, doubled or replaced."""
        sheet = chance.choice(self._sheets)
        start = chance.randrange(max(1, len(sheet)))
        text = sheet[start : start + chance.randint(20, 400)]
        for _ in range(chance.randint(0, 4)):
            at = chance.randint(0, len(text))
            put = chance.choice(["", chance.choice(SIGNS), f" {chance.choice(WORDS)} ", text[at : at + 20]])
            text = text[:at] + put + text[at + chance.randint(0, 6) :]
        return text

    def nested(self, chance: random.Random) -> str:
        unit = "".join(
            chance.choices(
                ["(", ")", "(f ", "(not ", "(or ", "(<= ", "~", "p(", "'", "a\n"], k=chance.randint(1, 3)
            )
        )
        return "(<= p " * chance.randint(0, 1) + unit * chance.choice([1, 5, 99, 101, 300])

    def message(self, chance: random.Random) -> str:
        inner = " ".join(chance.choices([*MESSAGES, *WORDS, "(", ")"], k=chance.randint(0, 15)))
        return f"({chance.choice(MESSAGES)} {inner})" if chance.random() < 0.8 else inner


def failure(target: Target, text: str) -> str:
    """What is wrong with a target's answer; nothing if all is well."""
    start = time.process_time()
    try:
        target.read(text)
    except target.errors as error:
        str(error)
    except Exception as error:
        return type(error).__name__
    return "slow" if time.process_time() - start > SLOW else ""


def shrunk(target: Target, text: str, what: str) -> str:
    """A shorter text with which the same goes wrong: pieces are left out while that is so."""
    tried, size = 0, max(1, len(text) // 2)
    while size and tried < MOST_SHRINKING:
        at = 0
        while at < len(text) and tried < MOST_SHRINKING:
            tried += 1
            shorter = text[:at] + text[at + size :]
            if failure(target, shorter) == what:
                text = shorter
            else:
                at += size
        size //= 2
    return text


def run(inputs: Inputs, numbers: range) -> Iterator[Finding]:
    """The first finding of each kind for each target; progress goes to the error stream.

    Every input is read as KIF and by one other reader, in turn.
    """
    seen: set[tuple[str, str]] = set()
    start = time.perf_counter()
    for number in numbers:
        text = inputs.text(number)
        for target in (TARGETS[0], TARGETS[1 + number // KINDS % (len(TARGETS) - 1)]):
            what = failure(target, text)
            if what and (target.name, what) not in seen:
                seen.add((target.name, what))
                yield Finding(target, what, shrunk(target, text, what))
        if (number + 1) % 50_000 == 0:
            rate = (number + 1 - numbers.start) / (time.perf_counter() - start)
            print(f"{number + 1:,} inputs, {rate:,.0f} a second", file=sys.stderr, flush=True)


def rulesheets(folders: list[Path]) -> list[str]:
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES)
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    return [*texts, *(write_hrf(parse_kif(text)) for text in texts[:20] if text.lstrip()[:1] in "(;")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=Path, action="append", default=[], help="more rulesheets to change")
    given = parser.parse_args()
    # Grounding small games to see a cycle through `not` is slow and has tests of its own.
    stratification.MOST_TO_GROUND = 0
    start = time.perf_counter()
    found = 0
    for finding in run(Inputs(given.seed, rulesheets([BUNDLED, *given.games])), range(given.inputs)):
        found += 1
        print(f"{finding.target.name}: {finding.what}: {json.dumps(finding.text)}", flush=True)
    seconds = time.perf_counter() - start
    print(
        f"seed {given.seed}: {given.inputs:,} inputs, each for two of {len(TARGETS)} readers, in {seconds:,.0f} s; {found} findings"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
