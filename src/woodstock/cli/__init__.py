"""The `woodstock` command. Heavy modules are imported by the commands that need them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends by `SystemExit`. Errors meant for the user are shown without a traceback."""
    from woodstock.cli.app import app
    from woodstock.cli.failure import report
    from woodstock.errors import WoodStockError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # names may have characters that the terminal has not
            stream.reconfigure(errors="replace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        app(args=given, prog_name="woodstock")
    except (WoodStockError, OSError) as error:
        report(error, as_json="--json" in given)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
