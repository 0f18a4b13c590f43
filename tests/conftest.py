"""Tests marked slow run with `--slow` only. Modules stay together when several processes run them; the seed is shown."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

SEED = "WOODSTOCK_SEED"
HERE = Path(__file__).parent
POLITE = 5
PAGES = {"tests/test_how_to.py", "tests/test_docs.py"}
HARSH = ("tests/net/test_kills.py", "tests/net/test_disk.py", "tests/net/test_leaks.py", "tests/net/worker/")
"""About half of what the tests of servers take, most of it waiting."""


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


def is_of_servers(nodeid: str) -> bool:
    return nodeid.startswith("tests/net/")


def group_of(nodeid: str) -> str:
    """What one process runs: a module, so that its games are compiled once; one half of all servers, which have clocks
    to keep and must not wait for many others; a page that is followed, which shares nothing with others."""
    module = nodeid.partition("::")[0]
    if is_of_servers(nodeid):
        return "harsh on servers" if module.startswith(HARSH) else "servers"
    return nodeid if module in PAGES else module


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Not by marks (`--dist loadgroup`): xdist 3.8 hands them on in names that pytest 9.2 does not read any more."""
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return ByGroup(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # What takes long and cannot be shared out comes first, so that no process is left with it in the end.
    items.sort(key=lambda item: 0 if is_of_servers(item.nodeid) else 1 if item.path.parent == HERE else 2)
    for item in items:
        if "slow" in item.keywords and not config.getoption("--slow"):
            item.add_marker(pytest.mark.skip(reason="slow: run with --slow"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Of several processes, those without servers step back where there are not enough processors."""
    if "PYTEST_XDIST_WORKER" in os.environ and not is_of_servers(item.nodeid):
        os.nice(max(0, POLITE - os.nice(0)))
