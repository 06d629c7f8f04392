"""`manage.py reading_examples FILE.zip`: takes out the examples that directors have kept on this machine."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.reading.services.examples import export


class Command(BaseCommand):
    """Only by hand: nothing of this is ever sent."""

    help = "Schreibt die behaltenen Beispiele (Zellen und Antworten, keine Namen) in eine ZIP-Datei."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("into", type=Path)

    def handle(self, *_args: Any, into: Path, **_options: Any) -> None:
        self.stdout.write(f"{into}: {export(into)}")
