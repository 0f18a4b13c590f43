"""The packages are layers: an import goes downwards, and no two modules need each other.

Imports inside functions count, and those for the checker of types too.
"""

import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

import pytest
from tools.import_graph import ROOT, imports, modules

ORDER = """
_core errors clock
background deadline
gdl
view moves names
grounding
checks
compile
factoring
engines.engine
engines.reference
engines
scsp.model
scsp.solving
scsp.game.mutex
scsp.game
scsp.xcsp scsp.papers
scsp
traits
symmetry
game
games
belief
players
search_tree
analysis solution
net
net.worker
net.server
arena
web
__init__
cli
__main__
"""
"""From the bottom up. Those in one line do not use each other; a package's own modules come where it is named, the
packages in it where they are."""

SOURCE = ROOT / "src"
LAYERS = {name: number for number, line in enumerate(ORDER.split("\n")) for name in line.split()}


def layer(module: str) -> str:
    """The longest name in the order that a module's begins with."""
    parts = module.split(".")[1:] or ["__init__"]
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next(name for name in names if name in LAYERS)


def test_every_module_has_a_layer_and_every_layer_a_module() -> None:
    assert {layer(module) for module in modules(SOURCE)} == set(LAYERS)


def test_imports_go_downwards() -> None:
    upwards = [
        f"{entry.user} uses {entry.used}"
        for entry in imports(SOURCE)
        if layer(entry.user) != layer(entry.used) and LAYERS[layer(entry.used)] >= LAYERS[layer(entry.user)]
    ]
    assert not upwards


def test_no_two_modules_need_each_other() -> None:
    graph: dict[str, set[str]] = {}
    for entry in imports(SOURCE):
        if not entry.typing:
            graph.setdefault(entry.user, set()).add(entry.used)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" uses ".join(reversed(error.args[1])))


def test_the_pictures_are_up_to_date() -> None:
    tool = ROOT / "tools" / "import_graph.py"
    done = subprocess.run([sys.executable, tool, "--check"], check=False)
    assert done.returncode == 0, "python tools/import_graph.py draws them anew"
