"""Says what the screens in the hall show: a screen comes and goes, changes its programme, rests on one view."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Q

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import if_free, lock_tournament
from tournaments.models import Category, Screen, Tournament
from tournaments.models.screens import CODE_DIGITS
from tournaments.screens.selectors import LONGEST, SHORTEST, Item, read_item

MOST_SCREENS = 30
MOST_ITEMS = 20
ASKED_EVERY = timedelta(minutes=1)


class ScreenRefused(Refusal):
    """Something that cannot be done to a screen."""


def hold_for_desk(tournament_id: int, by: Actor) -> Tournament:
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    return tournament


def held_screen(tournament: Tournament, number: int) -> Screen:
    screen = tournament.screens.filter(number=number, removed_at__isnull=True).first()
    if screen is None:
        raise ScreenRefused(gettext_noop("Diesen Bildschirm gibt es nicht mehr."))
    return screen


def free_code() -> str:
    """A number that no screen has."""
    taken = set(Screen.objects.filter(removed_at__isnull=True).values_list("code", flat=True))
    while (code := str(secrets.randbelow(9 * 10 ** (CODE_DIGITS - 1)) + 10 ** (CODE_DIGITS - 1))) in taken:
        pass
    return code


@transaction.atomic
def add_screen(
    *,
    tournament_id: int,
    code: str = "",
    name: str = "",
    letters: str = Screen.Letters.LARGE,
    dark: bool = False,
    by: Actor,
    now: datetime,
) -> Screen:
    """One more screen: by the number that a waiting television shows, or by a new number to type there."""
    tournament = hold_for_desk(tournament_id, by)
    if tournament.screens.filter(removed_at__isnull=True).count() >= MOST_SCREENS:
        raise ScreenRefused(gettext_noop("Mehr als {most} Bildschirme gehen nicht."), most=MOST_SCREENS)
    if code and not (len(code) == CODE_DIGITS and code.isascii() and code.isdecimal()):
        raise ScreenRefused(
            gettext_noop("Die Nummer hat {digits} Ziffern, wie der Bildschirm sie zeigt."), digits=CODE_DIGITS
        )
    last = tournament.screens.aggregate(last=Max("number"))["last"] or 0
    try:
        with transaction.atomic():
            screen = Screen.objects.create(
                tournament=tournament,
                number=last + 1,
                name=name,
                code=code or free_code(),
                letters=letters,
                dark=dark,
                added_at=now,
            )
    except IntegrityError as fault:
        raise ScreenRefused(gettext_noop("Der Bildschirm mit dieser Nummer gehört schon dazu.")) from fault
    facts = {"screen": screen.number, "name": name}
    journal.write(tournament, "screen_added", by=by, now=now, facts=facts)
    return screen


@transaction.atomic
def change_screen(
    *,
    tournament_id: int,
    number: int,
    name: str,
    letters: str,
    dark: bool,
    own: Sequence[Mapping[str, Any]] | None = None,
    by: Actor,
    now: datetime,
) -> Screen:
    """Where it stands, how large its letters are, and a programme of its own, which then runs."""
    tournament = hold_for_desk(tournament_id, by)
    screen = held_screen(tournament, number)
    screen.name, screen.letters, screen.dark = name, letters, dark
    if own is not None:
        if not 1 <= len(own) <= MOST_ITEMS:
            raise ScreenRefused(
                gettext_noop("Bitte mindestens eine Ansicht wählen, höchstens {most}."), most=MOST_ITEMS
            )
        screen.own = [checked_item(item).document() for item in own]
        screen.programme, screen.fixed = Screen.Programme.OWN, None
    screen.save(update_fields=["name", "letters", "dark", "own", "programme", "fixed"])
    facts = {"screens": [number], "name": name, "programme": screen.programme, "own": screen.own}
    journal.write(tournament, "screen_changed", by=by, now=now, facts=facts)
    return screen


@transaction.atomic
def show(
    *, tournament_id: int, numbers: Sequence[int] | None, item: Mapping[str, Any], by: Actor, now: datetime
) -> None:
    """Fix these screens, or all of them, on one view."""
    tournament = hold_for_desk(tournament_id, by)
    shown = checked_item(item)
    told = change_screens(tournament, numbers, fixed=shown.document())
    facts = {"screens": told, "item": shown.document()}
    journal.write(tournament, "screens_fixed", by=by, now=now, facts=facts)


@transaction.atomic
def run(
    *, tournament_id: int, numbers: Sequence[int] | None, programme: str, by: Actor, now: datetime
) -> None:
    """Let a programme run again on these screens, or on all of them."""
    tournament = hold_for_desk(tournament_id, by)
    if programme not in Screen.Programme.values:
        raise ScreenRefused(gettext_noop("Dieses Programm gibt es nicht."))
    rows = screens_chosen(tournament, numbers)
    if programme == Screen.Programme.OWN and any(not row.own for row in rows):
        raise ScreenRefused(gettext_noop("Dieser Bildschirm hat noch kein eigenes Programm."))
    told = change_screens(tournament, numbers, fixed=None, programme=programme)
    facts = {"screens": told, "programme": programme}
    journal.write(tournament, "screens_run", by=by, now=now, facts=facts)


@transaction.atomic
def remove_screen(*, tournament_id: int, number: int, by: Actor, now: datetime) -> None:
    """Remove a screen from the tournament. Its number can be added again."""
    tournament = hold_for_desk(tournament_id, by)
    screen = held_screen(tournament, number)
    screen.removed_at = now
    screen.save(update_fields=["removed_at"])
    facts = {"screen": number, "name": screen.name}
    journal.write(tournament, "screen_removed", by=by, now=now, facts=facts)


def screens_chosen(tournament: Tournament, numbers: Sequence[int] | None) -> list[Screen]:
    rows = tournament.screens.filter(removed_at__isnull=True).order_by("number")
    found = list(rows if numbers is None else rows.filter(number__in=numbers))
    if not found:
        raise ScreenRefused(
            gettext_noop("Noch gibt es hier keinen Bildschirm: Bitte zuerst einen hinzufügen.")
        )
    return found


def change_screens(tournament: Tournament, numbers: Sequence[int] | None, **values: Any) -> list[int]:
    """Write the same to several screens; says which they were."""
    rows = screens_chosen(tournament, numbers)
    Screen.objects.filter(pk__in=[row.pk for row in rows]).update(**values)
    return [row.number for row in rows]


def checked_item(item: Mapping[str, Any]) -> Item:
    """A view that there is, with seconds that can be read."""
    found = read_item(item)
    if found is None:
        raise ScreenRefused(gettext_noop("Diese Ansicht gibt es nicht."))
    if not SHORTEST <= found.seconds <= LONGEST:
        raise ScreenRefused(
            gettext_noop("Eine Seite steht {shortest} bis {longest} Sekunden."),
            shortest=SHORTEST,
            longest=LONGEST,
        )
    if found.category not in Category.values:
        raise ScreenRefused(gettext_noop("Diese Wertung gibt es nicht."))
    return found


def note_asked(screen: Screen, *, now: datetime) -> None:
    """Note that the television still asks, so that the desk sees it is there: no deed, at most once a minute."""
    if screen.asked_at is not None and abs(now - screen.asked_at) < ASKED_EVERY:
        return
    with if_free():  # a screen must not wait for somebody who is writing
        due = Q(asked_at__isnull=True) | Q(asked_at__lte=now - ASKED_EVERY) | Q(asked_at__gt=now)
        Screen.objects.filter(due, pk=screen.pk).update(asked_at=now)
