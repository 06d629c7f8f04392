"""What waits to be read and what was read, and whether anybody is reading."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet, Sum
from PIL import Image

from scoring.sentence import Sentence
from tournaments.models import PaperReading, PaperUpload, ScoreSheet, Tournament
from tournaments.paper.core.broken import BROKEN_PICTURES

SILENT_FOR = timedelta(
    minutes=3
)  # a page takes two seconds, on a busy machine a minute; whoever is silent so long has died
State = PaperUpload.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """How many files still wait, and whether somebody works on them."""

    files: int
    size: int  # bytes of them all
    alive: bool


def uploads(tournament: Tournament) -> QuerySet[PaperUpload]:
    """Every file, the newest first, without its bytes."""
    return tournament.paper_uploads.defer("content").order_by("-pk")


def readings(tournament: Tournament) -> QuerySet[PaperReading]:
    """Every page that was read and not decided, without its pictures."""
    return (
        PaperReading.objects.filter(upload__tournament=tournament)
        .select_related("upload", "sheet__table__series__tournament")
        .defer("photo", "straight", "cells", "upload__content")
        .order_by("sheet__table__series__number", "sheet__table__number", "part", "pk")
    )


def pages_of(sheet: ScoreSheet) -> Sequence[PaperReading]:
    """The newest reading of each page of a list."""
    found: dict[int, PaperReading] = {}
    for reading in PaperReading.objects.filter(sheet=sheet, refusal={}).order_by("pk"):
        found[reading.part] = reading
    return [found[part] for part in sorted(found)]


def sent_by_table(sheet: ScoreSheet) -> QuerySet[PaperUpload]:
    """What the phone of a table has sent of its list and still lies at the desk, the newest first."""
    return sheet.uploads.defer("content").prefetch_related("readings").order_by("-pk")


def strip_places(page: PaperReading, part: str = "strips") -> dict[str, tuple[int, int, int, int]]:
    """Return where each entry („game-seat“) stands on the page: below a row that is crossed out, one row lower than printed.

    `part` may be `augen_cells`: of the entry only what is read for its Augen. Pages read before this was kept have none.
    """
    moved = {int(game): row for game, row in page.proposal.get("result", {}).get("printed", {}).items()}
    games = {row: game for game, row in moved.items()}
    found = {}
    for place, box in page.proposal.get(part, {}).items():
        row, _dash, seat = place.partition("-")
        game = games.get(int(row), 0 if int(row) in moved else int(row))
        if game:
            left, top, right, low = box
            found[f"{game}-{seat}"] = (left, top, right, low)
    return found


def cut_out(page: PaperReading, boxes: Sequence[tuple[int, int, int, int]]) -> list[Image.Image] | None:
    """Parts of the page as it lies flat; None where what is stored is no whole picture, or has no such parts."""
    try:
        with Image.open(io.BytesIO(bytes(page.straight)), formats=("JPEG",)) as straight:
            grey = straight.convert("L")
            parts = [grey.crop(box) for box in boxes]
    except BROKEN_PICTURES:
        return None
    return parts if all(part.width and part.height for part in parts) else None


def dead(now: datetime) -> Q:
    """Whose reader has not been heard of for too long."""
    return Q(state=State.READING) & (Q(heard_at__lt=now - SILENT_FOR) | Q(heard_at__isnull=True))


def waiting(*, now: datetime) -> Waiting:
    """Over all tournaments of this machine: one process reads for all."""
    left = PaperUpload.objects.filter(Q(state=State.WAITING) | Q(state=State.READING))
    alive = PaperUpload.objects.filter(state=State.READING, heard_at__gte=now - SILENT_FOR).exists()
    told = left.aggregate(files=Count("pk"), size=Sum("size", default=0))
    return Waiting(files=told["files"], size=told["size"], alive=alive)


def whole(upload: PaperUpload) -> bytes:
    """Every piece of a file, put together again: for the process that reads."""
    held = io.BytesIO()
    held.write(upload.content)
    for piece in upload.pieces.values_list("content", flat=True).order_by("number").iterator(chunk_size=8):
        held.write(piece)
    return held.getvalue()


def sentence_of(document: dict[str, object]) -> Sentence | None:
    """A stored sentence."""
    if not document:
        return None
    values = document.get("values")
    return Sentence(str(document["text"]), dict(values) if isinstance(values, dict) else {})
