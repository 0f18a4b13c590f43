"""The examples in the modules' own words give what they say."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import woodstock

ROOT = Path(woodstock.__file__).parent
SHOWING = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.py") if ">>> " in path.read_text())


@pytest.mark.parametrize("path", SHOWING, ids=str)
def test_examples(path: Path) -> None:
    name = ".".join(("woodstock", *path.with_suffix("").parts)).removesuffix(".__init__")
    failed, tried = doctest.testmod(import_module(name))
    assert tried > 0
    assert failed == 0
