"""Where this machine can be reached: a free port, the addresses that phones in the hall can use, the QR code."""

import contextlib
import io
import ipaddress
import socket
import sys

import segno

if sys.platform == "linux":
    import fcntl
    import struct

_SIOCGIFADDR = 0x8915  # Linux: the address of an interface
_NOBODY = "192.0.2.1"  # a documentation address: a datagram socket chooses a way there and sends nothing
_TRIES = 50
_QUEUE = 1024


class NoFreePort(Exception):
    """Every port in reach is taken, or the host's name is not one of this machine."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the port, or on the next free one after it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + _TRIES):
        if _answers(candidate):
            continue
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two servers share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(_QUEUE)  # whoever calls from now on waits instead of being turned away
        except OSError:
            listener.close()
        else:
            return listener
    raise NoFreePort


def _answers(port: int) -> bool:
    """Whether somebody on this machine already serves there, on whatever address."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as caller:
        caller.settimeout(0.5)
        return caller.connect_ex(("127.0.0.1", port)) == 0


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


def qr_code(address: str, *, colours: bool) -> str:
    """The address as a code for a phone's camera; with colours it is dark on light in every terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(out=drawn, compact=True, border=2)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" if colours else line for line in lines)
