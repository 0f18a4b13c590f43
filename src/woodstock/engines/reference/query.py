"""A program for clingo that derives some relations from given facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from woodstock.engines.reference.asp import Reading, Writer
from woodstock.engines.reference.demand import Call, Demand, Signature
from woodstock.engines.reference.depth import Depths
from woodstock.errors import WoodStockError


class NoAnswer(WoodStockError):
    """The rules have no single meaning in a state: negation runs in a circle."""


class Query:
    """Asks the given calls; with `directed` only what they need is derived, else everything."""

    def __init__(self, demand: Demand, calls: Sequence[Call], writer: Writer, *, directed: bool) -> None:
        clauses = demand.query(calls) if directed else demand.reachable(call.relation for call in calls)
        self._writer = writer
        self.names = {
            call.relation: call.name if directed and not demand.is_fact(call.relation) else call.relation[0]
            for call in calls
        }
        """How the copy of each relation is called."""
        self.text = writer.program(clauses)
        self._show = "".join(
            f"\n#show {writer.relations.identifier(name)}/{relation[1]}."
            for relation, name in self.names.items()
        )
        self._relations = {(name, relation[1]): relation for relation, name in self.names.items()}

    def ask(self, facts: Iterable[clingo.Symbol]) -> dict[Signature, list[Reading]]:
        """The atoms that hold, by relation."""
        found: dict[Signature, list[Reading]] = {relation: [] for relation in self.names}
        for atom in only_model(ground(self.text + self._show, facts, self._writer.depths, "--models=2")):
            reading = self._writer.reading(atom)
            found[self._relations[reading.relation, len(reading.terms)]].append(reading)
        return found


def ground(text: str, facts: Iterable[clingo.Symbol], depths: Depths, *options: str) -> clingo.Control:
    """clingo with a program and facts, ready to be solved; `EndlessTerms` where there is no end."""
    control = clingo.Control(["--warn=none", *options], logger=ignore)
    control.add("base", [], text)
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(fact)])
    depths.begin()
    control.ground([("base", [])], context=depths)
    return control


def only_model(control: clingo.Control) -> Sequence[clingo.Symbol]:
    """The atoms that are shown of the only set that is consistent; reading them at once is what makes it quick."""
    with control.solve(yield_=True) as handle:
        models: list[Sequence[clingo.Symbol]] = [model.symbols(shown=True) for model in handle]
    if len(models) != 1:
        found = "no" if not models else "more than one"
        raise NoAnswer(
            f"the rules allow {found} consistent set of atoms in this state; "
            "look for a relation that depends on its own negation (woodstock check)"
        )
    return models[0]


def ignore(code: clingo.MessageCode, message: str) -> None:
    """Undefined relations are simply false: nothing to report."""
