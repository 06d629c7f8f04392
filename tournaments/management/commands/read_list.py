"""`manage.py read_list FILE… --form FORM.json --rules club_2018`: reads lists from photos and scans, outside of any tournament."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.speech import say
from tournaments.reading.core.missing import ONE_CORE, missing

READER = "tournaments.reading.paper.outside"  # its libraries are an extra: looked for before it is imported


class Command(BaseCommand):
    help = "Read filled lists from pictures or PDFs; the form is what list_form has printed beside its PDF."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--form", type=Path, required=True, help="the JSON that list_form has written")
        parser.add_argument(
            "--rules", default="", help="basic, club_2018 or federation; those of the form if left out"
        )
        parser.add_argument(
            "--json", action="store_true", help="for the sake of scripts: the answer is always JSON"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if gone := missing():
            raise CommandError(say(gone))
        for name in ONE_CORE:
            os.environ.setdefault(name, "1")
        outside = import_module(READER)
        try:
            said = outside.read_files(options["files"], options["form"], options["rules"])
        except outside.CannotRead as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(said, ensure_ascii=False))
