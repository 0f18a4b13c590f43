"""Who may start, play and end matches. Asking who is there (INFO) is for everybody, web pages included.

Any web page that a person opens can send requests to a player on the same machine or network: across origins, when
it says so in `Origin`; by a link or an image, when only the browser gives itself away; or under a name of its own
that it has led to this address (DNS rebinding), when `Host` holds that name.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from multidict import CIMultiDictProxy

Subnet = IPv4Network | IPv6Network

BROWSERS_SEND = ("Sec-Fetch-Site", "Sec-Fetch-Mode", "Referer")
BROWSERS_ARE_CALLED = "mozilla/"


@dataclass(frozen=True, slots=True)
class Admission:
    """`allow`: addresses, everyone if empty; `origins`: web pages; `names`: what this machine is called."""

    allow: tuple[Subnet, ...] = ()
    origins: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()

    def objection(self, address: str | None, headers: CIMultiDictProxy[str]) -> str:
        """Why a request may not change anything here; nothing if it may."""
        if not self.welcomes(address):
            return "not allowed from this address"
        hosts = headers.getall("Host", [])
        if len(hosts) > 1 or not all(map(self.is_called, hosts)):
            name = host_name(hosts[0])
            return f"this player is not known as {name}; if it shall be, serve with --known-as {name}"
        origin = headers.get("Origin")
        if origin is not None:
            listed = headers.getall("Origin") == [origin] and origin.lower() in self.origins
            return "" if listed else "not for web pages; --allow-origin says which may"
        browser = headers.get("User-Agent", "").lower().startswith(BROWSERS_ARE_CALLED)
        if browser or any(name in headers for name in BROWSERS_SEND):
            return "not for browsers"
        return ""

    def welcomes(self, address: str | None) -> bool:
        return not self.allow or self.lists(address)

    def lists(self, address: str | None) -> bool:
        """Whether an address is among those that were given."""
        found = parsed_address(address)
        return found is not None and any(found in network for network in self.allow)

    def is_called(self, host: str) -> bool:
        """Whether a Host header means this machine and no name that a stranger chose."""
        name = host_name(host)
        if name == "localhost" or name.endswith(".localhost") or name in self.names:
            return True
        return parsed_address(name) is not None


def own_names(given: Iterable[str]) -> frozenset[str]:
    """The names of this machine, and those given."""
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return frozenset({full, short, f"{short}.local", *(name.lower().rstrip(".") for name in given)} - {""})


def host_name(host: str) -> str:
    """A Host header without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def parsed_address(text: str | None) -> IPv4Address | IPv6Address | None:
    """An address; one of IPv4 that came by way of IPv6 is itself again."""
    try:
        address = ip_address(text or "")
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def neighbourhood(text: str) -> str:
    """What one stranger has: an address of IPv4, 64 bits of one of IPv6."""
    address = parsed_address(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address or text)
