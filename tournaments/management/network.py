"""How the server is reached: a free port, and the QR code of its address for the terminal."""

import io
import socket
import sys

import segno

TRIES = 50
_QUEUE = 1024


class NoFreePort(Exception):
    """Every port in reach is taken, or the host's name is not one of this machine."""


def listen(host: str, port: int, *, tries: int = TRIES) -> socket.socket:
    """A socket that listens on the port, or on the next free one after it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + tries, 65536)):
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
    """Whether a program on this machine serves on that port already, on any of its addresses."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as caller:
        caller.settimeout(0.5)
        return caller.connect_ex(("127.0.0.1", port)) == 0


def qr_code(address: str, *, colours: bool) -> str:
    """The address as a QR code of terminal characters; with colours it is dark on light in every terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(out=drawn, compact=True, border=2)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" if colours else line for line in lines)
