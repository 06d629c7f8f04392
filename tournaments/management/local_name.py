"""`romme-club.local`: the laptop answers to a name in its own network (mDNS), so that nobody types numbers."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Iterator

try:
    from zeroconf import DNSQuestionType, NonUniqueNameException, ServiceInfo, Zeroconf
except ImportError:  # no wheel for Windows on ARM: there phones come by number
    Zeroconf = None  # type: ignore[assignment,misc]

NAME = "romme-club"
KIND = "_http._tcp.local."
MOST = 9  # laptops of one name in one network
LOOK_MS = (
    700  # for an answer that everybody hears; whoever said his name within the last second answers later
)

log = logging.getLogger(__name__)


@contextlib.contextmanager
def answering(addresses: list[str], port: int) -> Iterator[str]:
    """Announce the laptop in its network while this context lasts; yields its name, or "" if that fails."""
    if Zeroconf is None or not addresses:
        yield ""
        return
    try:
        responder = Zeroconf(interfaces=addresses)
    except OSError as error:  # no multicast on this network
        log.info("no name in the network: %s", error)
        yield ""
        return
    try:
        yield _registered(responder, addresses, port)
    finally:
        responder.unregister_all_services()
        responder.close()


def _registered(responder: Zeroconf, addresses: list[str], port: int) -> str:
    """Register the first free one of romme-club.local, romme-club-2.local …; "" if none is free."""
    for number in range(1, MOST + 1):
        name = NAME if number == 1 else f"{NAME}-{number}"
        service = ServiceInfo(
            KIND,
            f"{name}.{KIND}",
            port=port,
            server=f"{name}.local.",
            addresses=[socket.inet_aton(one) for one in addresses],
        )
        if _taken(responder, service.name):
            continue
        with contextlib.suppress(NonUniqueNameException):
            responder.register_service(service, cooperating_responders=False)
            return f"{name}.local"
    return ""


def _taken(responder: Zeroconf, name: str) -> bool:
    """Whether somebody answers to it already.

    The library asks for answers to itself alone: where two responders share a machine's port, the system may hand those
    to the other one. So the name is asked for aloud first.
    """
    asked = DNSQuestionType.QM
    return responder.get_service_info(KIND, name, timeout=LOOK_MS, question_type=asked) is not None
