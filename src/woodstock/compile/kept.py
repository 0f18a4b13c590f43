"""Compiled rules as bytes and back: what the engines need is written, how it came about is worked out again when asked.

>>> from woodstock.compile.compiled import compile_rules
>>> from woodstock.gdl import parse_kif
>>> sheet = parse_kif("(role me) (init on) (legal me go) (<= (next on) (does me go)) (goal me 100) (<= terminal (true on))")
>>> kept = restored(to_bytes(compile_rules(sheet)), sheet)
>>> [str(fluent) for fluent in kept.fluents], kept.circuit.initial
(['on'], [1])
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from woodstock import _core
from woodstock.compile.compiled import Compiled, compile_rules
from woodstock.compile.completion import Completion
from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet, parse_terms
from woodstock.gdl.terms import Term
from woodstock.grounding import GroundProgram


class NotKept(WoodStockError):
    """Bytes that are no compiled rules."""


class Contents(msgspec.Struct, frozen=True, array_like=True):
    """Terms as KIF, one text for a list of them: one parse is far quicker than thousands."""

    roles: list[str]
    fluents: str
    moves: list[str]
    percepts: str
    circuit: bytes


class KeptCompletion(Completion):
    """A completion of which the results are known; the ground rules and definitions are made when somebody asks."""

    def __init__(self, rulesheet: Rulesheet, contents: Contents) -> None:
        known: dict[str, Any] = {
            "rulesheet": rulesheet,
            "roles": tuple(contents.roles),
            "fluents": terms(contents.fluents),
            "moves": tuple(map(terms, contents.moves)),
            "percepts": terms(contents.percepts),
            "circuit": _core.Circuit.from_bytes(contents.circuit),
        }
        vars(self).update(known)  # the fields are frozen

    @cached_property
    def _made_again(self) -> Completion:
        again = compile_rules(self.rulesheet).completion
        if (again.fluents, again.moves, again.percepts) != (self.fluents, self.moves, self.percepts):
            raise NotKept(
                "the rules compile to other fluents, moves or percepts than were kept, so their numbers do not fit; "
                "`woodstock cache clear` has them compiled anew"
            )
        return again

    @property
    def program(self) -> GroundProgram:
        return self._made_again.program

    @property
    def definitions(self) -> _core.Definitions:
        return self._made_again.definitions

    @property
    def atoms(self) -> _core.GameAtoms:
        return self._made_again.atoms


def to_bytes(compiled: Compiled) -> bytes:
    return msgspec.msgpack.encode(
        Contents(
            roles=list(compiled.roles),
            fluents=text_of(compiled.fluents),
            moves=[text_of(moves) for moves in compiled.moves],
            percepts=text_of(compiled.percepts),
            circuit=compiled.circuit.to_bytes(),
        )
    )


def restored(data: bytes, rulesheet: Rulesheet) -> Compiled:
    """The rules as they were compiled; raises `NotKept`."""
    try:
        completion = KeptCompletion(rulesheet, msgspec.msgpack.decode(data, type=Contents))
    except (msgspec.MsgspecError, WoodStockError, ValueError, UnicodeDecodeError) as error:
        raise NotKept(f"not compiled rules: {error}") from None
    circuit = completion.circuit
    sizes = [len(moves) for moves in completion.moves]
    if (
        circuit.fluent_count != len(completion.fluents)
        or not circuit.role_count == len(completion.roles) == len(sizes)
        or circuit.move_count != sum(sizes)
    ):
        raise NotKept("not compiled rules: the circuit has other fluents or moves than are named")
    return Compiled(completion, circuit)


def text_of(terms: tuple[Term, ...]) -> str:
    return " ".join(map(str, terms))


def terms(text: str) -> tuple[Term, ...]:
    return tuple(parse_terms(text))
