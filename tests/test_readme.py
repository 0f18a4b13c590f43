"""The README's Python examples run, and give what they say."""

import doctest
from pathlib import Path


def test_examples():
    readme = Path(__file__).resolve().parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted >= 7
    assert result.failed == 0
