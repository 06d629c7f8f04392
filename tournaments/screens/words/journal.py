"""The journal in words, what the hall is shown: publications, screens, messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Category, Screen
from tournaments.models.rankings import SHORT
from tournaments.screens.selectors import LAST, Item, View, read_items

Facts = Mapping[str, Any]

DEEDS: Mapping[str, Any] = {
    "standings_published": gettext_lazy("Rangliste ausgehängt"),
    "screen_added": gettext_lazy("Bildschirm hinzugefügt"),
    "screen_changed": gettext_lazy("Bildschirm geändert"),
    "screen_removed": gettext_lazy("Bildschirm entfernt"),
    "screens_fixed": gettext_lazy("Bildschirm zeigt"),
    "screens_run": gettext_lazy("Programm gewählt"),
    "message_sent": gettext_lazy("Meldung auf die Bildschirme"),
    "message_taken_back": gettext_lazy("Meldung zurückgenommen"),
}


def published_told(facts: Facts) -> str:
    """As „Nr. 3 nach 120 Spielen (1a2b3c4d5e6f)“."""
    said = ngettext(
        "Nr. {number} nach {games} Spiel ({print})",
        "Nr. {number} nach {games} Spielen ({print})",
        facts["games"],
    )
    return said.format(number=facts["number"], games=facts["games"], print=facts["fingerprint"][:SHORT])


def item_in_words(item: Item) -> str:
    """As „Rangliste der Serie 2“."""
    label = str(View(item.view).label)
    if item.category != Category.PLAYERS:
        label = str(Category(item.category).label)
    if item.series is None:
        return label
    if item.series == LAST:
        return _("{view} der letzten Serie").format(view=label)
    return _("{view}, Serie {series}").format(view=label, series=item.series)


def which(facts: Facts) -> str:
    """As „Bildschirm 1, 2“."""
    return _("Bildschirm {numbers}").format(numbers=", ".join(map(str, facts["screens"])))


def one_screen(facts: Facts) -> str:
    return " ".join(filter(None, (_("Bildschirm {numbers}").format(numbers=facts["screen"]), facts["name"])))


def programme(facts: Facts) -> str:
    """As „Bildschirm 1: eigenes (Rangliste 12 s, Uhr 10 s)“."""
    said = f"{which(facts)}: {Screen.Programme(facts['programme']).label}"
    if facts["programme"] != Screen.Programme.OWN or not facts.get("own"):
        return said
    views = ", ".join(f"{item_in_words(item)} {item.seconds} s" for item in read_items(facts["own"]))
    return f"{said} ({views})"


def fixed(facts: Facts) -> str:
    [item] = read_items([facts["item"]])
    return f"{which(facts)}: {item_in_words(item)}"


def message(facts: Facts) -> str:
    """As „„Pause bis halb vier““, with the screen where it was for one alone."""
    where = (
        _("Bildschirm {numbers}").format(numbers=facts["screen"])
        if facts["screen"]
        else _("alle Bildschirme")
    )
    return _("„{text}“, {where}").format(text=facts["text"], where=where)


DETAILS: Mapping[str, Callable[[Facts], str]] = {
    "standings_published": published_told,
    "screen_added": one_screen,
    "screen_changed": programme,
    "screen_removed": one_screen,
    "screens_fixed": fixed,
    "screens_run": programme,
    "message_sent": message,
    "message_taken_back": message,
}
