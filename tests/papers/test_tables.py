"""`benchmarks/papers.py`: the papers' numbers beside ours."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "papers.py"


def printed(*what: str) -> str:
    found = subprocess.run([sys.executable, SCRIPT, *what], capture_output=True, text=True, check=True)
    return found.stdout


def test_tables_of_2014() -> None:
    text = printed("table2-2014", "table4", "table5")
    assert "paper: 8 variables; here: 8" in text
    rows = [line.split() for line in text.splitlines() if line[:9].strip().isdigit() and "not run" in line]
    assert [row[-1] for row in rows] == ["6", "12"]  # the columns of play, as Table 4 counts them
    assert [line.strip()[0] for line in text.splitlines() if "rolls of chance" in line] == list("123456")


def test_examples() -> None:
    text = printed("example2", "example3")
    assert "({'d1': 1, 'd2': 1}, 1/3)" in text
    assert "satisfaction: 4/9" in text
    assert "MAC: [{'x1': 2, 'x2': 2}]" in text
