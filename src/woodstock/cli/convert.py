"""`woodstock convert`: from one notation of rules to the other."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from woodstock.cli.loading import RulesArgument, rules_file
from woodstock.cli.output import JsonOption, print_json


class Notation(StrEnum):
    """`kif` is the prefix notation of game servers, `hrf` the infix one."""

    KIF = "kif"
    HRF = "hrf"


def convert(
    rules: RulesArgument,
    *,
    to: Annotated[
        Notation | None,
        typer.Option(help="The notation to write; the other one if not given.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write it; the screen if not given.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write a game's rules in prefix (kif) or infix (hrf) notation, neatly laid out. Comments are lost."""
    from woodstock.gdl import looks_infix, read, write_hrf, write_kif

    file = rules_file(rules)
    rulesheet = read(file)
    target = to or (Notation.KIF if looks_infix(rulesheet.text) else Notation.HRF)
    text = write_kif(rulesheet) if target is Notation.KIF else write_hrf(rulesheet)
    if output is not None:
        output.write_text(text, encoding="utf-8")
    if json:
        print_json({"file": str(file), "notation": target.value, "rules": len(rulesheet), "text": text})
    elif output is None:
        typer.echo(text, nl=False)
    else:
        typer.echo(f"{output}: {len(rulesheet)} rules as {target.value}")
