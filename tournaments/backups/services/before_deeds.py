"""What is copied by itself before a deed: everything on a laptop, where many tournaments share PostgreSQL the deed's own."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from tournaments.backups.services import own_copies
from tournaments.backups.services.backups import (
    Occasion,
    backup_folder,
    finish_backup,
    snapshot,
    workshop,
)
from tournaments.models import ScoreSheet, Tournament

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 5  # seconds that a deed waits for its copy to begin


def backed_up_before(occasion: Occasion) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A deed before which a copy is made. Stands above `transaction.atomic`: outside of the deed's transaction."""

    def around(deed: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(deed)
        def done(*args: P.args, **kwargs: P.kwargs) -> T:
            begin_backup(occasion, kwargs)
            return deed(*args, **kwargs)

        return done

    return around


def begin_backup(occasion: Occasion, deed: dict[str, Any]) -> threading.Thread | None:
    """Take the copy now, pack and check it meanwhile; whatever goes wrong is logged and stops no deed."""
    if not settings.AUTOMATIC_BACKUPS or connection.in_atomic_block:
        return None
    taken = threading.Event()
    worker = threading.Thread(target=copy_quietly, args=(occasion, deed, taken), name="backup")
    try:
        worker.start()
        taken.wait(PATIENCE)
    except RuntimeError:
        log.exception("no thread for the backup before a deed")
        return None
    return worker


def copy_quietly(occasion: Occasion, deed: dict[str, Any], taken: threading.Event) -> None:
    try:
        now = timezone.now()
        one = tournament_of(deed) if connection.vendor == "postgresql" else None
        if one is not None:
            own_copies.make(one, occasion, now=now, taken=taken.set)
            return
        place = backup_folder()
        with workshop(place) as desk:
            snapshot(desk, taken.set)
            finish_backup(desk, place, occasion, now)
    except Exception:
        log.exception("the backup before a deed failed")
    finally:
        taken.set()
        connections.close_all()


def tournament_of(deed: dict[str, Any]) -> Tournament | None:
    """Of which tournament a deed is, by what it is told."""
    if "tournament_id" in deed:
        return Tournament.objects.filter(pk=deed["tournament_id"]).first()
    if "sheet_id" not in deed:
        return None
    sheet = ScoreSheet.objects.filter(pk=deed["sheet_id"]).select_related("table__series__tournament")
    return next((one.table.series.tournament for one in sheet), None)
