"""`manage.py list_form`: prints a blank list outside of any tournament, and says where each of its cells is."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.rules import RulesError
from scoring.rules.loader import built_in
from tournaments.reading.core.form import document
from tournaments.reading.paper.forms import blank_list

FEWEST, MOST = 4, 48


class Command(BaseCommand):
    help = "Print a blank list (--pdf FILE) and say where each cell is, in millimetres from the upper left (--json)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seats", type=int, default=4, choices=range(2, 7))
        parser.add_argument("--games", type=int, default=20, help=f"{FEWEST} to {MOST}")
        parser.add_argument(
            "--rules", default="", help="basic, club_2018 or federation; by the seats if left out"
        )
        parser.add_argument("--json", action="store_true", help="write the form to the standard output")
        parser.add_argument("--pdf", type=Path, help="write the blank list into this file")

    def handle(self, *_args: Any, **options: Any) -> None:
        seats, games = options["seats"], options["games"]
        if not FEWEST <= games <= MOST:
            raise CommandError(f"--games: {FEWEST} to {MOST}")
        try:
            rules = built_in(options["rules"] or ("club_2018" if seats in (3, 4) else "basic"))
        except RulesError as error:
            raise CommandError(str(error)) from error
        if seats not in rules.table.sizes:
            raise CommandError(f"{rules.key}: tables of {', '.join(map(str, rules.table.sizes))}")
        form, content = blank_list(rules, seats=seats, games=games)
        if options["pdf"]:
            options["pdf"].write_bytes(content)
        if options["json"]:
            self.stdout.write(json.dumps(document(form), ensure_ascii=False))
        elif options["pdf"]:
            self.stdout.write(f"{options['pdf']}: {form.sheets} page(s), {len(form.cells)} cells")
