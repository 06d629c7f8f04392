"""What waits, in words: tables that are late, doubts, lists that nobody has taken, standings that nobody sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.speech import say
from tournaments.desk.core.day import Station
from tournaments.desk.selectors.asking import AskedList
from tournaments.desk.selectors.day import Desk

FEW = 6  # of one kind that are named; the rest is counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """One thing that waits: a shape, words, and where it is dealt with."""

    icon: str
    words: str
    url: str = ""
    more: str = ""


def waiting_lines(seen: Desk, asked: Sequence[AskedList]) -> list[Waits]:
    """Everything beside calls and protests, which have their own cards."""
    return [*late_line(seen), *odd(asked), *left_over(seen), *unposted(seen)]


def late_line(seen: Desk) -> Iterator[Waits]:
    assert seen.current is not None or not seen.late
    for one in seen.late[:FEW]:
        words = ngettext(
            "Tisch {table} ist {behind} Spiel zurück",
            "Tisch {table} ist {behind} Spiele zurück",
            one.behind,
        )
        end = _("Ende etwa {time}").format(time=time_format(localtime(one.ends_at))) if one.ends_at else ""
        number = seen.current.number if seen.current else 0
        yield Waits(
            icon="clock",
            words=words.format(table=one.table, behind=one.behind),
            more=end,
            url=reverse("sheet", args=[seen.tournament.slug, number, one.table]),
        )


def odd(asked: Sequence[AskedList]) -> Iterator[Waits]:
    for one in asked:
        series, table = one.sheet.table.series, one.sheet.table.number
        url = reverse("sheet", args=[series.tournament.slug, series.number, table])
        if one.differing:
            yield Waits(
                icon="warn",
                words=_("Tisch {table}: Spiel {games} verschieden gelesen").format(
                    table=table, games=", ".join(map(str, one.differing))
                ),
                url=reverse("mismatches", args=[series.tournament.slug, series.number, table]),
            )
        for number, doubt in one.doubts[:2]:
            yield Waits(
                icon="warn",
                words=_("Tisch {table}, Spiel {game}").format(table=table, game=number),
                more=say(doubt),
                url=url,
            )


def left_over(seen: Desk) -> Iterator[Waits]:
    for one in seen.earlier[:FEW]:
        where = _("Serie {series}, Tisch {table}").format(series=one.series, table=one.table)
        yield Waits(
            icon="list",
            words=_("{where} ist nicht angenommen").format(where=where),
            url=reverse("sheet", args=[seen.tournament.slug, one.series, one.table]),
        )
    if len(seen.earlier) > FEW:
        yield Waits(icon="list", words=_("und {count} weitere Listen").format(count=len(seen.earlier) - FEW))


def unposted(seen: Desk) -> Iterator[Waits]:
    """Standings that only the desk sees; at the end of a series they are the next act anyway."""
    if seen.unposted is None or seen.day.at is Station.POST:
        return
    if seen.unposted.newest is None:
        words, more = _("Noch ist keine Rangliste ausgehängt"), ""
    else:
        words = _("Die Rangliste hat sich seit dem Aushang geändert")
        more = ngettext("{count} Änderung", "{count} Änderungen", seen.unposted.changes).format(
            count=seen.unposted.changes
        )
    yield Waits(icon="ranks", words=words, more=more, url=reverse("publish", args=[seen.tournament.slug]))
