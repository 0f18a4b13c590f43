"""People who type what was written down before."""

import io

import pytest

from tests.cli.run import Outcome, run


class Script:
    """Plays with lines typed in advance; the input ends after the last one."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, lines: str, *arguments: object) -> Outcome:
        self._monkeypatch.setattr(
            "sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines.split("; ")))
        )
        return run(self._capsys, "play", *arguments)
