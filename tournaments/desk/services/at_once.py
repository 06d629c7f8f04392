"""Many lists with one touch: all signed on paper, all accepted, and each of it taken back. What stays out is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scoring.sentence import Refusal
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.locks import lock_sheets
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services.sheets import accept, check_version, take_back_acceptance
from tournaments.lists.services.signing import write_signature
from tournaments.models import ScoreSheet, Signature, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What was done, list by list, and what stayed as it was with the reason."""

    lists: tuple[ScoreSheet, ...]
    left: tuple[tuple[ScoreSheet, Refusal], ...]


Deed = Callable[[ScoreSheet, int], None]  # a list, and the version of it that was seen


def each(tournament_id: int, seen: Mapping[int, int], *, by: Actor, deed: Deed) -> Done:
    """Do the same to every list, in the order in which everybody holds them; whatever refuses stays as it was."""
    must(may_direct(by, Tournament.objects.get(pk=tournament_id)))
    done, left = [], []
    lists = ScoreSheet.objects.filter(table__series__tournament=tournament_id, pk__in=seen)
    with transaction.atomic():
        lock_sheets(lists)  # before the first deed locks the tournament: phones lock their lists first
        for sheet in sheets().filter(pk__in=lists).order_by("pk"):
            try:
                with transaction.atomic():
                    deed(sheet, seen[sheet.pk])
            except Refusal as refusal:
                left.append((sheet, refusal))
            else:
                done.append(sheet)
    return Done(lists=tuple(done), left=tuple(left))


def sign_all_on_paper(*, tournament_id: int, seen: Mapping[int, int], by: Actor, now: datetime) -> Done:
    """On each of these lists everybody who has not signed yet has signed the paper."""

    def sign(sheet: ScoreSheet, version: int) -> None:
        view = sheet_view(sheet, now=now)
        check_version(sheet, version)
        for seat in view.unsigned:
            write_signature(
                sheet_id=sheet.pk,
                seat_number=seat.number,
                method=Signature.Method.PAPER,
                lines=None,
                seen_version=version,
                by=by,
                now=now,
            )

    return each(tournament_id, seen, by=by, deed=sign)


def accept_all(*, tournament_id: int, seen: Mapping[int, int], by: Actor, now: datetime) -> Done:
    """Take every one of these signed lists."""

    def take(sheet: ScoreSheet, version: int) -> None:
        accept(sheet_id=sheet.pk, seen_version=version, by=by, now=now)

    return each(tournament_id, seen, by=by, deed=take)


def take_all_back(
    *, tournament_id: int, seen: Mapping[int, int], reason: str, by: Actor, now: datetime
) -> Done:
    """Undo the acceptance of these lists; whatever was accepted anew meanwhile is the same list and is taken back too."""

    def back(sheet: ScoreSheet, version: int) -> None:
        if sheet_view(sheet, now=now).life in (Life.ACCEPTED, Life.FINAL):
            take_back_acceptance(sheet_id=sheet.pk, reason=reason, seen_version=version, by=by, now=now)

    return each(tournament_id, seen, by=by, deed=back)
