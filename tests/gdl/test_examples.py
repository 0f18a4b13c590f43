"""The examples in the modules' own words."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["terms", "diagnostic", "kif", "hrf", "checks", "numbers"])
def test_examples(name: str) -> None:
    failed, tried = doctest.testmod(import_module(f"woodstock.gdl.{name}"))
    assert tried > 0
    assert failed == 0
