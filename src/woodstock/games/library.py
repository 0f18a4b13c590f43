"""Finding games: by the name of a bundled one, as a file, or as a folder of a game repository.

A game's folder holds METADATA (JSON): `rulesheet` names the file with the rules; `gameName`, `description`
and `parameters` are optional. In a repository the folder itself is version 0, and folders `v1`, `v2` … in it
hold only what changed: a file is looked for in the wanted version and then downward.

A parameter is a fact of the rulesheet, such as `(size 9)`, whose value may be chosen when the game is
loaded: METADATA gives its least and greatest value, the rulesheet the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from woodstock.checks import check as check_rules
from woodstock.errors import UnknownGame, WoodStockError
from woodstock.game import Game
from woodstock.gdl import Diagnostic, Rulesheet, SyntaxProblem, parse, read, write_kif
from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import Function, Symbol
from woodstock.view.hints import FILE as HINTS
from woodstock.view.hints import read_hints

if TYPE_CHECKING:
    from woodstock.compile.cache import Cache
    from woodstock.grounding import Limits

METADATA = "METADATA"
BUNDLED = Path(__file__).parent
SUFFIXES = (".kif", ".hrf", ".gdl")


class MetadataError(WoodStockError):
    """A METADATA file that does not say what is needed."""


class ParameterError(WoodStockError, ValueError):
    """A parameter that the game does not have, or a value that it cannot take."""


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a parameter."""

    minimum: int
    maximum: int


class Metadata(msgspec.Struct, frozen=True, rename={"name": "gameName"}):
    rulesheet: Annotated[str, msgspec.Meta(min_length=1)]
    name: str = ""
    description: str = ""
    parameters: dict[str, Range] = {}


def bundled() -> tuple[str, ...]:
    """The names of the games that come with WoodStock."""
    return tuple(sorted(path.parent.name for path in BUNDLED.glob(f"*/{METADATA}")))


def description_of(name: str) -> str:
    """What a bundled game is about."""
    return metadata_in((BUNDLED / name,)).description


def load(
    source: str | PathLike[str],
    *,
    version: int | None = None,
    engine: str = "auto",
    limits: Limits | None = None,
    cache: Cache | None = None,
    **parameters: int,
) -> Game:
    """A game by bundled name, file or folder; in a folder with versions the newest unless one is given.

    Compiling takes seconds for large games; with a `cache` (`user_cache()`) that is done once.

    >>> load("hex", size=3).initial_state().legal(load("hex", size=3).roles[0])[0]
    Move('(place 1 1)')
    """
    place = locate(source)
    if place.is_dir():
        versions = versions_of(place, version)
        metadata = metadata_in(versions)
        sheet = read(find(metadata.rulesheet, versions))
        name, description = place.name, metadata.description
        sheet = with_parameters(sheet, metadata.parameters, parameters)
    else:
        sheet, name, description = read(place), place.stem, ""
        if parameters:
            raise ParameterError(f"{place} has no METADATA that declares parameters: {', '.join(parameters)}")
    hints = read_hints(place if place.is_dir() else hints_folder(place))
    return Game(
        sheet, name=name, engine=engine, limits=limits, description=description, hints=hints, cache=cache
    )


def hints_folder(rules: Path) -> Path:
    """Where the hints for a single file are: beside it, or with the bundled game of its name."""
    beside = (rules.parent / HINTS).is_file() or not (BUNDLED / rules.stem / HINTS).is_file()
    return rules.parent if beside else BUNDLED / rules.stem


def loads(
    text: str,
    *,
    name: str = "game",
    engine: str = "auto",
    limits: Limits | None = None,
    cache: Cache | None = None,
) -> Game:
    """A game from the text of its rules, KIF or infix.

    >>> loads("(role me) (init on) (legal me noop) (<= terminal (true on)) (goal me 100)").initial_state().terminal
    True
    """
    return Game(parse(text, name), name=name, engine=engine, limits=limits, cache=cache)


def check(source: str | PathLike[str] | Rulesheet | Game) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with the rules of a game, a bundled one, a file or a folder; prints line by line.

    >>> check("tictactoe")
    ()
    """
    if isinstance(source, Game):
        return tuple(check_rules(source.rulesheet))
    if isinstance(source, Rulesheet):
        return tuple(check_rules(source))
    try:
        return tuple(check_rules(read(rules_of(locate(source)))))
    except SyntaxProblem as problem:
        return tuple(problem.diagnostics)


def rules_of(place: Path) -> Path:
    """The rulesheet of a game's folder, or the file itself."""
    if not place.is_dir():
        return place
    versions = versions_of(place, None)
    return find(metadata_in(versions).rulesheet, versions)


def locate(source: str | PathLike[str]) -> Path:
    """The file or folder of a game."""
    path = Path(source)
    ours = BUNDLED / path
    if len(path.parts) == 1 and (ours / METADATA).is_file():
        return ours
    if path.exists():
        return path
    known = bundled()
    near = get_close_matches(str(source), known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"bundled games: {', '.join(known)}"
    raise UnknownGame(f"no game, file or folder {source}; {hint}")


def versions_of(folder: Path, version: int | None) -> tuple[Path, ...]:
    """The folders in which a file of that version may be, the right one first."""
    if version is None and folder.name[:1] == "v" and folder.name[1:].isdecimal():
        version, folder = int(folder.name[1:]), folder.parent
    found = {int(path.name[1:]): path for path in folder.glob("v*") if path.name[1:].isdecimal()}
    found.setdefault(0, folder)
    wanted = max(found) if version is None else version
    if wanted not in found:
        raise UnknownGame(f"{folder} has no version {wanted}; it has {', '.join(map(str, sorted(found)))}")
    return tuple(found[number] for number in sorted(found, reverse=True) if number <= wanted)


def find(name: str, versions: tuple[Path, ...]) -> Path:
    for folder in versions:
        if (folder / name).is_file():
            return folder / name
    raise UnknownGame(f"{versions[0]} and the versions before it have no file {name}")


def metadata_in(versions: tuple[Path, ...]) -> Metadata:
    path = find(METADATA, versions)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Metadata)
    except msgspec.MsgspecError as error:
        raise MetadataError(f'{path}: {error}; it must be JSON with at least "rulesheet"') from None


def with_parameters(sheet: Rulesheet, ranges: Mapping[str, Range], chosen: Mapping[str, int]) -> Rulesheet:
    """The rulesheet with the facts of the chosen parameters replaced."""
    if not chosen:
        return sheet
    for name, value in chosen.items():
        if name not in ranges:
            known = ", ".join(ranges) or "none"
            raise ParameterError(f"{sheet.file} has no parameter {name}; its parameters: {known}")
        if not ranges[name].minimum <= value <= ranges[name].maximum:
            span = f"{ranges[name].minimum} to {ranges[name].maximum}"
            raise ParameterError(f"{name}={value} is out of range in {sheet.file}: {span}")
    rules = tuple(
        replace(rule, head=Function(rule.head.name, (Symbol(str(chosen[rule.head.name])),)))
        if is_parameter(rule) and isinstance(rule.head, Function) and rule.head.name in chosen
        else rule
        for rule in sheet.rules
    )
    changed = replace(sheet, rules=rules)
    return replace(changed, text=write_kif(changed))


def is_parameter(rule: Rule) -> bool:
    return isinstance(rule.head, Function) and len(rule.head.args) == 1 and not rule.body
