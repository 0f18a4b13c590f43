"""Player specs: `mac-ucb`, `uct:c=0.7`, `grave:ref=50,threads=2`, and the options they may set.

>>> spec = parse_spec("uct:c=0.7,ref=50")
>>> spec.name, dict(spec.settings)
('uct', {'c': '0.7', 'ref': '50'})
>>> Option("c", float, 1.4, "exploration constant", minimum=0).read("0.7")
0.7
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from typing import Any

from woodstock.errors import WoodStockError

Value = bool | int | float | str
PROGRAM = "program"
"""Begins the spec of a player that is a program: its command follows."""
_BOOLEANS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


class SpecError(WoodStockError):
    """A player spec that cannot be understood; the message says what would be."""


@dataclass(frozen=True, slots=True)
class Option:
    """A declared option of a player: its type, default and bounds decide what a spec may say."""

    name: str
    type: type[bool] | type[int] | type[float] | type[str]
    default: Value
    help: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def read(self, text: str) -> Value:
        """The value that a spec's text stands for."""
        value = self._converted(text)
        if self.choices and value not in self.choices:
            raise SpecError(f"option {self.name}={text}: choose one of {', '.join(self.choices)}")
        if isinstance(value, int | float) and not isinstance(value, bool):
            if self.minimum is not None and not value >= self.minimum:
                raise SpecError(f"option {self.name}={text}: must be at least {self.minimum:g}")
            if self.maximum is not None and not value <= self.maximum:
                raise SpecError(f"option {self.name}={text}: must be at most {self.maximum:g}")
        return value

    def _converted(self, text: str) -> Value:
        if self.type is bool:
            if text.lower() not in _BOOLEANS:
                raise SpecError(f"option {self.name}={text}: say true or false")
            return _BOOLEANS[text.lower()]
        try:
            return self.type(text)
        except ValueError:
            raise SpecError(f"option {self.name}={text}: must be of type {self.type.__name__}") from None


def option(default: Value, help: str, **bounds: float) -> Any:
    """A field of a dataclass that a spec may set, with `minimum` and `maximum`."""
    return dataclasses.field(default=default, metadata={"help": help, **bounds})


def options_of(fields: type) -> tuple[Option, ...]:
    """The options that a dataclass declares by its fields."""
    defaults: list[tuple[dataclasses.Field[Any], Any]] = [
        (field, field.default) for field in dataclasses.fields(fields)
    ]
    return tuple(Option(field.name, type(default), default, **field.metadata) for field, default in defaults)


@dataclass(frozen=True, slots=True)
class Spec:
    """A player's name and the options set, as text; prints as it was written."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return (
            f"{self.name}:{','.join(f'{key}={value}' for key, value in self.settings)}"
            if self.settings
            else self.name
        )

    def with_setting(self, key: str, value: Value) -> Spec:
        """The same spec with one option set, where it does not say so already."""
        if any(name == key for name, _ in self.settings):
            return self
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return replace(self, settings=(*self.settings, (key, text)))


def parse_spec(text: str) -> Spec:
    """`name` or `name:key=value,key=value`; a key alone means `key=true`. A file's class is part of the name:
    `./mine.py:Mine:c=2`, and a program's command: `program:./mine -v`. A number alone sets the option of the player's own
    name: `level:3`."""
    name, colon, rest = text.strip().partition(":")
    if name == PROGRAM:
        return Spec(f"{PROGRAM}:{rest}")
    if name.endswith(".py"):
        player, colon, rest = rest.partition(":")
        name = f"{name}:{player}"
    if not name:
        raise SpecError(f"player {text!r} has no name; write for example uct or uct:c=0.7")
    settings: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or (equals and not value):
            raise SpecError(f"player {text!r}: write options as key=value, separated by commas")
        if not equals and key.isdecimal():
            key, equals, value = name, "=", key
        if key in settings:
            raise SpecError(f"player {text!r}: option {key} is set twice")
        settings[key] = value if equals else "true"
    return Spec(name, tuple(settings.items()))
