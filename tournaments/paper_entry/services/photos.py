"""Keeps photos of paper lists beside the list: cleaned pictures only, added and never replaced."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_score, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.lists.services.sheets import SheetRefused
from tournaments.models import SheetPhoto

MOST_PHOTOS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanPhoto:
    """A picture that was decoded and encoded anew: nothing of the file that was sent is left in it."""

    jpeg: bytes
    width: int
    height: int


@transaction.atomic
def add_photo(*, sheet_id: int, picture: CleanPhoto, by: Actor, now: datetime) -> SheetPhoto:
    """Lay a photo beside a list; the same picture again is the same photo. The list itself does not move."""
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    digest = hashlib.sha256(picture.jpeg).hexdigest()
    known = sheet.photos.filter(sha256=digest).first()
    if known is not None:
        return known
    if sheet.photos.count() >= MOST_PHOTOS:
        raise SheetRefused(
            gettext_noop("Neben dieser Liste liegen schon {most} Fotos: Mehr werden es nicht."),
            most=MOST_PHOTOS,
        )
    photo = SheetPhoto.objects.create(
        sheet=sheet,
        number=(sheet.photos.aggregate(top=Max("number"))["top"] or 0) + 1,
        picture=picture.jpeg,
        sha256=digest,
        width=picture.width,
        height=picture.height,
        size=len(picture.jpeg),
        taken_at=now,
        taken_by=by.label,
    )
    journal.write(
        sheet.table.series.tournament,
        "photo_added",
        by=by,
        now=now,
        sheet=sheet,
        facts={"photo": photo.number, "sha256": digest, "bytes": photo.size},
    )
    return photo
