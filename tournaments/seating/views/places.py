"""Who sits where, for everybody: the page, the wall in the hall, and „Wo sitze ich?“ for one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, TypeVar
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.event.core.dealing import dealer
from tournaments.event.selectors.names import by_name, plain
from tournaments.event.selectors.tournaments import next_numbers, registrations
from tournaments.models import Registration, Series, Tournament
from tournaments.models.naming import for_everybody
from tournaments.pages.frame import page
from tournaments.pages.fresh import polls, short_when_unchanged
from tournaments.pages.words import numbers
from tournaments.seating.selectors import places as selector
from tournaments.seating.selectors.places import Hanging, Laid, Sitting
from tournaments.seating.selectors.since_draw import lot_of
from tournaments.seating.words.seating import moves_by_series

T = TypeVar("T")

NAMES, NAMES_IF_MANY, MANY = 30, 36, 90  # names on one page of the wall: three columns of ten, of twelve
TABLES = 9
FITS, FITS_SMALLER = 13, 19  # signs that a column of the wall holds in one line


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Somebody on the wall."""

    name: str
    table: int
    seat: int

    @property
    def fit(self) -> str:
        """The class that lets the name fit."""
        if len(self.name) <= FITS:
            return ""
        return "is-long" if len(self.name) <= FITS_SMALLER else "is-longer"


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPage:
    """What the wall shows at one time, and the word by which people know whether to wait."""

    number: int
    span: str
    rows: Sequence[Any]
    shown: bool  # without scripts this one


def series_chosen(out: list[Hanging], number: int | None) -> Hanging | None:
    """The series that was asked for, or the one that is on; None while nothing hangs out."""
    if number is None:
        return selector.current(out)
    found = next((series for series in out if series.number == number), None)
    if found is None:
        raise Http404(_("Diese Serie ist noch nicht ausgelost."))
    return found


@short_when_unchanged
def seating(request: HttpRequest, tournament: Tournament, series: int | None = None) -> HttpResponse:
    """Who sits where in a series, by table or by name."""
    out = selector.hanging(tournament)
    chosen = series_chosen(out, series)
    by_names = request.GET.get("ansicht") == "namen"
    context: dict[str, Any] = {"out": out, "chosen": chosen, "by_name": by_names, "fixed": series}
    if chosen is not None:
        context |= seats_shown(tournament, chosen, by_names=by_names)
    template = "tournaments/seating/_places.html" if polls(request) else "tournaments/seating/places.html"
    return page(request, template, tournament=tournament, current="seating", **context)


def seats_shown(tournament: Tournament, series: Hanging, *, by_names: bool) -> dict[str, Any]:
    """Tables as cards, or seats by name."""
    tables = selector.tables_of_series(tournament, series)
    threes = [table.number for table in tables if table.size == 3]
    games = next_numbers(series.laid) if series.laid is not None else {}
    lot = lot_of(tournament, series, tables)
    return {
        "lot": lot,
        "since_draw": moves_by_series(lot.moves) if lot else (),
        "mode": Series.Mode(series.mode).label,
        "cards": [
            seating_card(table, None if table.complete else games.get(table.number)) for table in tables
        ],
        "book": selector.telephone_book(tables) if by_names else (),
        "threes": threes,
        "threes_said": numbers(threes),
    }


def seating_card(table: Laid, game: int | None, *, me: Sitting | None = None) -> dict[str, Any]:
    """A table as parts/seats.html draws it: who keeps the list, who deals the next game."""
    deals = dealer(game, table.size) if game else None
    return {
        "label": _("Tisch"),
        "number": table.number,
        "three": table.size == 3,
        "seats": [
            {
                "number": seat.number,
                "name": seat.registration.player.name,
                "club": seat.registration.player.club or "",
                "start_number": seat.registration.start_number,
                "keeper": seat.keeper,
                "deals": seat.number == deals,
                "me": me is not None and seat.number == me.number,
            }
            for seat in table.seats
        ],
    }


# The wall -----------------------------------------------------------------------------------------------------


@short_when_unchanged
@for_everybody
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The seating for the screen in the hall: page after page, by name or by table."""
    chosen = series_chosen(selector.hanging(tournament), series_typed(request))
    by_tables = request.GET.get("ansicht") == "tische"
    context: dict[str, Any] = {"chosen": chosen, "by_tables": by_tables, "pages": []}
    context["as_asked"] = "&ansicht=tische" * by_tables + series_as_asked(request)
    if chosen is not None:
        tables = selector.tables_of_series(tournament, chosen)
        at = first_page(request)
        pages = table_pages(tables, at) if by_tables else name_pages(tables, at)
        longest = max((len(one.rows) for one in pages), default=0)
        context |= {"pages": pages, "layout": layout(longest), "following": (at + 1) % max(1, len(pages)) + 1}
    template = "tournaments/seating/_hall.html" if polls(request) else "tournaments/seating/hall.html"
    return page(request, template, tournament=tournament, **context)


def series_as_asked(request: HttpRequest) -> str:
    """What the address of another page of the wall says of the series: the same as this page's."""
    typed = request.GET.get("serie", "")
    return f"&serie={quote(typed)}" if typed else ""


def series_typed(request: HttpRequest) -> int | None:
    typed = request.GET.get("serie", "")
    return int(typed) if typed.isdecimal() and len(typed) < 4 else None


def first_page(request: HttpRequest) -> int:
    """The page with which a screen without scripts begins, counted from 0."""
    typed = request.GET.get("seite", "")
    return max(0, int(typed) - 1) if typed.isdecimal() and len(typed) < 4 else 0


def even_pages(rows: Sequence[T], most: int) -> list[Sequence[T]]:
    """Pages of about the same length.

    >>> [len(part) for part in spread(range(41), 30)]
    [21, 20]
    """
    if not rows:
        return []
    each = ceil(len(rows) / ceil(len(rows) / most))
    return [rows[start : start + each] for start in range(0, len(rows), each)]


def layout(names: int) -> str:
    """How many columns and rows a page of names takes: few names are larger."""
    if names <= 10:
        return "one"
    if names <= 20:
        return "two"
    return str(max(8, ceil(names / 3)))


def wall_names(tables: list[Laid]) -> dict[int, str]:
    """Start number → the name on the wall: a long one with the given name's first letter, where nobody shares it."""
    people = {
        seat.registration.start_number: (seat.registration.player.listed_name, name_with_initial(seat))
        for table in tables
        for seat in table.seats
    }
    shared = Counter(short for _, short in people.values())
    return {
        number: listed if len(listed) <= FITS or shared[short] > 1 else short
        for number, (listed, short) in people.items()
    }


def name_with_initial(seat: Sitting) -> str:
    player = seat.registration.player
    return f"{player.family_name}, {player.given_name[:1]}." if player.given_name else player.family_name


def name_pages(tables: list[Laid], at: int) -> list[WallPage]:
    names = wall_names(tables)
    book = selector.telephone_book(tables)
    parts = even_pages(book, NAMES_IF_MANY if len(book) > MANY else NAMES)
    letters = 3 if len(parts) <= 6 else 2
    return [
        WallPage(
            number=n,
            span=_("{first} – {last}").format(
                first=first_letters(part[0][1], letters=letters),
                last=first_letters(part[-1][1], letters=letters),
            ),
            rows=[
                Named(name=names[seat.registration.start_number], table=table.number, seat=seat.number)
                for table, seat in part
            ],
            shown=n == at % len(parts) + 1,
        )
        for n, part in enumerate(parts, 1)
    ]


def first_letters(seat: Sitting, *, letters: int) -> str:
    """The first letters of a name, as on the back of an encyclopedia."""
    return seat.registration.player.family_name[:letters]


def table_pages(tables: list[Laid], at: int) -> list[WallPage]:
    names = wall_names(tables)
    parts = even_pages(tables, TABLES)
    return [
        WallPage(
            number=n,
            span=_("{first} – {last}").format(first=part[0].number, last=part[-1].number),
            rows=[
                {
                    "number": table.number,
                    "seats": [
                        Named(
                            name=names[seat.registration.start_number], table=table.number, seat=seat.number
                        )
                        for seat in table.seats
                    ],
                }
                for table in part
            ],
            shown=n == at % len(parts) + 1,
        )
        for n, part in enumerate(parts, 1)
    ]


# Wo sitze ich? ------------------------------------------------------------------------------------------------


@short_when_unchanged
def find_seat(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A name or start number is typed, or a letter tapped; who is found alone is shown at once."""
    typed = request.GET.get("name", "").strip()[:80]
    letter = request.GET.get("buchstabe", "").strip()[:1]
    field = list(registrations(tournament))
    found = selector.who_is_meant(field, typed) if typed else []
    if typed and len(found) == 1:
        return redirect("my_seat", tournament.slug, found[0].start_number)
    if not typed and letter:
        found = [one for one in field if initial(one) == plain(letter).upper()]
    context: dict[str, Any] = {
        "typed": typed,
        "letter": letter,
        "letters": sorted({initial(one) for one in field}),
        "found": sorted(found, key=lambda one: by_name(one.player)),
    }
    return page(
        request, "tournaments/seating/find_seat.html", tournament=tournament, current="seating", **context
    )


def initial(one: Registration) -> str:
    """The letter under which somebody looks for himself: Öztürk under O."""
    return plain(one.player.family_name)[:1].upper()


@short_when_unchanged
def my_seat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Where one player sits: now, later, and before; with whom, who deals first, and when he deals himself."""
    one = (
        registrations(tournament)
        .select_related("player__club", "tournament__rule_set")
        .filter(start_number=number)
        .first()
    )
    if one is None:
        raise Http404(_("Diese Startnummer ist nicht vergeben."))
    out = selector.hanging(tournament)
    places = selector.places_of(one, out)
    seated = {place.series for place in places}
    context: dict[str, Any] = {
        "one": one,
        "to_come": [place_context(place) for place in places if not place.table.complete],
        "played": [place for place in places if place.table.complete],
        "without": [series.number for series in out if series.number not in seated and not series.is_played],
    }
    template = "tournaments/seating/_my_seat.html" if polls(request) else "tournaments/seating/my_seat.html"
    return page(request, template, tournament=tournament, current="seating", **context)


def place_context(place: selector.Place) -> dict[str, Any]:
    """A place as the page draws it."""
    return {
        "place": place,
        "card": seating_card(place.table, None, me=place.seat),
        "deals": deals_in_words(place),
    }


def deals_in_words(place: selector.Place) -> str:
    """When a player deals: once in each Runde, always in the same place."""
    games = ", ".join(map(str, place.deals))
    said = _("{number}. Spiel jeder Runde").format(number=place.seat.number)
    if place.endless:
        return _("{said}: Spiele {games} und so weiter").format(said=said, games=games)
    return _("{said}: Spiele {games}").format(said=said, games=games)
