"""Players: the interface, the clock, and the registry that names them."""

from woodstock.belief.inconsistent import InconsistentObservation
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import Tracker
from woodstock.clock import Clock, Reserve
from woodstock.players.catalogue import builtin
from woodstock.players.player import Alternative, Decision, Player
from woodstock.players.registry import Kind, Registry
from woodstock.players.spec import Option, Spec, SpecError, Value, parse_spec

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
