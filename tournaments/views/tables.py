"""The long tables of the pages: what a column shows, how it sorts; drawn by templates/parts/table.html."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.law import Finish
from scoring.rules import Family, Measure
from tournaments.models import Registration
from tournaments.selectors.names import by_name, plain
from tournaments.selectors.standings import Standing, Standings
from tournaments.views.lean import LeanTable, Record

NUM = {"td": {"class": "num"}}
PARTED_BY = {Measure.POINTS_HIGH: _("Punkte"), Measure.AUGEN_LOW: _("Augen"), Measure.LOT: _("Los")}
HANDS = (Finish.HAND, Finish.HAND_WITH_LAYOFF, Finish.SUPER)


def row_of(place: int, row: Standing, *, series: int | None) -> dict[str, Any]:
    """One row of the standings as its table reads it."""
    total = row.total if series is None else row.series.get(series, row.total)
    person = row.registration.player
    return {
        "place": place,
        "row": row,
        "row_class": set_back(row.registration),
        "name": by_name(person),
        "net": total.net_points,
        "augen": total.augen,
        "crosses": total.crosses,
        "plus": total.plus_points,
        "penalties": total.penalty_points,
        "games": total.games_played,
        "totals_only": total.totals_only,
        "won": sum(total.wins.values()),
        "hands": sum(total.wins.get(finish, 0) for finish in HANDS),
    } | {f"s{number}": part.net_points for number, part in row.series.items()}


def set_back(registration: Registration) -> str:
    """The class of a row: who has left is set back."""
    return "is-out" if registration.withdrawn_at else ""


def with_notes(name: str, notes: list[str]) -> SafeString:
    """A name with what is to be known of it beneath."""
    if not notes:
        return format_html("{}", name)
    return format_html('{}<span class="who-club">{}</span>', name, " · ".join(notes))


def standing_notes(record: Record) -> list[str]:
    """What is to be known of somebody beside his club."""
    registration = record["row"].registration
    said = {
        gettext("ausgeschieden"): registration.withdrawn_at,
        gettext("Gast"): registration.guest,
        gettext("nur Summen"): record["totals_only"],
    }
    return [note for note, true in said.items() if true]


def decided_by(record: Record) -> object:
    """What parted a player from the one above, where points were equal."""
    by = record["row"].place.parted_by
    return "" if by in (None, Measure.POINTS_HIGH) else PARTED_BY[by]


class StandingsTable(LeanTable):
    """Rank, name, points and what they are made of."""

    place = tables.Column(_("Rang"), attrs={"td": {"class": "rank"}}, initial_sort_descending=False)
    name = tables.Column(_("Name"))
    net = tables.Column(_("Punkte"), attrs=NUM, initial_sort_descending=True)

    csv = "standings_csv"

    class Meta:
        attrs = {"class": "standings", "label": _("Rangliste"), "id": "rangliste"}
        row_attrs = {"class": ""}
        empty_text = _("Niemand gefunden. Anders schreiben oder den Filter leeren.")

    def for_file(self) -> list[tuple[Any, Callable[[Record], object]]]:
        """What a cell of the page says in small letters has a column of its own."""
        more: dict[str, list[tuple[Any, Callable[[Record], object]]]] = {
            "place": [
                (_("Rang"), lambda record: record["row"].place.rank),
                (_("geteilt"), lambda record: gettext("ja") if record["row"].place.shared else ""),
                (_("Startnummer"), lambda record: record["row"].registration.start_number),
            ],
            "name": [
                (_("Name"), lambda record: record["row"].registration.player.listed_name),
                (_("Verein"), lambda record: record["row"].registration.player.club),
                (_("Stand"), lambda record: " · ".join(standing_notes(record))),
            ],
            "net": [(_("Punkte"), lambda record: record["net"]), (_("entschieden durch"), decided_by)],
        }
        columns = zip(self.columns, super().for_file(), strict=True)
        return [found for column, one in columns for found in more.get(column.name, [one])]

    def render_place(self, _value: int, record: Record) -> SafeString | str:
        """The rank; equals share it and say so."""
        place = record["row"].place
        if place.shared:
            return format_html('{}.<small class="shared"> {}</small>', place.rank, gettext("geteilt"))
        return f"{place.rank}."

    def render_name(self, _value: object, record: Record) -> SafeString:
        """Name, club, and whether somebody has left."""
        person = record["row"].registration.player
        club = [str(person.club)] if person.club else []
        return with_notes(person.listed_name, club + standing_notes(record))

    def render_net(self, value: int, record: Record) -> SafeString | str:
        """The points, and beneath them what parted this player from the one above where points were equal."""
        by = record["row"].place.parted_by
        if by in (None, Measure.POINTS_HIGH):
            return str(value)
        return format_html('{}<br><span class="decided">{}</span>', value, PARTED_BY[by])


def columns_of(what: Standings, *, series: int | None) -> list[tuple[str, tables.Column]]:
    """The number columns beside the points: by family, and only what this tournament needs."""
    per_series = [] if series is not None or len(what.series_numbers) < 2 else list(what.series_numbers)
    by_series = [(f"s{n}", number_column(f"S{n}")) for n in per_series]
    if what.rules.family is Family.BASIC:
        return [*by_series, ("won", number_column(_("Gewonnen"))), ("games", number_column(_("Spiele")))]
    penalised = any(row.total.penalty_points for row in what.rows)
    return [
        ("augen", number_column(_("Augen"), descending=False)),
        *by_series,
        ("plus", number_column(_("Plus"))),
        ("crosses", number_column(_("Kreuze"))),
        *([("penalties", number_column(_("Strafen")))] if penalised else []),
        ("hands", number_column(_("Hand"))),
        ("games", number_column(_("Spiele"))),
    ]


def number_column(heading: Any, *, descending: bool = True) -> tables.Column:
    return tables.Column(heading, attrs=NUM, initial_sort_descending=descending, default="")


def standings_table(what: Standings, rows: Iterable[Standing], *, series: int | None) -> StandingsTable:
    """The table of these rows in the order of the standings."""
    place = {id(row): n for n, row in enumerate(what.rows, 1)}
    data = [row_of(place[id(row)], row, series=series) for row in rows]
    return StandingsTable(data, extra_columns=columns_of(what, series=series))


def field_by_name(registrations: Iterable[Registration]) -> list[Registration]:
    """The field as people look for each other."""
    return sorted(registrations, key=lambda registration: by_name(registration.player))


def clubs_of(rows: Iterable[Standing]) -> list[str]:
    """The clubs that a filter offers."""
    return sorted(
        {str(row.registration.player.club) for row in rows if row.registration.player.club}, key=plain
    )
