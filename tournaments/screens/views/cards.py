"""What the desk says of each screen: what it shows now, whether it is there, and what one tap puts on it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Category, Screen
from tournaments.screens.selectors import Item, View, item, phase
from tournaments.screens.views.material import Material
from tournaments.screens.views.pages import ahead, milliseconds, slots_of
from tournaments.screens.views.turns import slot_now
from tournaments.screens.words.journal import item_in_words

LONG_WAIT = 300  # seconds: so long nobody stands before a television until his own line comes
THERE = timedelta(seconds=90)  # so long after its last question a screen counts as being there


def shares(rows: list[Screen]) -> str:
    """Which button is marked because all screens do the same."""
    done = {Item(**row.fixed).key if row.fixed else row.programme for row in rows}
    return done.pop() if len(done) == 1 else ""


def next_start(given: Material) -> str:
    number = given.on.number if given.on else 1
    if given.on is not None and phase(given.on) != Screen.Programme.BEFORE:
        number = min(number + 1, given.tournament.series_count)
    return _("Serie {number}").format(number=number)


def taps(given: Material) -> list[dict[str, str]]:
    """What can be put on a screen with one tap."""
    seated = [one for one in given.hanging if not one.is_played] or given.hanging[-1:]
    items = [
        item(View.STANDINGS),
        *(item(View.STANDINGS, category=one.value) for one in other_rankings(given)),
        *(item(view, series=one.number) for one in seated[:2] for view in (View.NAMES, View.TABLES)),
        item(View.PROGRESS),
        item(View.CLOCK),
        item(View.CALLS),
        item(View.START),
    ]
    return [
        {
            "key": one.key,
            "label": item_in_words(one),
            "brief": brief(one),
            "icon": ICONS[View(one.view)],
        }
        for one in items
    ]


def other_rankings(given: Material) -> list[Category]:
    """The rankings beside the one of all players that have somebody in them."""
    found = dict.fromkeys(category for category, _scope in given.seen.choices)
    return [one for one in found if one != Category.PLAYERS]


def brief(one: Item) -> str:
    """The short name of a view, for a small button."""
    words = {View.NAMES: _("Namen S{series}"), View.TABLES: _("Tische S{series}"), View.PROGRESS: _("Stand")}
    words |= {View.START: _("Start")}
    return words.get(View(one.view), item_in_words(one)).format(series=one.series)


ICONS = {
    View.STANDINGS: "ranks",
    View.NAMES: "people",
    View.TABLES: "table",
    View.PROGRESS: "list",
    View.CLOCK: "clock",
    View.CALLS: "bell",
    View.START: "right",
}


def programmes() -> list[dict[str, str]]:
    return [{"key": key, "label": str(label)} for key, label in Screen.Programme.choices if key != "own"]


def card(row: Screen, given: Material) -> dict[str, Any]:
    """One screen: what it shows at this moment, and when it last asked."""
    slots = slots_of(row, given)
    at, _left = slot_now(slots, milliseconds(given.now), ahead=ahead(row, slots, given))
    now_on = slots[at]
    title = now_on.title or _("Willkommen")
    shown = _("{title}, Seite {page} von {of}").format(title=title, page=now_on.page, of=now_on.of)
    lasts = sum(slot.seconds for slot in slots)
    asked = None if row.asked_at is None else abs(given.now - row.asked_at)
    return {
        "screen": row,
        "shows": shown if now_on.of > 1 else title,
        "pages": ngettext("{count} Seite", "{count} Seiten", len(slots)).format(count=len(slots)),
        "seconds": lasts,
        "wait": wait_in_words(row, lasts // max(1, len(given.numbers))),
        "fixed": Item(**row.fixed).key if row.fixed else "",
        "there": asked is not None and asked < THERE,
        "asked": asked_in_words(asked),
    }


def wait_in_words(row: Screen, wait: int) -> str:
    """A warning where a line of a list comes round too seldom, and what makes it come sooner; "" where it does not."""
    if wait <= LONG_WAIT:
        return ""
    minutes = round(wait / 60)
    if row.letters == Screen.Letters.LARGE:
        return _(
            "Wer seinen Namen verpasst, wartet {minutes} Minuten: kürzer mit der Schrift „groß“ (unter „Einrichten“) oder mit mehr Bildschirmen."
        ).format(minutes=minutes)
    return _(
        "Wer seinen Namen verpasst, wartet {minutes} Minuten: kürzer mit mehr Bildschirmen oder weniger Ansichten."
    ).format(minutes=minutes)


def asked_in_words(asked: timedelta | None) -> str:
    """Whether the television is there; its questions are noted once a minute."""
    if asked is None:
        return _("hat sich noch nicht gemeldet")
    if asked < THERE:
        return _("ist verbunden")
    minutes = int(asked.total_seconds() // 60)
    if minutes < 120:
        return ngettext("zuletzt vor {count} Minute", "zuletzt vor {count} Minuten", minutes).format(
            count=minutes
        )
    return ngettext("zuletzt vor {count} Stunde", "zuletzt vor {count} Stunden", minutes // 60).format(
        count=minutes // 60
    )
