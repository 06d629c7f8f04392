"""One port for one server: claimed before it is bound, held until the server has ended, and the same again after a restart.

A server that starts processes binds the port only seconds after it was found free, and with SO_REUSEPORT two of them share
it: phones then reach one or the other. The claim is a UDP socket on the loopback address with the number of the port. The
system gives it to one process, whoever asks and whatever folder of data it serves, and takes it back when that process ends.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import EADDRINUSE
from pathlib import Path

from tournaments.management import network
from tournaments.storage.whole_files import replace_whole

NOTE = "port.json"  # in the folder of data: which port was asked for, and which one was got
PATIENCE_SECONDS = 15.0  # for a server of before that is finishing its requests
PAUSE_SECONDS = 0.1
CLAIMED_ON = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPort:
    """The port that this folder of data was served on last, and the one that had been asked for."""

    asked: int
    got: int


@contextmanager
def own_port(
    host: str, asked: int, *, tries: int, folder: Path, waiting: Callable[[int], None]
) -> Iterator[socket.socket]:
    """Yield a listening socket on a port that is this server's alone until the block ends; raises network.NoFreePort.

    The port of last time comes first, if the same one was asked for: printed codes name it. While a server of before still
    has it, `waiting` is told once, and the port waited for. Afterwards, and the first time, it is the next free one.
    """
    last = last_port(folder)
    if last is not None and last.asked == asked and last.got in range(asked, asked + tries):
        held = taken_when_free(host, last.got, waiting)
        if held is None:
            held = next_free(host, asked, tries)
    else:
        held = next_free(host, asked, tries)
    claim, listener = held
    try:
        got = listener.getsockname()[1]
        with suppress(OSError):  # a full disk: then the next start asks anew
            replace_whole(folder / NOTE, json.dumps({"asked": asked, "got": got}).encode())
        yield listener
    finally:
        listener.close()
        if claim is not None:
            claim.close()


Held = tuple[socket.socket | None, socket.socket]


def taken_when_free(host: str, port: int, waiting: Callable[[int], None]) -> Held | None:
    """Claim a port as soon as nobody has it; None when somebody keeps it."""
    until, told = time.monotonic() + PATIENCE_SECONDS, False
    while True:
        with suppress(network.NoFreePort):
            return taken(host, port)
        if time.monotonic() > until:
            return None
        if not told:
            waiting(port)
            told = True
        time.sleep(PAUSE_SECONDS)


def next_free(host: str, port: int, tries: int) -> Held:
    """Claim the port or the next free one after it."""
    for candidate in range(port, min(port + tries, 65536)):
        with suppress(network.NoFreePort):
            return taken(host, candidate)
    raise network.NoFreePort


def taken(host: str, port: int) -> Held:
    """Claim a port and listen on it; raises network.NoFreePort where another server has claimed it, or any program has it."""
    claim = claimed(port)
    try:
        return claim, network.listen(host, port, tries=1)
    except network.NoFreePort:
        if claim is not None:
            claim.close()
        raise


def claimed(port: int) -> socket.socket | None:
    """Return the claim on a port; None on a machine without this address, where nothing can be claimed."""
    claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        if sys.platform == "win32":
            claim.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        claim.bind((CLAIMED_ON, port))
    except OSError as fault:
        claim.close()
        if fault.errno == EADDRINUSE or sys.platform == "win32":
            raise network.NoFreePort from fault
        return None
    return claim


def last_port(folder: Path) -> LastPort | None:
    """Return what was noted at the last start; nothing of a note that cannot be read."""
    try:
        said = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        return LastPort(asked=int(said["asked"]), got=int(said["got"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
