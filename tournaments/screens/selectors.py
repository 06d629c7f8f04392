"""What the screens in the hall are to show: programmes, messages, and which view fits the hour of the day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Category, Game, Screen, ScreenMessage, Tournament
from tournaments.seating.selectors.places import Hanging, current

View = Screen.View
SHORTEST, LONGEST = 4, 120  # seconds that a page stands
LAST = 0  # as a series: the one played last
PLAYERS = Category.PLAYERS.value

# How long a page of each view stands when nobody says otherwise: twelve lines a minute are read aloud, twice that silently.
SECONDS: Mapping[str, int] = {
    View.STANDINGS: 12,
    View.NAMES: 10,
    View.TABLES: 10,
    View.PROGRESS: 10,
    View.CLOCK: 12,
    View.CALLS: 8,
    View.START: 10,
    View.MESSAGES: 12,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One view of a programme."""

    view: str
    seconds: int
    series: int | None = None  # None: of all, or the one that is on
    category: str = PLAYERS

    def document(self) -> dict[str, Any]:
        """As it is stored."""
        return {"view": self.view, "seconds": self.seconds, "series": self.series, "category": self.category}

    @property
    def key(self) -> str:
        """The value of the button that shows this view: „names:3:players“."""
        return f"{self.view}:{'' if self.series is None else self.series}:{self.category}"


def from_key(key: str) -> Item | None:
    """The view that a button's value names."""
    view, _colon, rest = key.partition(":")
    series, _colon, category = rest.partition(":")
    if view not in View.values or (
        series and not (series.isascii() and series.isdecimal() and len(series) < 3)
    ):
        return None
    return item(view, series=int(series) if series else None, category=category or PLAYERS)


def item(view: str, *, series: int | None = None, category: str = PLAYERS) -> Item:
    return Item(view=view, seconds=SECONDS[view], series=series, category=category)


PROGRAMMES: Mapping[str, tuple[Item, ...]] = {
    Screen.Programme.BEFORE: (item(View.START), item(View.NAMES), item(View.TABLES)),
    Screen.Programme.DURING: (
        item(View.CLOCK),
        item(View.PROGRESS),
        item(View.CALLS),
        item(View.START),
        item(View.STANDINGS),
    ),
    Screen.Programme.AFTER: (item(View.START), item(View.STANDINGS), item(View.STANDINGS, series=LAST)),
}


def read_item(said: Mapping[str, Any]) -> Item | None:
    """A stored or sent view as a value; None where it is none."""
    view, seconds, series = said.get("view"), said.get("seconds"), said.get("series")
    if view not in View.values or not isinstance(seconds, int | None):
        return None
    if series is not None and not (isinstance(series, int) and 0 <= series <= 60):
        return None
    return Item(
        view=str(view),
        seconds=seconds or SECONDS[view],
        series=series,
        category=str(said.get("category") or PLAYERS),
    )


def read_items(said: Iterable[Mapping[str, Any]]) -> tuple[Item, ...]:
    return tuple(found for one in said if (found := read_item(one)) is not None)


# Screens ------------------------------------------------------------------------------------------------------


def screens(tournament: Tournament) -> QuerySet[Screen]:
    """The screens of a tournament."""
    return tournament.screens.filter(removed_at__isnull=True).order_by("number")


def screen_of(code: str) -> Screen | None:
    """The screen with this number and its tournament, in one query; None while nobody has added it, or its tournament is hidden."""
    rows = Screen.objects.select_related("tournament").filter(removed_at__isnull=True)
    return rows.filter(code=code, tournament__hidden_at__isnull=True).first()


def state_and_last_question(code: str) -> tuple[str, datetime | None] | None:
    """The state of the screen with this number, and when it last asked."""
    found = screen_of(code)
    if found is None:
        return None
    revision = found.tournament.revision
    return screen_state(found.pk, revision, revision), found.asked_at


def screen_state(screen: int, revision: int, oldest: int) -> str:
    """What a screen that shows this need not be told again; `oldest` is the revision of the oldest list on it."""
    return f"{screen}.{revision}" if oldest == revision else f"{screen}.{revision}.{oldest}"


def programme_of(screen: Screen, series: Hanging | None) -> tuple[Item, ...]:
    """What runs on a screen now, in its order."""
    if screen.fixed is not None:
        return read_items([screen.fixed])
    if screen.programme == Screen.Programme.OWN:
        return read_items(screen.own)
    programme = screen.programme
    return PROGRAMMES[phase(series) if programme == Screen.Programme.AUTO else programme]


def phase(series: Hanging | None) -> str:
    """Before, during or after the series that is on; asked only where a programme follows the day by itself."""
    if series is None or series.laid is None:
        return Screen.Programme.BEFORE
    if series.is_played:
        return Screen.Programme.AFTER
    begun = Game.objects.filter(sheet__table__series_id=series.laid, struck_at__isnull=True).exists()
    return Screen.Programme.DURING if begun else Screen.Programme.BEFORE


def series_on(hanging: list[Hanging], number: int | None) -> Hanging | None:
    """The series that a view of the seating shows."""
    if number in (None, LAST):
        return current(hanging)
    return next((one for one in hanging if one.number == number), None)


# Messages -----------------------------------------------------------------------------------------------------


def active_messages(tournament: Tournament, *, now: datetime) -> list[ScreenMessage]:
    """What is said now, the newest first."""
    lasting = Q(ends_at__isnull=True) | Q(ends_at__gt=now)
    rows = tournament.screen_messages.filter(lasting, taken_back_at__isnull=True)
    return list(rows.select_related("screen", "tournament").order_by("-sent_at", "-pk"))


def said_on(screen: Screen, messages: Iterable[ScreenMessage]) -> list[ScreenMessage]:
    """The active messages that are meant for this screen."""
    return [one for one in messages if one.screen_id in (None, screen.pk)]
