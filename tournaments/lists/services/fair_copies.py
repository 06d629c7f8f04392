"""Keeps the words of accepted lists: a fair copy at the acceptance, another after each ruling on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import translation

from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.check_codes import check_codes, read_code
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.words import fair_copy
from tournaments.models import FairCopy, Ruling, ScoreSheet, Tournament
from tournaments.models.naming import for_everybody


@for_everybody
def words_of_list(view: SheetView, rulings: Sequence[Ruling], *, code: str) -> dict[str, Any]:
    """What the paper says, in German, whoever accepts."""
    with translation.override(settings.LANGUAGE_CODE):
        return fair_copy.printed_words(view, rulings, code=code)


def keep_copy(
    sheet: ScoreSheet, *, occasion: str, now: datetime, ruling: Ruling | None = None
) -> FairCopy | None:
    """Write the words of an accepted list down, inside the deed that made them so and after its journal line.

    The journal's line holds the tournament, so that two deeds never count their copies at once.
    """
    if not settings.SEALED_LISTS or sheet.accepted_at is None:
        return None
    fresh = sheets().select_related("accepted_by").get(pk=sheet.pk)
    code = check_codes([fresh]).get(fresh.pk, "")
    read = read_code(code)
    if read is None:
        return None  # nothing was ever entered: there is nothing to copy
    rulings = list(Ruling.objects.filter(sheet=fresh).select_related("game", "decided_by").order_by("number"))
    return FairCopy.objects.create(
        sheet=fresh,
        number=(FairCopy.objects.filter(sheet=fresh).aggregate(top=Max("number"))["top"] or 0) + 1,
        sheet_version=fresh.version,
        occasion=occasion,
        ruling=ruling,
        mark=read[1],
        words=words_of_list(sheet_view(fresh, now=now), rulings, code=code),
        made_at=now,
    )


def keep_after_ruling(sheet: ScoreSheet | None, *, now: datetime) -> None:
    """After a ruling on an accepted list its words are others; the copies before it remain."""
    if not settings.SEALED_LISTS or sheet is None:
        return
    newest = ScoreSheet.everything.get(pk=sheet.pk)
    if newest.accepted_at is not None:
        ruling = Ruling.objects.filter(sheet=newest).order_by("-number").first()
        keep_copy(newest, occasion=FairCopy.Occasion.RULED, ruling=ruling, now=now)


@transaction.atomic
def keep_later(*, sheet_id: int, now: datetime) -> FairCopy | None:
    """The newest copy; made now for a list that was accepted before copies were kept, or while they were not.

    Everybody who opens the page of a sealed list asks here: only where a copy is missing does anybody hold the tournament.
    """
    sheet = sheets().get(pk=sheet_id)
    newest, fits = newest_copy(sheet)
    if not fits:
        Tournament.objects.select_for_update().get(pk=sheet.table.series.tournament_id)
        newest, fits = newest_copy(sheet)
    return newest if fits else keep_copy(sheet, occasion=FairCopy.Occasion.LATER, now=now) or newest


def newest_copy(sheet: ScoreSheet) -> tuple[FairCopy | None, bool]:
    """The newest copy of a list, and whether it is of what stands on the list now."""
    newest = FairCopy.objects.filter(sheet=sheet).order_by("-number").first()
    read = read_code(check_codes([sheet]).get(sheet.pk, ""))
    return newest, newest is not None and read is not None and newest.mark == read[1]
