"""Tests marked slow run with `--slow` only. Modules stay together when several processes run them; the seed is shown."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

SEED = "WOODSTOCK_SEED"
NET = Path(__file__).parent / "net"


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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        # A module's games are compiled once. Servers have clocks to keep and want a processor of their own.
        group = "net" if NET in item.path.parents else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))
        if "slow" in item.keywords and not config.getoption("--slow"):
            item.add_marker(pytest.mark.skip(reason="slow: run with --slow"))
