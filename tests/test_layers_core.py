"""The layers of the core: what a folder includes is what its `woodstock_layer` line says, and no layer needs a later one."""

import re
from functools import cache
from pathlib import Path

import pytest

CORE = Path(__file__).resolve().parent.parent / "core"
OUTSIDE = {"bindings", "testing", "third_party"}  # above all layers, or beside them


@cache
def layers() -> dict[str, tuple[str, ...]]:
    """Each layer with what it depends on, in the order in which they are declared."""
    text = (CORE.parent / "CMakeLists.txt").read_text(encoding="utf-8")
    declared = {}
    for line in re.findall(r"^woodstock_layer\((.*?)\)", text, flags=re.MULTILINE | re.DOTALL):
        name, *words = line.split()
        lists: dict[str, list[str]] = {"DEPENDS": []}
        for word in words:
            if word.isupper():
                current = lists.setdefault(word, [])
            else:
                current.append(word)
        declared[name] = tuple(lists["DEPENDS"])
    return declared


def sources() -> list[Path]:
    return sorted(path for path in CORE.rglob("*") if path.suffix in {".hpp", ".cpp", ".inl"})


def layer_of(file: Path) -> str:
    """The deepest layer above a file: subfolders such as csp/propagators belong to theirs."""
    folder = file.relative_to(CORE).parent
    names = [parent.as_posix() for parent in (folder, *folder.parents)]
    return next(name for name in names if name in layers() or name in OUTSIDE)


def included(file: Path) -> list[Path]:
    names = re.findall(r'^#include "(.*)"', file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [CORE / name for name in names]


def is_test(file: Path) -> bool:
    return file.name.endswith("_test.cpp")


def reachable(layer: str) -> set[str]:
    return {layer}.union(*(reachable(needed) for needed in layers()[layer]))


def including(layer: str) -> dict[str, set[str]]:
    """The layers that a layer's own files include, with the files that do."""
    found: dict[str, set[str]] = {}
    for file in sources():
        if layer_of(file) == layer and not is_test(file):
            for header in included(file):
                found.setdefault(layer_of(header), set()).add(file.name)
    return found


def test_includes_start_at_the_root_of_the_core() -> None:
    missing = [
        f"{file.name}: {header}" for file in sources() for header in included(file) if not header.exists()
    ]
    assert missing == []


def test_layers_need_only_earlier_ones() -> None:
    names = list(layers())
    assert names
    for index, name in enumerate(names):
        assert set(layers()[name]) <= set(names[:index]), name


@pytest.mark.parametrize("layer", layers())
def test_a_layer_includes_what_it_depends_on_and_nothing_else(layer: str) -> None:
    found = including(layer)
    found.pop(layer, None)
    undeclared = {name: files for name, files in found.items() if name not in layers()[layer]}
    assert undeclared == {}
    assert set(layers()[layer]) - set(found) == set()  # declared, but not needed


@pytest.mark.parametrize("layer", layers())
def test_a_layer_has_tests_that_stay_below_it(layer: str) -> None:
    tests = [file for file in sources() if layer_of(file) == layer and is_test(file)]
    assert tests
    seen: set[Path] = set()
    while tests:
        file = tests.pop()
        for header in included(file):
            if header not in seen:
                seen.add(header)
                if layer_of(header) == "testing":
                    tests.append(header)
    assert {layer_of(header) for header in seen} <= reachable(layer) | {"testing", "third_party"}


def test_a_layer_is_a_namespace() -> None:
    for file in sources():
        layer = layer_of(file)
        if layer not in OUTSIDE and not is_test(file):
            name = "::".join(["woodstock", *([] if layer == "base" else layer.split("/"))])
            found = re.findall(
                r"^namespace (woodstock[\w:]*) \{", file.read_text(encoding="utf-8"), flags=re.MULTILINE
            )
            assert set(found) == {name}, file


def test_nanobind_is_for_the_bindings() -> None:
    users = {layer_of(file) for file in sources() if "#include <nanobind" in file.read_text(encoding="utf-8")}
    assert users == {"bindings"}


def test_modules_are_small() -> None:
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in sources()}
    assert {file.relative_to(CORE).as_posix(): count for file, count in lines.items() if count >= 300} == {}
