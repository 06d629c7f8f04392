"""Who sits where, for everybody: the page, and „Wo sitze ich?“ for one player."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.event.core.dealing import dealer
from tournaments.event.selectors.names import by_name, plain
from tournaments.event.selectors.tournaments import next_numbers, registrations
from tournaments.models import Registration, Series, Tournament
from tournaments.pages.frame import is_fragment_request, page
from tournaments.pages.page_cache import public_page
from tournaments.pages.words import numbers
from tournaments.seating.selectors import places as selector
from tournaments.seating.selectors.places import Hanging, LaidTable, Sitting
from tournaments.seating.selectors.since_draw import lot_of
from tournaments.seating.words.seating import moves_by_series


def series_chosen(out: list[Hanging], number: int | None) -> Hanging | None:
    """The series that was asked for, or the one that is on; None while nothing hangs out."""
    if number is None:
        return selector.current(out)
    found = next((series for series in out if series.number == number), None)
    if found is None:
        raise Http404(_("Diese Serie ist noch nicht ausgelost."))
    return found


@public_page
def seating(request: HttpRequest, tournament: Tournament, series: int | None = None) -> HttpResponse:
    """Who sits where in a series, by table or by name."""
    out = selector.hanging(tournament)
    chosen = series_chosen(out, series)
    by_names = request.GET.get("ansicht") == "namen"
    context: dict[str, Any] = {"out": out, "chosen": chosen, "by_name": by_names, "fixed": series}
    if chosen is not None:
        context |= seats_shown(tournament, chosen, by_names=by_names)
    template = (
        "tournaments/seating/_places.html"
        if is_fragment_request(request)
        else "tournaments/seating/places.html"
    )
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


def seating_card(table: LaidTable, game: int | None, *, me: Sitting | None = None) -> dict[str, Any]:
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


# Wo sitze ich? ------------------------------------------------------------------------------------------------


@public_page
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


@public_page
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
    template = (
        "tournaments/seating/_my_seat.html"
        if is_fragment_request(request)
        else "tournaments/seating/my_seat.html"
    )
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
