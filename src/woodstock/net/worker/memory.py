"""The memory of a match's process: what the game does not take is for the player's search."""

from __future__ import annotations

import os
from pathlib import Path

from woodstock.players.registry import Registry
from woodstock.players.spec import Spec, parse_spec

LEAST_MEGABYTES = 64


def resident_megabytes() -> int:
    """How much memory this process has now; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def within_memory(player: str, registry: Registry, taken: int) -> Spec:
    """The player with its option `memory`, so far that of the whole process, less what is taken already."""
    spec = parse_spec(player)
    whole = registry.kind(spec).values(spec).get("memory")
    if not isinstance(whole, int):
        return spec
    others = tuple(setting for setting in spec.settings if setting[0] != "memory")
    return Spec(spec.name, others).with_setting("memory", max(LEAST_MEGABYTES, whole - taken))
