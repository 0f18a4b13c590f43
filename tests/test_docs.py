"""The documentation's commands and examples run and give what they say; what it names exists."""

import doctest
import re
from pathlib import Path

import pytest

import woodstock
from tests.pages import follow, opened
from woodstock.players import builtin

ROOT = Path(__file__).resolve().parents[1]
DOCS = sorted((ROOT / "docs").rglob("*.md"))


@pytest.mark.parametrize("name", ["tutorial.md", "protocol.md"])
def test_a_page_as_a_reader_follows_it(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as shell:
        assert follow(ROOT / "docs" / name, shell) >= 2
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(ROOT / "docs" / name), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0


@pytest.mark.parametrize("page", [*DOCS, ROOT / "README.md"], ids=lambda page: page.stem)
def test_what_is_named_exists(page: Path) -> None:
    text = re.sub("```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    places = (ROOT / "src" / "woodstock", ROOT / "core", ROOT)
    for word in text.split("`")[1::2]:
        if word.endswith((".py", ".hpp")):
            assert any((place / word).exists() for place in places), word
    for link in text.split("](")[1:]:
        target = link.partition(")")[0].partition("#")[0]
        assert not target or "://" in target or (page.parent / target).exists(), link


def test_every_public_name_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert [name for name in woodstock.__all__ if f"woodstock.{name}" not in page] == []


def test_every_page_is_in_the_site_and_within_reach() -> None:
    """The site's list of pages has each of them, and the index or the README leads to it."""
    names = {page.relative_to(ROOT / "docs").as_posix() for page in DOCS}
    listed = set(re.findall(r"- ([\w/-]+\.md)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert listed == names
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [name for name in sorted(names - {"index.md"}) if f"]({name})" not in index] == []


def test_the_index() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "index.md"), module_relative=False)
    assert (result.attempted, result.failed) == (4, 0)


def test_every_player_is_introduced() -> None:
    page = (ROOT / "docs" / "concepts.md").read_text(encoding="utf-8")
    assert [kind.name for kind in builtin() if f"`{kind.name}`" not in page] == []
