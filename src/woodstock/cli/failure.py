"""How an error is shown: its message on the error stream, or as JSON where the result would have been."""

from __future__ import annotations

import os
import sys

from woodstock.cli.output import print_json
from woodstock.errors import WoodStockError


def report(error: WoodStockError | OSError, *, as_json: bool) -> None:
    if isinstance(error, BrokenPipeError):
        # Whoever read our output has left; do not fail again when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    message = text_of(error)
    if as_json:
        print_json({"error": {"type": type(error).__name__, "message": message}})
    else:
        from rich.console import Console

        console = Console(stderr=True, soft_wrap=True, highlight=False)
        console.print("[bold red]error:[/] ", end="")
        console.print(message.removeprefix("error: "), markup=False)


def text_of(error: WoodStockError | OSError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
