import pytest

from tests.cli.script import Script


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Script:
    return Script(capsys, monkeypatch)
