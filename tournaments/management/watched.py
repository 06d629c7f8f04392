"""Says to systemd that a service is ready, and each second that it goes on; a service that hangs is ended and started anew.

Nothing where nobody asks for it (`NOTIFY_SOCKET` is systemd's). A line that is open to a process that hangs looks like a
quiet one: only its end tells the page that nobody speaks any more (docs/decisions/0296).
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

EVERY = 1.0  # seconds between two signs of life


def listening_address() -> str:
    """Where systemd listens; an abstract name begins with "@"."""
    given = os.environ.get("NOTIFY_SOCKET", "")
    return f"\0{given[1:]}" if given.startswith("@") else given


async def signs_of_life() -> None:
    """From inside the loop that is watched, until the task is cancelled."""
    if not (where := listening_address()):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        said = b"READY=1"
        while True:
            with suppress(OSError):  # it is not there for a moment, or has not read yet
                line.sendto(said, where)
                said = b"WATCHDOG=1"
            await asyncio.sleep(EVERY)
