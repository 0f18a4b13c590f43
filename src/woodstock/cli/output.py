"""Printing results."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for tools.")]


def print_json(result: Any) -> None:
    print(json.dumps(result, indent=2, ensure_ascii=False))
