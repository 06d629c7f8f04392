"""`manage.py plan`: a seating plan without a database, for any number of players and series."""

from argparse import ArgumentParser, Namespace

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.sentence import Refusal
from tournaments.seating.core import cli


class Command(BaseCommand):
    """Plan a field by numbers alone and print it, for the eye or as JSON."""

    help = "Sitzplan ohne Datenbank: Spieler und Serien hinein, Tische heraus."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The same options as `python -m tournaments.seating`."""
        assert isinstance(parser, ArgumentParser)
        cli.add_arguments(parser)

    def handle(self, *_args: object, **options: object) -> None:
        """Print the plan, or say in a sentence what to change."""
        try:
            self.stdout.write(cli.printed_plan(Namespace(**options)))
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
