"""`manage.py draw_files`: files for the printer and workbooks, one after the other; the site starts it by itself."""

from __future__ import annotations

import os
import sys

from django.core.management.base import BaseCommand
from django.core.servers.basehttp import get_internal_wsgi_application

from tournaments.management.runtime import collected_seldom, give_memory_back, with_room
from tournaments.management.workshop import work_loop


class Command(BaseCommand):
    """Answer requests that come through the pipe until it closes."""

    help = "Zeichnet Dateien zum Drucken und Herunterladen; die Seite ruft es selbst."
    requires_system_checks: list[str] = []

    def handle(self, *_args: object, **_options: object) -> None:
        """Behind everybody else, as the workshop has placed it: whoever enters a game does not wait for a file."""
        out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anybody prints is no answer
        give_memory_back()
        site = get_internal_wsgi_application()
        collected_seldom()
        with_room(work_loop, site, sys.stdin.buffer, out)
