"""`manage.py journal`: check the chain of every tournament, or of an exported file; export one journal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.event.selectors.journal import Anchor, anchored, chain, first_broken, verdict_of_lines
from tournaments.journal.formats import bare_row, csv_lines, json_lines
from tournaments.journal.selectors.anchors import anchored_code
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Check journals (all, or those named), check an exported file, or export one. Exit code 1: a chain is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        deeds = parser.add_subparsers(dest="deed", required=True)
        check = deeds.add_parser("check", help="check the chain of every journal, or of these tournaments")
        check.add_argument("slugs", nargs="*", help="tournaments, as in their addresses")
        anchor = deeds.add_parser("check-printed", help="compare a journal with a printed line and its sum")
        anchor.add_argument("slug")
        anchor.add_argument("number", type=int, help="the number of the line, as printed")
        anchor.add_argument("signs", help="the sum beside it, at least eight signs")
        code = deeds.add_parser("check-code", help="compare a journal with the check code of a printed list")
        code.add_argument("slug")
        code.add_argument("code", help="as printed at the foot of the list, 4F-K7QF3-M2XPL")
        file = deeds.add_parser("check-file", help="check an exported file of JSON lines")
        file.add_argument("file", type=Path)
        export = deeds.add_parser("export", help="write a journal as JSON lines (default) or CSV")
        export.add_argument("slug")
        export.add_argument("--csv", action="store_true", help="to be read in a spreadsheet")
        export.add_argument("--output", type=Path, help="a file; without it to the screen")

    def handle(self, *_args: Any, deed: str, **options: Any) -> None:
        match deed:
            case "check":
                self.check_all(options["slugs"])
            case "check-printed":
                self.check_printed(options["slug"], options["number"], options["signs"])
            case "check-code":
                self.check_code(options["slug"], options["code"])
            case "check-file":
                self.check_file(options["file"])
            case "export":
                self.export(options["slug"], table=options["csv"], output=options["output"])

    def check_all(self, slugs: list[str]) -> None:
        """Check the chains of these tournaments, or of all."""
        tournaments = [self.find(slug) for slug in slugs] or list(Tournament.objects.order_by("slug"))
        broken = 0
        for tournament in tournaments:
            line = first_broken(chain(tournament))
            broken += line is not None
            last = tournament.journal.order_by("-number").values_list("number", "hash").first() or (0, "–")
            found = (
                f"broken at line {line.number}" if line else f"whole, {last[0]} lines, last hash {last[1]}"
            )
            self.stdout.write(f"{tournament.slug}: {found}")
        if broken:
            raise CommandError(f"{broken} of {len(tournaments)} chains broken", returncode=1)

    def check_printed(self, slug: str, number: int, signs: str) -> None:
        """Compare a printed check sign with the line of that number."""
        found = anchored(self.find(slug), number=number, signs=signs)
        if found is not Anchor.HOLDS:
            raise CommandError(f"{slug}, line {number}: {found.value}", returncode=1)
        self.stdout.write(f"{slug}, line {number}: as printed, and everything before it")

    def check_code(self, slug: str, code: str) -> None:
        """Tell what the check code of a printed list stands for today."""
        found = anchored_code(self.find(slug), code)
        if found is not Anchor.HOLDS:
            raise CommandError(f"{slug}, list {code}: {found.value}", returncode=1)
        self.stdout.write(
            f"{slug}, list {code}: everything until its last entry is as it was when it was printed"
        )

    def check_file(self, file: Path) -> None:
        """Check the chain of an exported file."""
        try:
            with file.open(encoding="utf-8") as lines:
                verdict = verdict_of_lines(lines)
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None
        if verdict.broken is not None:
            raise CommandError(f"broken at line {verdict.broken}", returncode=1)
        kind = "whole" if verdict.whole else "each line holds, but some are left out"
        self.stdout.write(f"{kind}, {verdict.lines} lines, last hash {verdict.head or '–'}")

    def export(self, slug: str, *, table: bool, output: Path | None) -> None:
        """Write a journal as JSON lines or CSV, to a file or the screen."""
        tournament = self.find(slug)
        entries = (
            tournament.journal.select_related("sheet__table__series")
            .order_by("number")
            .iterator(chunk_size=1000)
        )
        text = csv_lines(bare_row(entry) for entry in entries) if table else json_lines(entries)
        if output is None:
            for piece in text:
                self.stdout.write(piece, ending="")
            return
        with output.open("w", encoding="utf-8", newline="") as file:
            file.writelines(text)
        sys.stderr.write(f"{output}\n")

    def find(self, slug: str) -> Tournament:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"no tournament is called {slug}")
        return tournament
