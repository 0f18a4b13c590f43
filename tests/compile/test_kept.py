"""Compiled rules as bytes: what is made again must fit what was kept."""

import msgspec
import pytest

from woodstock.compile.compiled import compile_rules
from woodstock.compile.kept import Contents, NotKept, restored, to_bytes
from woodstock.gdl import parse_kif

SHEET = parse_kif(
    "(role me) (init off) (legal me go) (<= (next on) (does me go)) (<= terminal (true on)) (goal me 100)"
)


def test_what_is_made_again_fits_what_was_kept() -> None:
    compiled = compile_rules(SHEET)
    kept = restored(to_bytes(compiled), SHEET)
    assert kept.completion.definitions is not None
    assert kept.program.native.literal_count == compiled.program.native.literal_count


def test_numbers_that_do_not_fit_are_refused() -> None:
    contents = msgspec.msgpack.decode(to_bytes(compile_rules(SHEET)), type=Contents)
    turned = " ".join(reversed(contents.fluents.split()))
    assert turned != contents.fluents
    data = msgspec.msgpack.encode(msgspec.structs.replace(contents, fluents=turned))
    with pytest.raises(NotKept, match="woodstock cache clear"):
        _ = restored(data, SHEET).program
