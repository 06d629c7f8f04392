"""`manage.py read_queue`: reads the pictures of lists that wait; the site starts it by itself."""

from __future__ import annotations

import os
import signal
from importlib import import_module
from importlib.util import find_spec

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.speech import say
from tournaments.reading.core.missing import ONE_CORE, missing

READER = "tournaments.reading.services.work"  # its libraries are an extra: looked for before it is imported
MOST_MEMORY = 512 * 1024 * 1024  # a list takes some 300; beyond it a decoder gets nothing more
ONE_PAGE_AT_MOST = 150  # seconds, for a page that takes two: a picture that hangs ends the process


class Command(BaseCommand):
    """Behind everybody else, on one core."""

    help = "Liest die Bilder von Papierlisten, die warten."
    requires_system_checks: list[str] = []

    def handle(self, *_args: object, **_options: object) -> None:
        if gone := missing():
            raise CommandError(say(gone))
        for name in ONE_CORE:
            os.environ[name] = "1"
        if hasattr(os, "nice"):
            os.nice(15)
        bounded()
        self.stdout.write(str(import_module(READER).read_all(now=timezone.now, beat=wind_up)))


def bounded() -> None:
    """No picture, however it was made, takes more memory than this (where the system knows such a bound)."""
    if find_spec("resource") is not None:
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def wind_up() -> None:
    """The clock that ends this process; the next look at the page starts another one."""
    if hasattr(signal, "alarm"):
        signal.alarm(ONE_PAGE_AT_MOST)
