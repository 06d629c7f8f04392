"""A tournament's own copy: its file as it was before a deed. Where many share a database, one series copies one tournament."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.backups.services import sharing
from tournaments.backups.services.backups import (
    Backup,
    Occasion,
    backup_folder,
    begin_one_view,
    flushed,
    staying,
    workshop,
)
from tournaments.models import Tournament

NAME = re.compile(r"turnier-([-\w]+)-(\d{8}-\d{6})-([a-z]+)(?:-\d+)?\.zip")


def make(
    tournament: Tournament, occasion: Occasion, *, now: datetime, taken: Callable[[], None] = lambda: None
) -> Backup:
    """Write the tournament's file as it is at this moment; `taken` is called once later writing no longer shows in it.

    Who writes such files is named by a setting: the room of files stands above this one.
    """
    write: Callable[..., bytes] = import_string(settings.TOURNAMENT_COPY)
    place = backup_folder()
    with workshop(place) as desk:
        with transaction.atomic():
            begin_one_view()
            taken()
            content = write(tournament, now=now)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if archive.testzip() is not None:
                raise OSError("the copy of a tournament came out damaged")
        draft = desk / "copy.zip"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        stem = f"turnier-{tournament.slug}-{timezone.localtime(now):%Y%m%d-%H%M%S}-{occasion.value}"
        there = {one.path.name for one in own_copies(tournament.slug)}
        names = (f"{stem}{f'-{n}' if n else ''}.zip" for n in range(1000))
        path = place / next(name for name in names if name not in there)
        draft.replace(path)
        flushed(path)
    made = Backup(path=path, occasion=occasion, made_at=now, size=len(content))
    sharing.share(path)
    clear(tournament.slug, now=now)
    return made


def own_copies(slug: str) -> list[Backup]:
    """The copies of one tournament that lie here or in the common store, the newest first."""
    place = backup_folder()
    sizes = {
        path.name: path.stat().st_size for path in place.glob(f"turnier-{slug}-*.zip")
    } | sharing.shared()
    found = []
    for name, size in sizes.items():
        said = NAME.fullmatch(name)
        if said is None or said[1] != slug or said[3] not in set(Occasion):
            continue
        made = datetime.strptime(said[2], "%Y%m%d-%H%M%S").replace(tzinfo=timezone.get_default_timezone())
        found.append(Backup(path=place / name, occasion=Occasion(said[3]), made_at=made, size=size))
    return sorted(found, key=lambda one: (one.made_at, one.path.name), reverse=True)


def clear(slug: str, *, now: datetime) -> None:
    """Delete old copies by the rule of `backups.staying`, for each tournament by itself."""
    found = own_copies(slug)
    stay = staying(found, now=now)
    for one in found:
        if one.path not in stay:
            sharing.dropped(one.path)
