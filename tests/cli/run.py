"""Running the command line in this process."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from woodstock.cli import main


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    caught = capsys.readouterr()
    code = ended.value.code
    assert code is None or isinstance(code, int)
    return Outcome(code or 0, caught.out, caught.err)
