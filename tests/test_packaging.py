"""What is said once is said once: the version, the formatters, the five papers, the ways to build."""

import json
import tomllib
from pathlib import Path

import woodstock

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version_comes_from_one_place() -> None:
    assert woodstock.__version__ == PROJECT["version"]
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert "\nversion:" not in cited


def test_formatters_are_pinned() -> None:
    pinned = dict(line.split("==") for line in PROJECT["optional-dependencies"]["lint"])
    assert set(pinned) == {"ruff", "mypy", "clang-format"}
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert all(f".venv/bin/{name}" in hooks for name in pinned)


def test_all_papers_are_cited() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert cited.count("\n  - type: ") == 5


def test_the_presets_are_complete() -> None:
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    names = {
        kind: {each["name"] for each in presets[f"{kind}Presets"]} for kind in ("configure", "build", "test")
    }
    assert names["build"] == names["test"] == {"release", "sanitized", "arm"} == names["configure"] - {"core"}


def test_ci_runs_what_the_readme_says() -> None:
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make test\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
