"""Other solvers on our networks: Choco through pychoco, ACE through its jar. None where they are absent."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from woodstock.scsp import Network
from woodstock.scsp.model.cells import STAR
from woodstock.scsp.xcsp.plain import plain_rows

Solution = tuple[object, ...]


def choco_model(network: Network) -> tuple[Any, list[Any]]:
    """The hard constraints as a Choco model, with the variables of the network in its order."""
    from pychoco import Model

    model = Model()
    plain = plain_rows(network)
    numbers = {v.name: {value: i for i, value in enumerate(v.domain)} for v in plain.variables}
    variables = {v.name: model.intvar(0, len(v.domain) - 1, f"x{i}") for i, v in enumerate(plain.variables)}
    for constraint in plain.hard:
        rows = [
            [-1 if cell is STAR else numbers[name][cell] for cell, name in zip(row, constraint.scope)]
            for row in constraint.rows
        ]
        scope = [variables[name] for name in constraint.scope]
        if len(scope) > 1:
            model.table(scope, rows, True, "CT+", -1).post()
        elif [-1] not in rows:
            model.member(scope[0], sorted({row[0] for row in rows})).post()
    return model, [variables[v.name] for v in network.variables]


def choco_solutions(network: Network) -> set[Solution]:
    model, variables = choco_model(network)
    found = set()
    for solution in model.get_solver().find_all_solutions():
        numbers = [solution.get_int_val(variable) for variable in variables]
        found.add(tuple(v.domain[n] for v, n in zip(network.variables, numbers)))
    return found


def ace_jar() -> Path | None:
    """ACE's jar in the pycsp3 package, if Java can run it."""
    try:
        import importlib.util

        spec = importlib.util.find_spec("pycsp3")
    except ImportError:
        return None
    if spec is None or spec.origin is None or shutil.which("java") is None:
        return None
    return next(iter(sorted((Path(spec.origin).parent / "solvers" / "ace").glob("ACE*.jar"))), None)


def ace_solutions(file: Path, network: Network) -> set[Solution]:
    """What ACE enumerates for an XCSP3 file that `write_csp` made of the network; the network's variables come
    first in such a file."""
    jar = ace_jar()
    assert jar is not None
    quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]  # most of the time is the start
    command = ["java", *quick, "-jar", str(jar), str(file), "-s=all", "-xe", "-npc"]
    text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    found = set()
    for part in text.split("<instantiation")[1:]:
        names = part.split("<list>")[1].split("</list>")[0].split()
        words = part.split("<values>")[1].split("</values>")[0].split()
        values = dict(zip(names, _expanded(words)))
        found.add(tuple(v.domain[int(values[f"x{i}"])] for i, v in enumerate(network.variables)))
    return found


def _expanded(words: list[str]) -> list[str]:
    """Values with repetitions written out: 0x3 stands for 0 0 0."""
    found: list[str] = []
    for word in words:
        value, times, count = word.partition("x")
        found += [value] * int(count) if times else [word]
    return found
