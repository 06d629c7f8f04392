"""Where phones in the hall can reach this machine: its networks, and the address that codes carry."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from dataclasses import dataclass
from datetime import datetime

import ifaddr

from tournaments.models import HallAddress

_NOBODY = "192.0.2.1"  # a documentation address: a datagram socket chooses a way there and sends nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A network that this machine is in: its own address there, and what the system calls the card."""

    address: str
    card: str


def networks() -> list[Network]:
    """The networks in which neighbours can open this machine, the likeliest first. IPv4: it can be typed."""
    cards = {
        str(address.ip): adapter.nice_name
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if address.is_IPv4
    }
    likely = _towards_the_router()
    known = dict.fromkeys([*([likely] if likely else []), *cards])
    return [
        Network(address=one, card=cards.get(one, ""))
        for one in known
        if _is_for_neighbours(one, cards.get(one, ""))
    ]


def addresses_for_phones() -> list[str]:
    """The addresses of `networks`."""
    return [network.address for network in networks()]


def current_address() -> str:
    """The address that codes carry now: the newest noted one while it holds, else the likeliest; "" without a network."""
    return _current(list(HallAddress.objects.order_by("-pk")[:1]))


def on_old_paper(*, made_at: datetime) -> tuple[str, str] | None:
    """The address on codes that were made then, and the one they carry now, where the two differ."""
    noted = list(HallAddress.objects.order_by("pk"))
    if not noted:
        return None
    then = ""
    for row in noted:
        if row.at <= made_at or row.why == HallAddress.Why.PRINTED or not then:
            then = row.address
    now_called = _current(noted[-1:])
    return (then, now_called) if then and now_called and then != now_called else None


def _current(newest: list[HallAddress]) -> str:
    present = addresses_for_phones()
    if newest and address_holds(newest[0].address, present):
        return newest[0].address
    return present[0] if present else ""


def address_holds(address: str, present: list[str]) -> bool:
    """Whether phones may still come by it. A name cannot be asked here without asking the internet: it is believed."""
    return address in present if _is_number(address) else True


def _is_number(address: str) -> bool:
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(address)
        return True
    return False


def _is_for_neighbours(address: str, card: str) -> bool:
    known = ipaddress.ip_address(address)
    inside = card.startswith(("docker", "br-", "veth", "virbr"))  # networks between programs of this machine
    return not (known.is_loopback or known.is_link_local or known.is_unspecified or inside)


def _towards_the_router() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller, contextlib.suppress(OSError):
        caller.connect((_NOBODY, 9))
        return str(caller.getsockname()[0])
    return ""
