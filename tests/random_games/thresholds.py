"""The grounder's passes made eager: small sheets are rewritten in every way that large ones are."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType

from woodstock.grounding import program, reachability
from woodstock.grounding.rewriting import (
    alternatives,
    aspects,
    calls,
    decompose,
    demand,
    normal,
    one_source,
    other_witness,
)
from woodstock.grounding.rewriting.normal import Literal, NormalRule

# A relation that cannot have instances is estimated at one, and no rule of it may be guarded. A cut must still gain something, or cutting would never end.
EAGER: dict[ModuleType, dict[str, float]] = {
    calls: {"WORTH_CALLING": 0.0},
    demand: {"WORTH_GUARDING": 2.0},
    decompose: {"WORTH_CUTTING": 0.0, "GAIN": 1.0},
    other_witness: {"WORTH_FREEING": 0.0, "FEWEST_WITNESSES": 2},
    alternatives: {"WORTH_JOINING": 0.0},
    aspects: {"WORTH_TELLING_APART": 0.0},
    one_source: {"WORTH_ONE_SOURCE": 0.0},
}
REACHING: dict[ModuleType, dict[str, float]] = {
    program: {"WORTH_REACHING": 0.0},
    reachability: {"WORTH_LEAVING_OUT": 0.0},
}

MADE_UP = re.compile(r"([a-z]+)[ ;]")
"""How names begin that no reader yields: they go on with a blank or with what begins a comment."""

REWRITINGS = {
    "call": calls.CALL_RELATION,
    "guard": demand.GUARD_RELATION,
    "part": decompose.PART_RELATION,
    "binding": decompose.BINDING_RELATION,
    "exception": other_witness.TWO_RELATION,
    "either": alternatives.EITHER_RELATION,
    "source": one_source.SOURCE_RELATION,
    "aspect": aspects.ASPECT_RELATION,
    "hidden": normal.HIDDEN_RELATION,
}


@contextmanager
def eager(*, reaching: bool) -> Iterator[None]:
    """Within, every pass takes every chance it gets."""
    changes = {**EAGER, **(REACHING if reaching else {})}
    before = [(module, name, getattr(module, name)) for module, values in changes.items() for name in values]
    try:
        for module, values in changes.items():
            for name, value in values.items():
                setattr(module, name, value)
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def rewritings(rules: Iterable[NormalRule]) -> Counter[str]:
    """How many of the rules each rewriting has left its relation in."""
    words = {word: name for name, word in REWRITINGS.items()}
    found: Counter[str] = Counter()
    for rule in rules:
        atoms = [rule.head, *(literal.atom for literal in rule.body if isinstance(literal, Literal))]
        made_up = (MADE_UP.match(atom.name) for atom in atoms)
        found.update({words[name[1]] for name in made_up if name and name[1] in words})
    return found
