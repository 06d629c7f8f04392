"""`manage.py search_plan NUMBER`: one longer search for a seating plan; the site starts it by itself."""

from __future__ import annotations

import os

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.seating.services.search_process import run


class Command(BaseCommand):
    """Take a search up that somebody has asked for on the page, and write down what it finds."""

    help = "Führt eine Plansuche aus, die auf der Seite der Turnierleitung begonnen wurde."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("search", type=int, help="Nummer der Suche")

    def handle(self, *_args: object, **options: int) -> None:
        """Behind everybody else: whoever enters a game does not wait for a search."""
        if hasattr(os, "nice"):
            os.nice(10)
        search = run(search_id=options["search"], now=timezone.now)
        self.stdout.write(f"{search.pk}: {search.get_state_display()}")
