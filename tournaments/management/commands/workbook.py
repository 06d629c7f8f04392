"""`manage.py workbook SLUG`: the workbook of a tournament as a file, with a line that says how far it is."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation

from tournaments.files.formats.workbook import Contents, Reader, contents_of, write_workbook
from tournaments.files.services import large_workbooks
from tournaments.files.services.large_workbooks import WorkbookPlace
from tournaments.models import Tournament
from tournaments.models.naming import MayReadNames, read_by
from tournaments.rankings.selectors.publications import standings_shown
from tournaments.storage.clock import database_now

EVERY = 0.5  # seconds between two signs of life


class Command(BaseCommand):
    """For tournaments that are too large to wait for on a page; the page itself calls it with --seite."""

    help = "Schreibt die Arbeitsmappe eines Turniers und sagt, wie weit sie ist."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="Turnier, wie es in der Adresse steht")
        parser.add_argument("--fuer", choices=[str(one) for one in Reader], default=str(Reader.DIRECTOR))
        parser.add_argument("--sprache", default="de", help="de, lb oder en")
        parser.add_argument("--nach", type=Path, help="Datei oder Ordner; sonst SLUG.xlsx hier")
        parser.add_argument("--seite", action="store_true", help="für die Seite, die darauf wartet")
        parser.add_argument(
            "--entwurf", action="store_true", help="mit --seite: was noch nicht freigegeben ist"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        tournament = Tournament.objects.select_related("rule_set").filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"Kein Turnier heißt „{options['slug']}“.")
        reader = Reader(options["fuer"])
        with translation.override(options["sprache"]):
            if options["seite"]:
                make_for_the_page(tournament, reader, draft=options["entwurf"])
            else:
                path = options["nach"] or Path()
                self.to_file(tournament, reader, path / f"{tournament.slug}.xlsx" if path.is_dir() else path)

    def to_file(self, tournament: Tournament, reader: Reader, path: Path) -> None:
        """For people at a terminal: the progress in one line, then where the file lies."""
        public = reader is Reader.PUBLIC and tournament.release != Tournament.Release.LIVE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            opened = path.open("wb")
        except OSError as refused:
            raise CommandError(f"„{path}“ kann nicht geschrieben werden: {refused.strerror}.") from refused
        with read_by(eyes_of(reader)), opened as target:
            contents = contents_of(
                standings_shown(tournament, draft=not public), reader=reader, now=timezone.now()
            )
            write_workbook(target, contents, now=timezone.now(), told=self.line_of(contents))
        self.stderr.write("")
        self.stdout.write(f"{path}: {contents.rows} Zeilen, {path.stat().st_size / 1e6:.1f} MB")

    def line_of(self, contents: Contents) -> Any:
        """One line that is written over and over."""

        def told(done: int) -> None:
            share = 100 * min(done, contents.rows) // max(contents.rows, 1)
            self.stderr.write(f"\r{share:3d} %, {done} von {contents.rows} Zeilen", ending="")

        return Sparingly(told)


class Sparingly:
    """Says no more than twice a second how far it is."""

    def __init__(self, told: Any) -> None:
        self.told, self.next = told, 0.0

    def __call__(self, done: int) -> None:
        if (at := time.monotonic()) >= self.next:
            self.next = at + EVERY
            self.told(done)


def eyes_of(reader: Reader) -> MayReadNames:
    """Whether full names stand in it: for everybody but the public."""
    return lambda _tournament: reader is not Reader.PUBLIC


def make_for_the_page(tournament: Tournament, reader: Reader, *, draft: bool) -> None:
    """In a worker, for whoever watches the page. The file is finished before anybody can fetch it."""
    place = WorkbookPlace(
        tournament=tournament.pk, reader=str(reader), language=translation.get_language() or "de"
    )
    if large_workbooks.workbook_of(place) is None:
        raise CommandError("Niemand wartet auf diese Arbeitsmappe.")
    try:
        with read_by(eyes_of(reader)), tempfile.TemporaryFile() as target:
            contents = contents_of(
                standings_shown(tournament, draft=draft), reader=reader, now=timezone.now()
            )
            write_workbook(target, contents, now=timezone.now(), told=progress_teller(place, contents))
            large_workbooks.finish_workbook(place, target, revision=tournament.revision, now=database_now())
    except BaseException:
        large_workbooks.give_up(place, now=database_now())
        raise


def progress_teller(place: WorkbookPlace, contents: Contents) -> Sparingly:
    """Says to the page how far it is, at once and then now and again."""

    def told(done: int) -> None:
        large_workbooks.heard(place, done=done, rows=contents.rows, now=database_now())

    told(0)
    return Sparingly(told)
