"""Tests marked slow run with `--slow` only. Modules stay together when several processes run them; the seed is shown."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

SEED = "WOODSTOCK_SEED"
HERE = Path(__file__).parent
PAGES = {HERE / "test_how_to.py", HERE / "test_docs.py"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests that take minutes")


def pytest_configure(config: pytest.Config) -> None:
    """One seed for hypothesis in all processes; all other tests have their seeds written in them."""
    os.environ.setdefault(
        SEED, str(random.SystemRandom().randrange(1_000_000))
    )  # processes started later inherit it
    os.environ["WOODSTOCK_CACHE"] = ""  # no test goes by what another one kept
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = os.environ[SEED]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"hypothesis: {SEED}={os.environ[SEED]} repeats what was tried")


def group_of(item: pytest.Item) -> str:
    """What one process runs: a module, so that its games are compiled once; all servers, which have clocks to keep and
    must not wait for each other; a page that is followed, which shares nothing with others."""
    if HERE / "net" in item.path.parents:
        return "net"
    return item.nodeid if item.path in PAGES else str(item.path)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # What takes long and cannot be shared out comes first, so that no process is left with it in the end.
    items.sort(
        key=lambda item: 0 if HERE / "net" in item.path.parents else 1 if item.path.parent == HERE else 2
    )
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group_of(item)))
        if "slow" in item.keywords and not config.getoption("--slow"):
            item.add_marker(pytest.mark.skip(reason="slow: run with --slow"))
