"""`manage.py read_queue`: reads the pictures of lists that wait; the site starts it by itself."""

from __future__ import annotations

import os
import signal
from importlib import import_module

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.speech import say
from tournaments.reading.core.missing import ONE_CORE, missing

READER = "tournaments.reading.services.work"  # its libraries are an extra: looked for before it is imported
ONE_FILE_AT_MOST = (
    900  # seconds: a stack of 120 pages takes a quarter of it; a picture that hangs ends the process
)


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
        if hasattr(signal, "alarm"):
            signal.alarm(ONE_FILE_AT_MOST)
        self.stdout.write(str(import_module(READER).read_all(now=timezone.now)))
