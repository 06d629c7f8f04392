"""A player's own page in words: places, lists, ranks, protests and decisions as the templates draw them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.engine.law import Finish
from scoring.wording import phrases
from scoring.wording.labels import FINISHES
from tournaments.field.selectors.own_page import OwnGame, OwnList, OwnPage
from tournaments.field.selectors.own_ranks import OwnRank
from tournaments.lists.views.rows import LIFE, signed_cell
from tournaments.models import Ruling
from tournaments.rulings.selectors.protests import ProtestView
from tournaments.seating.selectors.places import Place
from tournaments.seating.views.places import place_context as shown_place

Drawn = dict[str, Any]


def drawn_place(place: Place, page: OwnPage, now: datetime) -> Drawn:
    """Where to go, and when."""
    own = next((one for one in page.lists if one.series == place.series), None)
    clock = own.view.clock if own else None
    return {
        **shown_place(place),
        "when": when(place, page, now),
        "list": reverse("sheet", args=[page.registration.tournament.slug, place.series, place.table.number])
        if place.table.has_list
        else "",
        "until": clock.ends_at if clock and not clock.over(now) else None,
        "game": own.view.next_game.number if own and own.view.next_game else None,
    }


def when(place: Place, own: OwnPage, now: datetime) -> str:
    """Now, or after what is still played; before the day it is the day."""
    starts = own.registration.tournament.starts_on
    running = [one.series for one in own.places if one.table.has_list and not one.table.complete]
    if place.series in running:
        return _("jetzt")
    if running:
        return _("nach Serie {series}").format(series=running[-1])
    if starts > now.date():
        return _("am {day}").format(day=f"{starts:%d.%m.%Y}")
    return _("als Nächstes")


def drawn_rank(rank: OwnRank) -> Drawn:
    label = str(rank.category.label)
    named = (
        rank.name if rank.name.startswith(label) else f"{label}: {rank.name}"
    )  # "Tandem 1" says it already
    return {
        "label": named if rank.name else label,
        "rank": rank.place.rank,
        "shared": rank.place.shared,
        "of": rank.of,
        "points": signed_cell(rank.points),
    }


def drawn_list(one: OwnList, code: str, now: datetime) -> Drawn:
    """One series: what he made, game by game."""
    slug, total = one.view.tournament.slug, one.total
    return {
        "series": one.series,
        "table": one.table,
        "seat": one.seat.number,
        "mates": [
            seat.registration.name
            for seat in one.view.seats
            if seat.registration_id != one.seat.registration_id
        ],
        "life": str(LIFE[one.view.life]),
        "state": str(one.view.life),
        "url": reverse("sheet", args=[slug, one.series, one.table]),
        "points": signed_cell(total.net_points),
        "augen": number_format(total.augen),
        "with_augen": one.view.rules.family.by_table,
        "crosses": total.crosses,
        "played": total.games_played,
        "games": [drawn_game(game) for game in one.games],
        "penalties": [penalty_drawn(penalty) for penalty in one.penalties],
        "only_totals": one.view.totals is not None,
        "object_url": reverse("own_protest", args=[code, one.series]) if one.open_for_protests(now) else "",
        "closes_at": one.closes_at,
        "open": one.open_for_protests(now),
    }


def drawn_game(game: OwnGame) -> Drawn:
    """What happened, in words that need no legend."""
    if game.rests:
        said = _("gegeben")
    elif game.won:
        said = str(FINISHES[Finish(game.finish)])
    else:
        said = _("eröffnet") if game.opened else _("nicht eröffnet")
    return {
        "number": game.number,
        "ends_round": game.ends_round,
        "rests": game.rests,
        "won": game.won,
        "said": said,
        "augen": "" if game.rests else game.augen,
        "points": "" if game.rests else signed_cell(game.points),
        "cross": game.cross,
    }


def penalty_drawn(penalty: Any) -> str:
    parts = [str(penalty.get_kind_display())]
    if penalty.of_game:
        parts.append(_("Spiel {number}").format(number=penalty.of_game))
    if penalty.voids_series:
        parts.append(_("0 Punkte für die Serie"))
    if penalty.points:
        parts.append(phrases.points(penalty.points))
    if penalty.augen:
        parts.append(f"+{phrases.in_augen(penalty.augen)}")
    return ", ".join(parts) + f": {penalty.ruling.reason}"


def drawn_protest(one: ProtestView, code: str) -> Drawn:
    """What he objected to, how it stands, and every step until then."""
    last = one.last
    table = one.protest.sheet.table
    state = {"granted": "accepted", "withdrawn": "draft", "dismissed": "struck"}
    return {
        "protest": one.protest,
        "series": table.series.number,
        "table": table.number,
        "steps": one.steps,
        "open": one.is_open,
        "state": "open" if one.is_open or last is None else state.get(last.kind, "open"),
        "word": _("offen") if last is None else str(last.get_kind_display()),
        "url": reverse("own_protest", args=[code, table.series.number]),
    }


def drawn_ruling(ruling: Ruling) -> Drawn:
    table = ruling.sheet.table if ruling.sheet else None
    return {
        "number": ruling.number,
        "kind": str(ruling.get_kind_display()),
        "game": ruling.game.number if ruling.game else None,
        "reason": ruling.reason,
        "at": ruling.decided_at,
        "series": table.series.number if table else None,
        "table": table.number if table else None,
    }
