"""The answers to what a person types besides moves, whoever asks and whenever."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.arena.seat import Leave, TakeBack
from woodstock.cli.session.commands import help_lines
from woodstock.cli.session.reason import moves_text
from woodstock.cli.session.saving import save
from woodstock.cli.session.words import Unclear, listed, words

if TYPE_CHECKING:
    from woodstock.cli.session.table import Table
    from woodstock.game import Role


def answer(table: Table, role: Role, command: str, line: str) -> None:
    """Do what a command says, or raise `Unclear`, `TakeBack` or `Leave`."""
    arguments = line.split()[1:]
    match command:
        case "moves":
            list_moves(table, role, words(line)[1:])
        case "log":
            log(table, role)
        case "rules":
            table.say(table.game.description or "The rulesheet has no description.")
            table.say(table.game.rulesheet.text)
        case "explain":
            explain(table, " ".join(arguments).lower())
        case "undo":
            undo(table)
        case "save":
            keep(table, " ".join(arguments))
        case "new":
            table.wants_new = True
            raise Leave
        case "quit":
            raise Leave
        case _:
            table.say("\n".join(help_lines()))


def list_moves(table: Table, role: Role, prefix: Sequence[str] = ()) -> None:
    legal = table.state.legal(role)
    found = [n for n, move in enumerate(legal) if words(str(move))[: len(prefix)] == list(prefix)]
    table.say(
        listed(legal, table.console.width, found) if found else f"No move begins with {' '.join(prefix)}."
    )


def log(table: Table, role: Role) -> None:
    """Everything that was played; of what is hidden only the role's own side, until the end."""
    if len(table.turns) == 1:
        raise Unclear("Nothing was played yet.")
    for before, turn in pairwise(table.turns):
        if table.hides and not table.is_over:
            table.say(table.own_step(role, before.state, turn))
        else:
            seen = " ".join(map(str, turn.state.percepts(role)))
            told = moves_text(before.state, turn.moves)
            table.say(f"{turn.step}. {told}" + (f"; {role} saw {seen}" if seen else ""))


def explain(table: Table, role: str) -> None:
    if role and role not in (names := [each.name for each in table.game.roles]):
        raise Unclear(f"There is no role {role}; roles are {', '.join(names)}.")
    known = [reason for reason in table.reasons if reason.is_hint or table.is_over or not table.hides]
    found = next((reason for reason in reversed(known) if not role or reason.role.name == role), None)
    if found is not None:
        table.say("\n".join(found.lines()))
        table.explain_values()
    elif table.hides and not table.is_over:
        raise Unclear("The others' reasons would tell what you must not see; ask again at the end.")
    else:
        raise Unclear("There is nothing to explain yet: no player has decided on anything.")


def undo(table: Table) -> None:
    if table.undo_refused:
        raise Unclear(table.undo_refused)
    own = [
        turn.step
        for turn in table.turns[:-1]
        if any(len(turn.state.legal(person)) > 1 for person in table.people)
    ]
    if not own:
        raise Unclear("There is nothing to take back: you have not decided on anything yet.")
    table.say(f"Back to step {own[-1]}.")
    raise TakeBack(own[-1])


def keep(table: Table, name: str) -> None:
    record = table.turns[-1].record
    if record is None:
        raise Unclear("There is no match to be kept.")
    path = Path(name).expanduser() if name else table.file or Path(f"{table.game.name}.json")
    save(record(), path, table.file)
    table.file = path
    table.say(f"Saved. `woodstock play {table.source} --resume {path}` goes on from here.")
