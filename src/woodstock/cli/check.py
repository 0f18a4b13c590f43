"""`woodstock check`: everything that is wrong with a rulesheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, RulesArgument, SeedOption, load_game, rules_file
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import counted

if TYPE_CHECKING:
    from woodstock.gdl import Diagnostic


def check(
    rules: RulesArgument,
    *,
    play: Annotated[
        int, typer.Option(metavar="N", min=0, help="Also play N random games and report what they show.")
    ] = 0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Check a game's rules: all problems at once, each with its place and what to do.

    Errors make a game unusable; warnings are what real game servers accept. Exit code 1 on errors.
    """
    from woodstock.gdl import Severity, SyntaxProblem, read
    from woodstock.gdl import check as check_rules

    file, text = rules_file(rules), ""
    try:
        rulesheet = read(file)
        text = rulesheet.text
        findings = check_rules(rulesheet)
    except SyntaxProblem as problem:
        text = problem.text
        findings = list(problem.diagnostics)
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    if play and not errors:
        findings += play_findings(rules, play, seed)
        errors = sum(finding.severity is Severity.ERROR for finding in findings)
    if json:
        print_json(as_json(file, findings, errors))
    else:
        show(file, text, findings, errors)
    if errors:
        raise typer.Exit(1)


def play_findings(rules: str, games: int, seed: int) -> list[Diagnostic]:
    from woodstock.gdl.checks.random_play import RandomPlay

    game, _ = load_game(rules, EngineName.AUTO)
    run = RandomPlay(game.engine, seed)
    for _ in counted(range(games), "playing random games"):
        run.play_one()
    return run.findings()


def as_json(file: Path, findings: list[Diagnostic], errors: int) -> dict[str, Any]:
    return {
        "file": str(file),
        "errors": errors,
        "warnings": len(findings) - errors,
        "diagnostics": [finding_json(finding) for finding in findings],
    }


def finding_json(finding: Diagnostic) -> dict[str, Any]:
    place = finding.position
    return {
        "severity": str(finding.severity),
        "code": finding.code,
        "message": finding.message,
        "remedy": finding.remedy,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "length": place.length if place else None,
    }


def show(file: Path, text: str, findings: list[Diagnostic], errors: int) -> None:
    from rich.console import Console
    from rich.text import Text

    from woodstock.gdl import Severity

    console = Console(soft_wrap=True, highlight=False)
    for finding in findings:
        colour = "red" if finding.severity is Severity.ERROR else "yellow"
        first, *rest = finding.show(text).split("\n")
        if finding.position is None:
            first = f"{file}: {first}"
        line = Text(first)
        line.highlight_words([f" {finding.severity}: "], f"bold {colour}")
        console.print(line)
        for row in rest:
            console.print(Text(row, style=colour if row.strip(" |^") == "" else ""))
        console.print()
    warnings = len(findings) - errors
    verdict = (
        "no problems"
        if not findings
        else f"{counted_text(errors, 'error')}, {counted_text(warnings, 'warning')}"
    )
    console.print(Text(f"{file}: {verdict}", style="bold red" if errors else "bold"))


def counted_text(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
