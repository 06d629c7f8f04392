"""`manage.py stream`: keeps the connections by which open pages hear that their tournament has moved."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.management import network, servers
from tournaments.management.broker import follow
from tournaments.management.hub import Hub
from tournaments.management.stream import AT_MOST, Stream, look
from tournaments.management.watched import signs_of_life

LOOK = 0.25  # seconds between two looks whether the process is to end


class Command(BaseCommand):
    """A service beside the site's, on one host or several; it keeps nothing that could be lost."""

    help = "Sagt offenen Seiten, dass sich ihr Turnier bewegt hat. Braucht BROKER_URL (docs/operating-federation.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8003)
        parser.add_argument("--connections", type=int, default=AT_MOST, help="so viele hält dieser Prozess")

    def handle(self, *, host: str, port: int, connections: int, **_options: object) -> None:
        """Until it is told to stop; then everybody is sent away with a word."""
        if not settings.BROKER_URL:
            raise CommandError("BROKER_URL fehlt, zum Beispiel BROKER_URL=redis://127.0.0.1:6379/0.")
        if sys.platform == "win32" or not servers.many_processes_possible():
            raise CommandError("Den Strom gibt es unter Windows nicht: Dort fragen die Seiten.")
        if not 0 < port < 65536 or connections < 1:
            raise CommandError("Der Port muss zwischen 1 und 65535 liegen, und es braucht Verbindungen.")
        try:
            network.listen(host, port, tries=1).close()
        except network.NoFreePort as taken:
            raise CommandError(f"Port {port} ist belegt.") from taken
        served = min(connections, servers.allow_many_files(connections + servers.SPARE_FILES))
        self.stdout.write(f"Strom: http://{host}:{port}/strom/ ({served} Verbindungen)")
        self.stdout.flush()
        asyncio.run(served_until_stopped(host, port, at_most=served))
        self.stdout.write("Angehalten.")
        self.stdout.flush()
        # The embedded server leaves a thread of its own behind, which does not survive the end of the interpreter.
        os._exit(0)


async def ordered(told: threading.Event) -> None:
    """Until somebody has told the process to end."""
    while not told.is_set():
        await asyncio.sleep(LOOK)


async def served_until_stopped(host: str, port: int, *, at_most: int) -> None:
    hub = Hub(look)
    server: Any = servers.embedded(
        Stream(hub, proxies=settings.BEHIND_PROXY, at_most=at_most), host, port, connections=at_most
    )
    told = threading.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        # Not by the loop: its pipe is full when thousands leave at once, and a signal that finds it full is lost.
        signal.signal(one, lambda *_signal: told.set())
    following = asyncio.create_task(follow(hub, settings.BROKER_URL))
    serving, watched = asyncio.create_task(server.serve()), asyncio.create_task(signs_of_life())
    await asyncio.wait({serving, asyncio.create_task(ordered(told))}, return_when=asyncio.FIRST_COMPLETED)
    await hub.emptied()
    following.cancel()
    watched.cancel()
    server.stop()
    await asyncio.wait({serving}, timeout=5)
