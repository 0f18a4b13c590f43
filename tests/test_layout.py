"""Files stay small enough to be read in one go."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "core", "tests", "tools", "benchmarks")
MOST_LINES = 299


def test_no_file_is_longer_than_it_may_be() -> None:
    files = [
        path
        for folder in FOLDERS
        for ending in ("py", "cpp", "hpp")
        for path in (ROOT / folder).rglob(f"*.{ending}")
    ]
    assert len(files) > 500
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}
