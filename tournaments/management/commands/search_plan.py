"""`manage.py search_plan NUMBER`: one longer search for a seating plan; the site starts it by itself."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandParser

from tournaments.seating.services.search_process import run_search
from tournaments.storage.clock import database_now


class Command(BaseCommand):
    """Take a search up that somebody has asked for on the page, and write down what it finds."""

    help = "Führt eine Plansuche aus, die auf der Seite der Turnierleitung begonnen wurde."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("search", type=int, help="Nummer der Suche")

    def handle(self, *_args: object, **options: int) -> None:
        """By the clock of the database: whoever looks at it may be on another host."""
        search = run_search(search_id=options["search"], now=database_now)
        self.stdout.write(f"{search.pk}: {search.get_state_display()}")
