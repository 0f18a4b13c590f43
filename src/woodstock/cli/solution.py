"""What `woodstock solve` found: as data to print, and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from woodstock.scsp import Policy


def describe_values(names: Iterable[str], value: tuple[Fraction, ...]) -> dict[str, Any]:
    """What everybody gets, as a number and exactly."""
    named = list(zip(names, value))
    return {
        "value": {name: float(share) for name, share in named},
        "exact": {name: _short(share) for name, share in named},
    }


def _short(share: Fraction) -> str:
    text = str(share)
    return text if len(text) <= 60 else f"{text[:28]}…{text[-28:]}"


def describe_policy(policy: Policy, names: list[str]) -> dict[str, Any]:
    """Of a policy too large to be written out, the first levels; its plays are listed if they are whole."""
    listed = {"tree": policy.render(), "complete": policy.complete}
    if policy.complete:
        listed["table"] = _table_of(policy)
    return describe_values(names, policy.expected_utility) | listed


def _table_of(policy: Policy) -> list[dict[str, Any]]:
    """The plays of a policy, as in Table 5 of the 2014 paper: who does what when, with probability and utility."""
    return [
        {
            "moves": dict(path.assignment),
            "probability": str(path.probability),
            "utility": [str(share) for share in path.utility],
        }
        for path in policy.paths()
    ]


def draw_solution(result: dict[str, Any]) -> None:
    typer.echo(result["game"])
    if result.get("information", "perfect") != "perfect":
        typer.echo("  hidden information: valued by what is seen, over all states that are possible then")
    if result.get("feasible") is False:
        typer.echo("  no feasible policy")
    for name, share in result.get("value", {}).items():
        typer.echo(f"  value for {name:12} {100 * share:6.2f} %  ({result['exact'][name]})")
    for name, share in result.get("alone", {}).get("value", {}).items():
        typer.echo(f"  alone, {name:15} {100 * share:6.2f} %  ({result['alone']['exact'][name]})")
    for name, share in result.get("worst", {}).get("value", {}).items():
        typer.echo(f"  worst for {name:12} {100 * share:6.2f} %  ({result['worst']['exact'][name]})")
    if "threshold" in result and "solutions" not in result:
        typer.echo(f"  policies that reach {result['threshold']}: {result['count']}")
    if "solutions" in result:
        typer.echo(f"  solutions: {result['count']}{'' if result['complete'] else ' so far (out of time)'}")
        for solution in result["solutions"]:
            typer.echo("  " + ", ".join(f"{name} = {value}" for name, value in solution.items()))
    for number, policy in enumerate(result.get("policies", ()), 1):
        typer.echo(f"policy {number}")
        _draw_policy(policy)
    if "optimal" in result:
        typer.echo("a best policy")
        _draw_policy(result["optimal"])
    typer.echo(f"  {result['nodes']} nodes, {result['seconds']:.2f} s")
    if "symmetry" in result:
        found = result["symmetry"]
        typer.echo(
            f"  with symmetry of order {found['order']}: {found['states']} states in place of {found['without']}, "
            f"{100 * found['saved']:.1f} % saved, {found['seconds']:.2f} s"
        )


def _draw_policy(policy: dict[str, Any], most: int = 60) -> None:
    lines = policy["tree"].splitlines()
    for line in lines[:most]:
        typer.echo(f"  {line}")
    if len(lines) > most:
        typer.echo(f"  … {len(lines) - most} more lines; --json has them")
    if not policy["complete"]:
        typer.echo(
            "  the policy is larger than that: … stands for the rest, with what it is expected to bring"
        )
        return
    won = [row for row in policy["table"] if any(share != "0" for share in row["utility"])]
    typer.echo("  plays with a reward:")
    for row in won[:20]:
        moves = "  ".join(f"{name}={value}" for name, value in row["moves"].items())
        typer.echo(f"    {moves}  [{row['probability']}] → {', '.join(row['utility'])}")
    if len(won) > 20:
        typer.echo(f"    … {len(won) - 20} more; --json has them")
