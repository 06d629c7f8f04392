"""Workbooks that take longer than somebody waits for a page: asked for, made by a worker, kept until asked anew.

One row for each tournament, kind of reader and language says how far it is; its file lies in the store of files. So what is
asked on one host is made on another and fetched on a third. Nothing here is a fact of the tournament: all of it can be made again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import IO

from django.core.files import File
from django.core.files.storage import Storage
from django.db import transaction
from django.db.models import QuerySet

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.services import background
from tournaments.event.services.locks import lock_tournament
from tournaments.models import Tournament, Workbook
from tournaments.storage.files import name_in_store, store

State = Workbook.State
KIND = "workbooks"
SILENT_FOR = timedelta(seconds=90)  # a living process is silent only while it adds the standings up
WAITS_FOR = timedelta(minutes=10)  # in the queue, before somebody begins
KEPT_FOR = timedelta(days=2)
MOST_WAITING = 40


class WorkbookRefused(Refusal):
    """No workbook is made now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkbookPlace:
    """Whose workbook it is."""

    tournament: int
    reader: str
    language: str


def files() -> Storage:
    return store(KIND)


def workbook_rows(place: WorkbookPlace) -> QuerySet[Workbook]:
    return Workbook.objects.filter(tournament=place.tournament, reader=place.reader, language=place.language)


def workbook_of(place: WorkbookPlace) -> Workbook | None:
    """How the workbook of this place stands; None when nobody has asked for it."""
    return workbook_rows(place).first()


def workbook_state_at(book: Workbook, moment: datetime) -> Workbook.State:
    """A process from which nothing is heard has died; one that has not begun waits in the queue."""
    patience = SILENT_FOR if book.rows else WAITS_FOR
    silent = book.state == State.MAKING and abs(moment - book.heard_at) > patience
    return State.DIED if silent else State(book.state)


@transaction.atomic
def ask_for_workbook(
    place: WorkbookPlace, *, slug: str, revision: int, draft: bool, now: datetime
) -> Workbook:
    """Have a workbook made, unless it is there already or on its way."""
    lock_tournament(place.tournament)  # two who ask at once start it once
    tidy_workbooks(now=now)
    found = workbook_of(place)
    if found is not None:
        state = workbook_state_at(found, now)
        fits = state is State.READY and (found.revision, found.draft) == (revision, draft)
        if (fits and files().exists(found.file)) or state is State.MAKING:
            return found
    if Workbook.objects.filter(state=State.MAKING, heard_at__gt=now - WAITS_FOR).count() >= MOST_WAITING:
        raise WorkbookRefused(
            gettext_noop(
                "Gerade werden schon andere Arbeitsmappen erstellt. Bitte in einer Minute noch einmal versuchen."
            )
        )
    begun = {"state": State.MAKING, "revision": revision, "draft": draft, "done": 0, "rows": 0}
    book, _made = Workbook.objects.update_or_create(
        tournament_id=place.tournament,
        reader=place.reader,
        language=place.language,
        defaults=begun | {"asked_at": now, "heard_at": now},
    )
    words = ["--fuer", place.reader, "--sprache", place.language, *(["--entwurf"] if draft else [])]
    background.start_command("workbook", slug, "--seite", *words)
    return book


def heard(place: WorkbookPlace, *, done: int, rows: int, now: datetime) -> None:
    """Store how far the process is that makes the workbook; its sign of life."""
    workbook_rows(place).update(done=done, rows=max(rows, 1), heard_at=now)


def finish_workbook(place: WorkbookPlace, content: IO[bytes], *, revision: int, now: datetime) -> None:
    """Put the finished file in the place of the older one, whole or not at all; dropped where nobody waits for it any more."""
    content.seek(0)
    name = f"{place.tournament}-{place.reader}-{place.language}-{secrets.token_hex(8)}.xlsx"
    kept = files().save(name_in_store(KIND, name), File(content))
    with transaction.atomic():
        book = workbook_rows(place).select_for_update().first()
        older = kept
        if book is not None:
            older, book.file = book.file, kept
            book.state, book.revision, book.done, book.heard_at = State.READY, revision, book.rows, now
            book.save()
    drop(older)


def give_up(place: WorkbookPlace, *, now: datetime) -> None:
    """Making it has failed: the page says so and offers to try again."""
    workbook_rows(place).update(state=State.DIED, heard_at=now)


def drop(name: str) -> None:
    if name:
        files().delete(name)


def tidy_workbooks(*, now: datetime) -> None:
    """Delete workbooks that nobody has fetched for two days: they can be made again."""
    for book in Workbook.objects.filter(heard_at__lt=now - KEPT_FOR).select_for_update():
        name = book.file
        book.delete()
        transaction.on_commit(lambda name=name: drop(name))  # type: ignore[misc]


def forget_workbooks(tournament: Tournament) -> None:
    """Delete every workbook of a tournament with its file; one that is being made finds its row gone and is dropped."""
    for book in Workbook.objects.filter(tournament=tournament).select_for_update():
        name = book.file
        book.delete()
        transaction.on_commit(lambda name=name: drop(name))  # type: ignore[misc]
