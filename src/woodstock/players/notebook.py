"""What was learned of games, kept in a folder from match to match, if the user says so.

A page is a file for one game, named by a hash of its rules in canonical form (`names`), so that a game is known again
when its names are scrambled. Weights stand there by the canonical form of their fluents, patterns and pairs.
"""

from __future__ import annotations

import hashlib
import logging
import math
import os
import tempfile
from pathlib import Path

import msgspec
import numpy as np

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.gdl import Rulesheet
from woodstock.names import numbered, translated, under
from woodstock.players.judgement import Judgement
from woodstock.players.lesson import Lesson
from woodstock.players.spec import SpecError
from woodstock.players.trial import Tally

FORM = 5
"""Of the files; others are not read."""


class Page(msgspec.Struct, frozen=True):
    """What is known of a game."""

    features: list[str]
    contexts: list[str]
    """The fluents that tell who is to move."""
    pairs: list[tuple[str, str]]
    """Fluents that count together."""
    weights: list[float]
    """Context × feature (the bias after the last) × head, in logits."""
    positions: int
    games: int
    seconds: float
    """Of learning. The rest is the judgement on it."""
    net: float
    playouts: float
    judged: int
    tally: tuple[float, int]
    both: tuple[float, int]
    uniform: tuple[float, int]
    uct: tuple[float, int]
    grave: tuple[float, int]
    form: int = FORM


class Notebook:
    """The pages in a folder."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise SpecError(f"lessons={folder}: there is no such folder; make it first")
        self._folder = folder
        self._log = logging.getLogger("woodstock.players")

    def page(self, rules: Rulesheet) -> Page | None:
        """What was kept of a game; None if nothing was, or nothing that can be read."""
        path = self._path(rules)
        try:
            page = msgspec.json.decode(path.read_bytes(), type=Page)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError) as error:
            self._log.warning("%s is not used: %s", path, error)
            return None
        if page.form != FORM or not all(map(math.isfinite, page.weights)):
            self._log.warning("%s is not used: it is of another version, or broken; delete it", path)
            return None
        return page

    def keep(self, rules: Rulesheet, page: Page) -> None:
        """Write a page, whole or not at all. What cannot be written costs a line in the log."""
        path = self._path(rules)
        try:
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(msgspec.json.encode(page))
            os.replace(file.name, path)
        except OSError as error:
            self._log.warning("%s was not written: %s", path, error)

    def _path(self, rules: Rulesheet) -> Path:
        form = str(under(rules, numbered(rules)))
        return self._folder / f"{hashlib.sha256(form.encode()).hexdigest()[:32]}.json"


def fluent_names(rules: Rulesheet, compiled: Compiled) -> list[str]:
    """The fluents of a game under canonical names, in their order here."""
    words = numbered(rules)
    return [str(translated(fluent, words)) for fluent in compiled.fluents]


def feature_names(fluents: list[str], evaluation: _core.LinearEvaluation) -> list[str]:
    """The features of an evaluation but for the bias under canonical names, in their order here."""
    named = [(each, " ".join(sorted(fluents[one] for one in each.fluents))) for each in evaluation.patterns]
    least: dict[int, str] = {}  # of the names of a kind
    for pattern, name in named:
        least[pattern.kind] = min(name, least.get(pattern.kind, name))
    names = dict(enumerate(fluents))
    for pattern, name in named:
        for held, (own, shared) in enumerate(zip(pattern.own, pattern.shared), 1):
            names[own] = f"{held} of {name}"
            names[shared] = f"{held} of all as {least[pattern.kind]}"
    for first, second, feature in evaluation.pairs:
        names[feature] = " with ".join(sorted((fluents[first], fluents[second])))
    return [names[number] for number in range(len(names))]


def weights_here(page: Page, names: list[str], evaluation: _core.LinearEvaluation) -> list[float] | None:
    """A page's weights in the order of the features here; None if they are for contexts or features it has not."""
    contexts = [names[number] for number in evaluation.context_fluents]
    shape = evaluation.weights.shape
    if sorted(page.features) != sorted(names) or page.contexts != contexts:
        return None
    if len(page.weights) != math.prod(shape):
        return None
    place = {name: number for number, name in enumerate(page.features)}
    order = [*(place[name] for name in names), len(names)]
    return np.array(page.weights).reshape(shape)[:, order, :].ravel().tolist()


def pairs_here(page: Page, fluents: list[str]) -> list[tuple[int, int]] | None:
    """A page's pairs by the numbers of fluents here; None if some are of none, or of one with itself."""
    number = {name: at for at, name in enumerate(fluents)}
    known = [(number.get(first, -1), number.get(second, -1)) for first, second in page.pairs]
    pairs = [(min(pair), max(pair)) for pair in known]
    return pairs if all(0 <= first < second for first, second in pairs) else None


def recall(notebook: Notebook, rules: Rulesheet, compiled: Compiled, lesson: Lesson) -> Judgement | None:
    """Have a lesson go on from what was kept of the game, after a survey; what was known of its worth."""
    page = notebook.page(rules)
    if page is None or not lesson.report.surveyed:
        return None
    fluents = fluent_names(rules, compiled)
    pairs = pairs_here(page, fluents)
    if pairs is None:
        return None
    with_pairs = [each.with_pairs(pairs) for each in lesson.candidates()]
    fitting = (weights_here(page, feature_names(fluents, each), each) for each in with_pairs)
    weights = next((each for each in fitting if each is not None), None)
    if weights is None:
        return None
    lesson.resume(weights, positions=page.positions, games=page.games, seconds=page.seconds, pairs=pairs)
    return Judgement(
        page.net,
        page.playouts,
        page.judged,
        tally=Tally(*page.tally),
        both=Tally(*page.both),
        uniform=Tally(*page.uniform),
        uct=Tally(*page.uct),
        grave=Tally(*page.grave),
    )


def note(
    notebook: Notebook, rules: Rulesheet, compiled: Compiled, lesson: Lesson, judgement: Judgement
) -> None:
    """Keep what was learned of a game and how it was judged."""
    evaluation = lesson.evaluation()
    fluents = fluent_names(rules, compiled)
    names = feature_names(fluents, evaluation)
    page = Page(
        features=names,
        contexts=[names[number] for number in evaluation.context_fluents],
        pairs=[(fluents[first], fluents[second]) for first, second, _ in evaluation.pairs],
        weights=evaluation.weights.ravel().tolist(),
        positions=lesson.positions,
        games=lesson.games,
        seconds=lesson.seconds,
        net=judgement.net,
        playouts=judgement.playouts,
        judged=judgement.positions,
        tally=(judgement.tally.points, judgement.tally.matches),
        both=(judgement.both.points, judgement.both.matches),
        uniform=(judgement.uniform.points, judgement.uniform.matches),
        uct=(judgement.uct.points, judgement.uct.matches),
        grave=(judgement.grave.points, judgement.grave.matches),
    )
    notebook.keep(rules, page)
