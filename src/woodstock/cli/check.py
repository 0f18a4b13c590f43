"""`woodstock check`: everything that is wrong with a rulesheet."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, RulesArgument, SeedOption, load_game, rules_file
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar, with_bar

if TYPE_CHECKING:
    from woodstock.engines.selfcheck import Disagreement, Verdict
    from woodstock.gdl import Diagnostic


def check(
    rules: RulesArgument,
    *,
    play: Annotated[
        int, typer.Option(metavar="N", min=0, help="Also play N random games and report what they show.")
    ] = 0,
    engines: Annotated[
        bool, typer.Option("--engines", help="Also compare all engines with each other on random plays.")
    ] = False,
    seconds: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="How long engines are compared.")
    ] = 10.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Check a game's rules: all problems at once, each with its place and what to do.

    Errors make a game unusable; warnings are what real game servers accept. Exit code 1 on errors.
    """
    from woodstock.checks import check as check_rules
    from woodstock.gdl import Severity, SyntaxProblem, read

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
    verdicts: list[Verdict] = []
    if engines and not errors:
        verdicts = compare(rules, seconds, seed)
        findings += [difference_finding(each.difference) for each in verdicts if each.difference]
        errors = sum(finding.severity is Severity.ERROR for finding in findings)
    if json:
        print_json(as_json(file, findings, errors) | ({"engines": engines_json(verdicts)} if engines else {}))
    else:
        show(file, text, findings, errors)
        for verdict in verdicts:
            if not verdict.difference:
                typer.echo(f"{file}: {verdict}")
    if errors:
        raise typer.Exit(1)


def play_findings(rules: str, games: int, seed: int) -> list[Diagnostic]:
    from woodstock.checks.random_play import RandomPlay

    game, _ = load_game(rules, EngineName.AUTO)
    run = RandomPlay(game.engine, seed)
    for _ in with_bar(range(games), "playing random games"):
        run.play_one()
    return run.findings()


def compare(rules: str, seconds: float, seed: int) -> list[Verdict]:
    """The fast engines against the evaluator, then the reference too, which sees fewer states."""
    from woodstock.engines.engine import Engine
    from woodstock.engines.evaluator import Evaluator
    from woodstock.engines.lanes import LaneEngine
    from woodstock.engines.reference import Reference
    from woodstock.engines.selfcheck import compare_engines

    game, _ = load_game(rules, EngineName.AUTO)
    judge = Evaluator(game.rulesheet)
    fast: list[Engine[Any]] = [game.engine, LaneEngine(game.compiled)] if game.compiled else []
    rounds = [fast, [*fast, Reference(game.rulesheet)]] if fast else [[Reference(game.rulesheet)]]
    return [
        wait_with_bar(
            partial(compare_engines, judge, engines, seconds=seconds / len(rounds), seed=seed),
            f"comparing {judge.name}, {', '.join(engine.name for engine in engines)}",
        )
        for engines in rounds
    ]


def difference_finding(difference: Disagreement) -> Diagnostic:
    from woodstock.gdl import Diagnostic, Severity

    remedy = "this is an error of WoodStock: please report it with the rulesheet; `--engine evaluator` goes round it"
    return Diagnostic(Severity.ERROR, "engines-differ", str(difference), None, remedy)


def engines_json(verdicts: list[Verdict]) -> list[dict[str, Any]]:
    return [
        {
            "engines": list(verdict.engines),
            "plays": verdict.plays,
            "states": verdict.states,
            "difference": str(verdict.difference) if verdict.difference else None,
        }
        for verdict in verdicts
    ]


def as_json(file: Path, findings: list[Diagnostic], errors: int) -> dict[str, Any]:
    return {
        "file": str(file),
        "errors": errors,
        "warnings": len(findings) - errors,
        "diagnostics": [finding_json(finding) for finding in findings],
    }


def finding_json(finding: Diagnostic) -> dict[str, Any]:
    place = finding.location
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
        if finding.location is None:
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
