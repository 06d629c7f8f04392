"""Pictures of lists come in, wait, and what was read of them is taken over or put away. Nothing is written silently."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from django.db import transaction

from scoring.points import Result
from scoring.reconcile import PaperTotal
from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, may_referee, may_score, must
from tournaments.event.services import background, jobs, journal
from tournaments.event.services.locks import lock_sheet, lock_tournament
from tournaments.models import PaperReading, PaperTyping, PaperUpload
from tournaments.paper_entry.services.entry import type_list
from tournaments.paper_entry.services.photos import MOST_PHOTOS, CleanPhoto, add_photo
from tournaments.reading.core.missing import missing
from tournaments.reading.refusals import ReadingRefused
from tournaments.reading.selectors.queue import pages_of, waiting
from tournaments.reading.services import examples

MOST_FILES, MOST_BYTES, MOST_WAITING = 60, 60 * 1024 * 1024, 200
MOST_BYTES_WAITING = 1024 * 1024 * 1024  # on the disk, of all files that wait
PIECE = 512 * 1024  # bytes of a file that are in memory at once
MOST_OF_TABLE = 4  # photos of one list that lie at the desk at the same time
State = PaperUpload.State


class Readable(Protocol):
    """A file that is open, or Django's upload."""

    def read(self, size: int, /) -> bytes:
        """So many bytes, or none at its end."""


@transaction.atomic
def send(
    *, tournament_id: int, files: Sequence[tuple[str, Readable]], by: Actor, now: datetime
) -> list[PaperUpload]:
    """Lay pictures down to be read, one row for each file; the reading begins by itself.

    Files are copied piece by piece: none is ever whole in memory, however large the stack.
    """
    tournament = lock_tournament(tournament_id)
    must(may_referee(by, tournament))
    if gone := missing():
        raise ReadingRefused(gone.text, **gone.values)
    if not files:
        raise ReadingRefused(gettext_noop("Bitte zuerst Fotos oder ein PDF wählen."))
    if len(files) > MOST_FILES:
        raise ReadingRefused(
            gettext_noop("Das sind {count} Dateien: Bitte höchstens {most} auf einmal."),
            count=len(files),
            most=MOST_FILES,
        )
    if waiting(now=now).files + len(files) > MOST_WAITING:
        raise many_wait()
    made, sums = [], []
    for name, content in files:
        upload = PaperUpload(
            tournament=tournament, name=name[:200], sent_at=now, sent_by=by.label, user=by.user
        )
        sums.append(laid_down(upload, content))
        made.append(upload)
    if waiting(now=now).size > MOST_BYTES_WAITING:
        raise many_wait()
    journal.write(tournament, "pictures_sent", by=by, now=now, facts={"files": len(files), "sha256": sums})
    transaction.on_commit(lambda: wake(now=now))
    return made


def many_wait() -> ReadingRefused:
    return ReadingRefused(gettext_noop("Es warten schon viele Bilder: Bitte erst diese lesen lassen."))


def laid_down(upload: PaperUpload, content: Readable) -> str:
    """Store a new row and its bytes, piece by piece; returns their SHA-256."""
    upload.content = content.read(PIECE)
    upload.size = len(upload.content)
    digest = hashlib.sha256(upload.content)
    upload.save()
    upload.content = b""
    number = 0
    while piece := content.read(PIECE):
        number += 1
        upload.pieces.create(number=number, content=piece)
        upload.size += len(piece)
        digest.update(piece)
    if number:
        upload.save(update_fields=["size"])
    return digest.hexdigest()


@transaction.atomic
def send_from_table(*, sheet_id: int, picture: CleanPhoto, by: Actor, now: datetime) -> PaperUpload:
    """The table's own phone sends the photo of its own list; it waits at the desk like any other."""
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    tournament = sheet.table.series.tournament
    if gone := missing():
        raise ReadingRefused(gone.text, **gone.values)
    if sheet.accepted_at is not None or sheet.signatures.filter(revoked_at__isnull=True).exists():
        raise ReadingRefused(
            gettext_noop("Diese Liste ist schon unterschrieben: Gelesen wird sie nicht mehr.")
        )
    if sheet.uploads.count() >= MOST_OF_TABLE:
        raise ReadingRefused(
            gettext_noop(
                "Von diesem Tisch liegen schon {most} Fotos bei der Turnierleitung: Bitte dort Bescheid sagen."
            ),
            most=MOST_OF_TABLE,
        )
    if waiting(now=now).files >= MOST_WAITING:
        raise ReadingRefused(gettext_noop("Es warten schon viele Bilder: Bitte gleich noch einmal senden."))
    made = PaperUpload.objects.create(
        tournament=tournament,
        sheet=sheet,
        name=f"{sheet.table.series.number}-{sheet.table.number}.jpg",
        content=picture.jpeg,
        size=len(picture.jpeg),
        sent_at=now,
        sent_by=by.label,
        user=by.user,
    )
    facts = {"files": 1, "sha256": [hashlib.sha256(picture.jpeg).hexdigest()]}
    journal.write(tournament, "pictures_sent", by=by, now=now, sheet=sheet, facts=facts)
    transaction.on_commit(lambda: wake(now=now))
    return made


def wake(*, now: datetime) -> bool:
    """Let somebody read if anything waits and nobody does: after a restart a look at the page is enough."""
    known = waiting(now=now)
    if not known.files or known.alive or missing():
        return False
    if jobs.is_under_way("read_queue"):
        background.look_after()
        return False
    background.start_command("read_queue")
    return True


@transaction.atomic
def put_away(*, reading_id: int, by: Actor, now: datetime) -> None:
    """Leave what was read, or a picture that was refused; asked twice it is gone already."""
    reading = PaperReading.objects.select_related("upload").filter(pk=reading_id).first()
    if reading is None:
        return
    tournament = lock_tournament(reading.upload.tournament_id)
    must(may_referee(by, tournament))
    facts = {"file": reading.upload.name, "page": reading.page, "refused": reading.refusal.get("text", "")}
    journal.write(tournament, "reading_left", by=by, now=now, sheet=reading.sheet, facts=facts)
    proposed = reading.sheet_id is not None and not reading.refusal
    of_list = PaperReading.objects.filter(sheet=reading.sheet_id, refusal={}).defer(
        "photo", "straight", "cells"
    )
    forget(list(of_list) if proposed else [reading])


@transaction.atomic
def put_file_away(*, upload_id: int, by: Actor, now: datetime) -> None:
    """Leave a whole file that could not be read, or does not need to be any more."""
    upload = PaperUpload.objects.filter(pk=upload_id).first()
    if upload is None:
        return
    tournament = lock_tournament(upload.tournament_id)
    must(may_referee(by, tournament))
    facts = {"file": upload.name, "page": 0, "refused": upload.refusal.get("text", "")}
    journal.write(tournament, "reading_left", by=by, now=now, facts=facts)
    upload.delete()


@transaction.atomic
def take(
    *,
    sheet_id: int,
    results: Mapping[int, Result],
    answers: Mapping[str, str],
    submission: UUID,
    seen_version: int,
    by: Actor,
    now: datetime,
    confirmed: Mapping[int, Sequence[str]] | None = None,
    paper_totals: Mapping[int, PaperTotal] | None = None,
    as_examples: bool = False,
) -> PaperTyping:
    """Write what was read and looked at, by the same deed as typing; the photos stay with the list.

    `answers` is what stood in the grid when it was sent, cell by cell („game-seat“): the journal says what was asked and
    what was answered, and what was changed though nobody had asked.
    """
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    pages = list(pages_of(sheet))
    typing = type_list(
        sheet_id=sheet_id,
        results=results,
        submission=submission,
        seen_version=seen_version,
        by=by,
        now=now,
        confirmed=confirmed,
        paper_totals=paper_totals,
    )
    if not pages:  # sent twice: the first time has taken it
        return typing
    for page in pages:
        if sheet.photos.count() < MOST_PHOTOS and page.photo:
            picture = CleanPhoto(jpeg=bytes(page.photo), width=page.width, height=page.height)
            add_photo(sheet_id=sheet_id, picture=picture, by=by, now=now)
    facts = {"typing": typing.pk} | told(pages[-1].proposal.get("result", {}), answers)
    if as_examples:
        must(may_direct(by, sheet.table.series.tournament))
        facts["examples"] = examples.keep(pages, [*facts["asked"], *facts["followed"], *facts["changed"]])
    journal.write(sheet.table.series.tournament, "reading_taken", by=by, now=now, sheet=sheet, facts=facts)
    forget(list(PaperReading.objects.filter(sheet=sheet).defer("photo", "straight", "cells")))
    sheet.uploads.filter(state__in=(State.READ, State.FAILED)).delete()  # what the table sent in vain before
    return typing


def told(result: Mapping[str, Any], answers: Mapping[str, str]) -> dict[str, Any]:
    """The facts for the journal: what was read, what was asked and answered, what followed, what was changed unasked."""
    asked, followed, changed = [], [], []
    then: dict[str, str] = {}
    for entry in result.get("entries", ()):
        place = f"{entry['game']}-{entry['seat']}"
        answer = answers.get(place, "")
        said = [entry["game"], entry["seat"], entry["text"], answer]
        if entry["asked"] and then.get(place) == answer:
            followed.append(said)
        elif entry["asked"]:
            asked.append(said)
            then |= result.get("settles", {}).get(place, {}).get(answer, {})
        elif answer != entry["text"]:
            changed.append(said)
    return {
        "read": len(result.get("entries", ())),
        "asked": asked,
        "followed": followed,
        "changed": changed,
    }


def forget(readings: Sequence[PaperReading]) -> None:
    """Delete the rows that waited; a file goes with its last page."""
    uploads = {reading.upload_id for reading in readings}
    PaperReading.objects.filter(pk__in=[reading.pk for reading in readings]).delete()
    PaperUpload.objects.filter(pk__in=uploads, state=State.READ, readings__isnull=True).delete()
