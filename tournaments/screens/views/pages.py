"""The pages of a screen: each view cut into as many as its letters need to be read across the hall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.numbers import SeriesNumber
from tournaments.lists.selectors.progress import TableProgress
from tournaments.lists.selectors.sheets import Life
from tournaments.lists.words.clock import shown_clock
from tournaments.models import Category, Screen, ScreenMessage
from tournaments.rankings.selectors.rankings import Ranking, RankingRow, Scope
from tournaments.rankings.words.rankings import title_of
from tournaments.screens.selectors import LAST, Item, View, programme_of, said_on, series_on
from tournaments.screens.views.letters import (
    CALLS,
    DIGIT,
    ROWS,
    TILES,
    name_lines,
    row_pages,
    short_names,
    spread_pages,
    with_joints,
)
from tournaments.screens.views.material import Material
from tournaments.screens.views.seats import seat_slots
from tournaments.screens.views.turns import Slot, ahead_of, with_messages
from tournaments.seating.selectors.places import Hanging

URGENT = timedelta(seconds=30)  # so long a new message is alone on the screen
MESSAGE_SECONDS = 12
SHARED = 1.4  # the small word behind a name that shares its rank, in em of the name


def slots_of(screen: Screen, given: Material) -> list[Slot]:
    """Every page of this screen in its order; a view that has nothing to show is left out."""
    found = [slot for item in programme_of(screen, given.on) for slot in view_pages(item, screen, given)]
    notes = [one for one in said_on(screen, given.messages) if one.kind == ScreenMessage.Kind.NOTE]
    messages = [message_page(one) for one in notes]
    return with_messages(found, messages) or [welcome()]


def ahead(screen: Screen, slots: list[Slot], given: Material) -> int:
    """How far this screen is ahead of the first one: several show several pages of a long list at the same time."""
    place = given.numbers.index(screen.number) if screen.number in given.numbers else 0
    return ahead_of(slots, place, max(1, len(given.numbers)))


def view_pages(item: Item, screen: Screen, given: Material) -> list[Slot]:
    letters = Screen.Letters(screen.letters)
    match View(item.view):
        case View.STANDINGS:
            key: tuple[object, ...] = (item, letters, given.tournament.release)
            return given.long(key, partial(standings_pages, item, letters, given))
        case View.NAMES | View.TABLES:
            key = (item, letters, *told_apart(series_on(given.hanging, item.series)))
            return given.long(key, partial(seating_pages, item, letters, given))
        case View.PROGRESS:
            return given.long(
                (item, letters, *told_apart(given.on)), partial(progress_pages, item, letters, given)
            )
        case View.CLOCK:
            return clock_pages(item, given)
        case View.CALLS:
            return call_pages(item, letters, given)
        case View.START:
            return start_pages(item, screen, given)
        case View.MESSAGES:
            return []  # they come by themselves
        case unknown:
            assert_never(unknown)


def told_apart(series: Hanging | None) -> tuple[object, ...]:
    """What makes a series another one for a screen."""
    return (series.number, series.laid, series.posted_at, series.is_played) if series else ()


# Views --------------------------------------------------------------------------------------------------------


def standings_pages(item: Item, letters: Screen.Letters, given: Material) -> list[Slot]:
    """One ranking by rank; of a series that is the only one there is none beside that of all."""
    seen, series = given.seen, item.series
    if series == LAST:
        series = seen.what.series_numbers[-1] if len(seen.what.series_numbers) > 1 else None
        if series is None:
            return []
    ranking = seen.ranking(
        Category(item.category), Scope(series=series if series is None else SeriesNumber(series))
    )
    if not ranking.games:
        return []
    sheet = ROWS[View.STANDINGS][letters]
    digits = len(str(ranking.rows[-1].place.rank))
    shared = any(row.place.shared for row in ranking.rows)
    room = sheet.room - DIGIT * max(0, digits - 2) - SHARED * shared
    names = row_names(ranking, room)
    rows = [(row, name_lines(names[at], room)) for at, row in enumerate(ranking.rows)]
    shown = {id(row): names[at] for at, row in enumerate(ranking.rows)}
    pages, high = row_pages(rows, sheet)
    return [
        Slot(
            view=item.view,
            title=title_of(ranking.category, ranking.scope),
            template="tournaments/screens/_standings.html",
            seconds=item.seconds,
            page=number,
            of=len(pages),
            span=_("Rang {first}–{last}").format(first=part[0][0].place.rank, last=part[-1][0].place.rank),
            facts={
                "rows": [standing_row(row, with_joints(shown[id(row)], room), lines) for row, lines in part],
                "seen": seen,
                "height": high,
                "digits": digits,
            },
        )
        for number, part in enumerate(pages, 1)
    ]


def row_names(ranking: Ranking, room: float) -> dict[int, str]:
    """The names of a ranking: those of people may be shortened, those of groups are theirs."""
    people = [
        (at, row.registrations[0].player)
        for at, row in enumerate(ranking.rows)
        if row.name == row.registrations[0].name
    ]
    return {at: row.name for at, row in enumerate(ranking.rows)} | short_names(people, room)


def standing_row(row: RankingRow, name: str, lines: int) -> dict[str, Any]:
    return {
        "rank": row.place.rank,
        "shared": row.place.shared,
        "name": name,
        "lines": lines,
        "points": row.points,
        "out": all(one.withdrawn_at is not None for one in row.registrations),
    }


def seating_pages(item: Item, letters: Screen.Letters, given: Material) -> list[Slot]:
    series = series_on(given.hanging, item.series)
    if series is None:
        return []
    return seat_slots(View(item.view), letters, series.number, given.seated(series), seconds=item.seconds)


STATES = {
    Life.OPEN: "running",
    Life.COMPLETE: "missing",
    Life.SIGNED: "signed",
    Life.ACCEPTED: "accepted",
    Life.FINAL: "final",
}


def progress_pages(item: Item, letters: Screen.Letters, given: Material) -> list[Slot]:
    tables = given.progress
    if not tables or given.on is None:
        return []
    pages = spread_pages([table_tile(table) for table in tables], TILES[letters])
    summary = progress_in_words(tables)
    title = _("Stand der Tische, Serie {number}").format(number=given.on.number)
    alone = letters == Screen.Letters.LARGE  # the words would be too small above the tiles
    spans = [
        _("Tisch {first}–{last}").format(first=part[0]["number"], last=part[-1]["number"]) for part in pages
    ]
    facts: list[tuple[str, dict[str, Any]]] = [("", {"summary": summary, "tiles": []})] if alone else []
    facts += [
        (span, {"tiles": part, "summary": [] if alone else summary})
        for span, part in zip(spans, pages, strict=True)
    ]
    return [
        Slot(
            view=item.view,
            title=title,
            template="tournaments/screens/_progress.html",
            seconds=item.seconds,
            page=number,
            of=len(facts),
            span=span,
            facts=one,
        )
        for number, (span, one) in enumerate(facts, 1)
    ]


def table_tile(table: TableProgress) -> dict[str, Any]:
    """A table as a number and a shape, with its games while it plays; what the shapes mean is said once, beside how many there are."""
    games = ""
    if table.life is Life.OPEN:
        games = f"{table.played}/{table.planned}" if table.planned else str(table.played)
    return {"number": table.number, "state": STATES[table.life], "games": games}


def progress_in_words(tables: Sequence[TableProgress]) -> list[dict[str, Any]]:
    """As „8 fertig“, „2 ohne Unterschrift“, „1 spielt noch“: each with its shape."""
    count = Counter(table.life for table in tables)
    done = count[Life.ACCEPTED] + count[Life.FINAL]
    words = [
        (done, "accepted", ngettext("{count} fertig", "{count} fertig", done)),
        (
            count[Life.SIGNED],
            "signed",
            ngettext("{count} zur Turnierleitung", "{count} zur Turnierleitung", count[Life.SIGNED]),
        ),
        (
            count[Life.COMPLETE],
            "missing",
            ngettext("{count} ohne Unterschrift", "{count} ohne Unterschrift", count[Life.COMPLETE]),
        ),
        (
            count[Life.OPEN],
            "running",
            ngettext("{count} spielt noch", "{count} spielen noch", count[Life.OPEN]),
        ),
    ]
    return [{"state": state, "said": said.format(count=number)} for number, state, said in words if number]


def clock_pages(item: Item, given: Material) -> list[Slot]:
    clock = shown_clock(given.row, now=given.now) if given.row else None
    if clock is None or given.on is None or given.on.is_played:
        return []
    title = _("Zeit der Serie {number}").format(number=given.on.number)
    facts = {"clock": clock, "minutes": -(-int(clock["left"].total_seconds()) // 60)}
    return [
        Slot(
            view=item.view,
            title=title,
            template="tournaments/screens/_clock.html",
            seconds=item.seconds,
            facts=facts,
        )
    ]


def call_pages(item: Item, letters: Screen.Letters, given: Material) -> list[Slot]:
    pages = spread_pages(given.calls, CALLS[letters])
    return [
        Slot(
            view=item.view,
            title=_("Schiedsrichter gerufen"),
            template="tournaments/screens/_calls.html",
            seconds=item.seconds,
            page=number,
            of=len(pages),
            facts={"tables": part},
        )
        for number, part in enumerate(pages, 1)
    ]


def start_pages(item: Item, screen: Screen, given: Material) -> list[Slot]:
    starts = [one for one in said_on(screen, given.messages) if one.kind == ScreenMessage.Kind.START]
    return [
        Slot(
            view=item.view,
            title=_("So geht es weiter"),
            template="tournaments/screens/_start.html",
            seconds=item.seconds,
            until=milliseconds(one.ends_at) if one.ends_at else None,
            facts={
                "message": one,
                "starts_ms": milliseconds(one.starts_at),
                "now_ms": milliseconds(given.now),
            },
        )
        for one in starts
        if one.starts_at is not None
    ]


def message_page(one: ScreenMessage) -> Slot:
    return Slot(
        view=View.MESSAGES,
        title=_("Meldung der Turnierleitung"),
        template="tournaments/screens/_message.html",
        seconds=MESSAGE_SECONDS,
        until=milliseconds(one.ends_at) if one.ends_at else None,
        urgent_until=milliseconds(one.sent_at + URGENT),
        facts={"message": one, "long": len(one.text) > 30, "longer": len(one.text) > 75},
    )


def welcome() -> Slot:
    """The page that a screen shows while there is nothing else."""
    return Slot(view="welcome", title="", template="tournaments/screens/_welcome.html", seconds=30)


def milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
