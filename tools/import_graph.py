"""Who uses whom: `python tools/import_graph.py` draws the packages of the code into docs/architecture.md.

Python packages are those of `src/woodstock` (a module at its top is a package of its own), C++ ones the folders of
`core`. An arrow that follows from two others is left out. `--check` only says whether the pictures are up to date.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"/]+)/', re.MULTILINE)
Graph = dict[str, set[str]]


class Import(NamedTuple):
    """One module uses another; `typing` where only the checker of types does."""

    user: str
    used: str
    typing: bool


def modules(source: Path) -> dict[str, Path]:
    """Every module below a folder by its dotted name; a compiled one is where its stubs will be."""
    found = {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in source.rglob("*.py")
    }
    return found | {"woodstock._core": source / "woodstock" / "_core.pyi"}


def imports(source: Path) -> Iterator[Import]:
    """All imports between the modules below a folder, those inside functions included."""
    known = modules(source)
    for user, path in known.items():
        if path.suffix != ".py":
            continue
        package = user if path.name == "__init__.py" else user.rpartition(".")[0]
        tree = ast.parse(path.read_text())
        typing = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            for name in named(node, package):
                used = name if name in known else name.rpartition(".")[0]
                if used in known and used != user:
                    yield Import(user, used, id(node) in typing)


def named(node: ast.AST, package: str) -> Iterator[str]:
    """What an import statement names, each as `module.name`."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{module}.{alias.name}" for alias in node.names)


def python_graph() -> Graph:
    graph: Graph = {}
    for entry in imports(ROOT / "src"):
        user, used = package_of(entry.user), package_of(entry.used)
        graph.setdefault(user, set())
        graph.setdefault(used, set())
        if user != used:
            graph[user].add(used)
    return graph


def package_of(module: str) -> str:
    """`woodstock.scsp.model.cells` is in `scsp`."""
    return module.split(".")[1] if "." in module else module


def core_graph() -> Graph:
    """What the folders of the core include of each other, their tests left out."""
    folders = {path.name for path in (ROOT / "core").iterdir() if path.is_dir()} - {"tests"}
    graph: Graph = {name: set() for name in sorted(folders)}
    for name in folders:
        for path in (ROOT / "core" / name).rglob("*.[chi]*"):
            if not path.stem.endswith("_test"):
                used = set(INCLUDE.findall(path.read_text()))
                graph[name] |= (used & folders) - {name}
    return graph


def reduced(graph: Mapping[str, set[str]]) -> Graph:
    """The graph without arrows that longer ways make."""
    reach: Graph = {}

    def below(node: str) -> set[str]:
        if node not in reach:
            reach[node] = set()  # a cycle ends here; the test of layers tells of it
            reach[node] = set(graph[node]).union(*map(below, graph[node]))
        return reach[node]

    return {node: used - set().union(*map(below, used)) for node, used in graph.items()}


def mermaid(graph: Mapping[str, set[str]]) -> str:
    arrows = [f"  {user} --> {used}" for user, all_used in sorted(graph.items()) for used in sorted(all_used)]
    return "\n".join(["```mermaid", "graph TD", *arrows, "```"])


def with_pictures(page: str) -> str:
    """The page with what stands between `<!-- graph NAME -->` and `<!-- end -->` drawn anew."""
    for name, graph in (("python", python_graph()), ("core", core_graph())):
        drawn = mermaid(reduced(graph)) if any(graph.values()) else "(none yet)"
        page = re.sub(
            rf"(<!-- graph {name} -->\n).*?(<!-- end -->)",
            lambda match, drawn=drawn: f"{match[1]}{drawn}\n{match[2]}",
            page,
            flags=re.DOTALL,
        )
    return page


def main() -> int:
    page = PAGE.read_text()
    drawn = with_pictures(page)
    if "--check" in sys.argv[1:]:
        return int(drawn != page)
    PAGE.write_text(drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main())
