"""Players: the interface, the clock, and the registry that names them."""

from woodstock.players.clock import Clock, Reserve
from woodstock.players.player import Alternative, Decision, Observation, Player
from woodstock.players.registry import Kind, Registry, builtin
from woodstock.players.spec import Option, Spec, SpecError, Value, parse_spec
from woodstock.players.tracker import InconsistentObservation, Tracker

__all__ = [
    "Alternative",
    "Clock",
    "Decision",
    "InconsistentObservation",
    "Kind",
    "Observation",
    "Option",
    "Player",
    "Registry",
    "Reserve",
    "Spec",
    "SpecError",
    "Tracker",
    "Value",
    "builtin",
    "parse_spec",
]
