"""The words that GDL and GDL-II give a meaning to: the only list of them."""

from __future__ import annotations

RELATIONS = {
    "role": 1,
    "init": 1,
    "true": 1,
    "does": 2,
    "next": 1,
    "legal": 2,
    "goal": 2,
    "terminal": 0,
    "base": 1,
    "input": 2,
    "sees": 2,
}
"""What the game is made of, with the number of arguments: all other relations are helpers."""

CONTENT_PLACES = {
    "init": 0,
    "true": 0,
    "next": 0,
    "base": 0,
    "does": 1,
    "legal": 1,
    "input": 1,
    "sees": 1,
}
"""Where the fluent, move or percept stands in the relations that are about one."""

CONNECTIVES = frozenset({"not", "and", "or", "distinct"})
ARROW = "<="
"""What a rule begins with in KIF."""

CHANCE = "random"
"""The role that GDL-II reserves for chance."""

RESERVED = frozenset({*RELATIONS, *CONNECTIVES, ARROW, CHANCE})
