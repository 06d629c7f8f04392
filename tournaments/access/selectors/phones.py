"""Where phones in the hall can reach this machine: its own addresses, the likeliest first."""

import contextlib
import ipaddress
import socket
import sys

if sys.platform == "linux":
    import fcntl
    import struct

_SIOCGIFADDR = 0x8915  # Linux: the address of an interface
_NOBODY = "192.0.2.1"  # a documentation address: a datagram socket chooses a way there and sends nothing


def addresses_for_phones() -> list[str]:
    """The IPv4 addresses of this machine that others in the same network can open, the likeliest first."""
    found = dict.fromkeys([*_towards_the_router(), *_of_interfaces(), *_of_the_name()])
    return [address for address in found if _is_for_neighbours(address)]


def _is_for_neighbours(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def _towards_the_router() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller, contextlib.suppress(OSError):
        caller.connect((_NOBODY, 9))
        return [str(caller.getsockname()[0])]
    return []


def _of_the_name() -> list[str]:
    """What Windows and macOS know about themselves, also without any router."""
    with contextlib.suppress(OSError):
        return [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def _of_interfaces() -> list[str]:
    """What Linux knows about its cards, also when the laptop itself is the hotspot."""
    if sys.platform != "linux":
        return []
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                question = struct.pack("256s", name.encode()[:15])
                addresses.append(socket.inet_ntoa(fcntl.ioctl(asker.fileno(), _SIOCGIFADDR, question)[20:24]))
    return addresses
