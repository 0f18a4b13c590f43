"""Kinds of players by name: what their options mean, and how to build one from its spec.

A name with a dot in it is a class of one's own, imported: `mymodule.MyPlayer:c=2`, or from a file:
`./mine.py:MyPlayer:c=2`. It lists its options in a class attribute `options`. A player in any other language is a
program: `program:./mine`.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from woodstock.players.player import Player
from woodstock.players.spec import PROGRAM, Option, Spec, SpecError, Value, parse_spec


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of player: `build` takes its options by name (a `-` in an option's name becomes `_`)."""

    name: str
    summary: str
    build: Callable[..., Player]
    options: tuple[Option, ...] = ()
    source: str = ""
    """The paper and section that the player follows."""

    def values(self, spec: Spec) -> dict[str, Value]:
        """Every option's value under a spec, defaults included."""
        known = {option.name: option for option in self.options}
        for key, _ in spec.settings:
            if key not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise SpecError(f"player {self.name} has no option {key!r}; {has}")
        values = {option.name: option.default for option in self.options}
        return values | {key: known[key].read(text) for key, text in spec.settings}

    def make(self, spec: Spec) -> Player:
        return self.build(**{key.replace("-", "_"): value for key, value in self.values(spec).items()})


@dataclass(frozen=True)
class Registry:
    kinds: Mapping[str, Kind]

    @classmethod
    def of(cls, *kinds: Kind) -> Registry:
        return cls({kind.name: kind for kind in kinds})

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.kinds.values())

    def kind(self, spec: Spec) -> Kind:
        if spec.name in self.kinds:
            return self.kinds[spec.name]
        if spec.name.startswith(f"{PROGRAM}:"):
            return program_kind(spec.name)
        if "." in spec.name:
            return import_kind(spec.name)
        close = difflib.get_close_matches(spec.name, self.kinds, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(self.kinds))}"
        raise SpecError(f"no player is called {spec.name!r}; {hint}")

    def build(self, spec: Spec | str, **defaults: Value) -> Player:
        """The player a spec describes; `defaults` set options that it has and the spec leaves open."""
        spec = self.completed(spec, **defaults)
        return self.kind(spec).make(spec)

    def completed(self, spec: Spec | str, **defaults: Value) -> Spec:
        """The spec with `defaults` written out where the player has such an option, and checked."""
        spec = parse_spec(spec) if isinstance(spec, str) else spec
        kind = self.kind(spec)
        for option in kind.options:
            if option.name in defaults:
                spec = spec.with_setting(option.name, defaults[option.name])
        kind.values(spec)
        return spec


def program_kind(name: str) -> Kind:
    """The kind of a player that is a program, `program:COMMAND`."""
    from woodstock.players.program.player import ProgramPlayer

    command = name.partition(":")[2]
    return Kind(name, f"the program {command}", lambda: ProgramPlayer(command))


def import_kind(path: str) -> Kind:
    """The kind of a player class outside the registry, given as `module.Class` or `file.py:Class`."""
    try:
        if ".py:" in path:
            file, _, name = path.rpartition(":")
            build = getattr(module_in(Path(file)), name)
        else:
            module, _, name = path.rpartition(".")
            build = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, OSError, SyntaxError) as error:
        raise SpecError(f"player {path!r} cannot be imported: {error}") from error
    summary = (build.__doc__ or "").strip().partition("\n")[0]
    return Kind(path, summary, build, tuple(getattr(build, "options", ())))


def module_in(file: Path) -> ModuleType:
    """The module of a Python file, executed once."""
    known = sys.modules.get(f"player in {file.resolve()}")
    if known is not None:
        return known
    described = importlib.util.spec_from_file_location(f"player in {file.resolve()}", file)
    if described is None or described.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(described)
    sys.modules[described.name] = module
    try:
        described.loader.exec_module(module)
    except BaseException:
        del sys.modules[described.name]
        raise
    return module
