"""The table of a ranking: its columns, their order and the file of the same table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from scoring.rules import Measure
from scoring.standings import MEASURES
from tournaments.event.selectors.names import by_name, plain
from tournaments.models import Registration
from tournaments.pages.own_row import OwnRow, OwnRows
from tournaments.pages.tables import FileColumn, NumberColumn, Record, SortableTable, number_text
from tournaments.rankings.selectors.members import GROUPS
from tournaments.rankings.selectors.rankings import Ranking, RankingRow
from tournaments.rankings.words.figures import UNKNOWN, Figure, figures_of
from tournaments.rankings.words.parting import with_soft_hyphens
from tournaments.rankings.words.rankings import members_of, page_remarks, per_game, remarks_in_words

MOST_COLUMNS = 8  # of numbers; with more a laptop's window is too narrow
WIDE = {
    "class": "table--hold standings standings--many",
    "label": gettext_lazy("Rangliste"),
    "id": "rangliste",
    "box": "table-box--wide",
}


def record_of(
    place: int, row: RankingRow, shown: Sequence[Figure], *, beside: Sequence[str], grouped: bool
) -> dict[str, Any]:
    """One row of a ranking as its table reads it; `beside` is what the page says beside it."""
    person = row.registrations[0].player
    return {
        "place": place,
        "row": row,
        "row_class": "is-out" if not grouped and row.registrations[0].withdrawn_at else "",
        "row_number": row.registrations[0].start_number,
        "listed": row.name if grouped else person.listed_name,
        "name": (plain(row.name), "") if grouped else by_name(person),
        "with": members_of(row) if grouped else str(person.club or ""),
        "beside": beside,
        "net": row.total.net_points,
        **{one.key: one.value(row) for one in shown},
        **{f"s{number}": part.net_points for number, part in row.series.items()},
    }


def own_rows(found: Ranking) -> OwnRows:
    """By start number what is said to whom of his row, or of his team's; it is put in for one reader alone."""
    return {
        one.start_number: OwnRow(
            row=row.registrations[0].start_number, rank=row.place.rank, name=row.name, points=row.points
        )
        for row in found.rows
        for one in row.registrations
    }


def decided_by(record: Record) -> str:
    """Return the title of the measure that decided between a row and the one above, where points were equal."""
    by = record["row"].place.parted_by
    return "" if by in (None, Measure.POINTS_HIGH) else gettext(MEASURES[by].title)


class StandingsTable(SortableTable):
    """Rank, name, points and what they are made of."""

    place = tables.Column(gettext_lazy("Rang"), initial_sort_descending=False)
    name = tables.Column(gettext_lazy("Name"))
    net = NumberColumn(gettext_lazy("Punkte"), initial_sort_descending=True)

    csv = "standings_csv"
    grouped = False
    uneven = False
    each = "{points}"  # how points per game are said
    of_everybody: Sequence[str] = ()  # remarks that every row has: said once, below
    legend: Sequence[str] = ()  # what the signs beside the rows mean

    class Meta(SortableTable.Meta):
        attrs = {"class": "table--hold standings", "label": gettext_lazy("Rangliste"), "id": "rangliste"}
        row_attrs = {
            "class": lambda record: record["row_class"] or None,
            "data-nr": lambda record: record["row_number"],
        }
        empty_text = gettext_lazy("Niemand gefunden. Anders schreiben oder den Filter leeren.")

    def file_columns(self) -> list[FileColumn]:
        """Return the columns of the file; the small print of a cell has columns of its own."""
        number = (gettext_lazy("Startnummer"), lambda record: record["row"].registrations[0].start_number)
        more: dict[str, list[FileColumn]] = {
            "place": [
                (gettext_lazy("Rang"), lambda record: record["row"].place.rank),
                (gettext_lazy("geteilt"), lambda record: gettext("ja") if record["row"].place.shared else ""),
                *([] if self.grouped else [number]),
            ],
            "name": [
                (gettext_lazy("Name"), lambda record: record["listed"]),
                (
                    gettext_lazy("Spieler") if self.grouped else gettext_lazy("Verein"),
                    lambda record: record["with"],
                ),
                (gettext_lazy("Bemerkung"), lambda record: " · ".join(remarks_in_words(record["row"]))),
            ],
            "net": [
                (gettext_lazy("Punkte"), lambda record: record["net"]),
                (gettext_lazy("entschieden durch"), decided_by),
            ],
            "games": [
                (gettext_lazy("Spiele"), lambda record: record["games"]),
                (gettext_lazy("Punkte je Spiel"), lambda record: per_game(record["row"])),
            ],
        }
        plain = [
            (heading, known_cell(column.name) if column.default == UNKNOWN else value)
            for column, (heading, value) in zip(self.columns, super().file_columns(), strict=True)
        ]
        columns = zip(self.columns, plain, strict=True)
        return [found for column, one in columns for found in more.get(column.name, [one])]

    def render_place(self, _value: int, record: Record) -> SafeString:
        """Return the rank, with a note where it is shared."""
        place = record["row"].place
        if not place.shared:
            return format_html("{}.", place.rank)
        return format_html('{}.<small class="shared"> {}</small>', place.rank, gettext("geteilt"))

    def render_name(self, _value: object, record: Record) -> SafeString:
        """Return the name, beneath it club or members, and remarks."""
        club = format_html('<span class="who-club">{}</span>', record["with"]) if record["with"] else ""
        remarks = " · ".join(record["beside"])
        noted = format_html('<span class="who-club who-noted">{}</span>', remarks) if remarks else ""
        return format_html("{}{}{}", with_soft_hyphens(record["listed"]), club, noted)

    def render_net(self, value: int, record: Record) -> SafeString | object:
        """Return the points, and beneath them the measure that decided between equal points."""
        decided = decided_by(record)
        if not decided:
            return number_text(value)
        return format_html('{}<br><span class="decided">{}</span>', number_text(value), decided)

    def render_games(self, value: int, record: Record) -> SafeString | str:
        """Return the number of games, and points per game where they say something."""
        if not self.uneven or not value:
            return str(value)
        each = self.each.format(points=per_game(record["row"]))
        return format_html('{}<span class="who-club">{}</span>', value, each)


def number_columns(found: Ranking, shown: Sequence[Figure]) -> list[tuple[str, tables.Column]]:
    """The columns beside the points: the figures, and between them each series where there are several."""
    numbers = found.series_numbers
    by_series = [(f"s{n}", sortable_number(f"S{n}")) for n in numbers if len(numbers) > 1]
    drawn = [
        (one, (one.key, sortable_number(one.heading, descending=not one.lowest_first, missing=UNKNOWN)))
        for one in shown
    ]
    before = [column for one, column in drawn if one.before_series]
    return [*before, *by_series, *(column for one, column in drawn if not one.before_series)]


def games_are_uneven(found: Ranking) -> bool:
    """Whether points per game say something: not everybody has played as many games, or at as large a table."""
    games = {row.games for row in found.rows if row.games}
    smaller = any(remark.code == "small_table" for row in found.rows for remark in row.remarks)
    return len(games) > 1 or smaller


def sortable_number(heading: Any, *, descending: bool = True, missing: str = "") -> tables.Column:
    return NumberColumn(heading, initial_sort_descending=descending, default=missing)


def known_cell(name: str) -> Callable[[Record], object]:
    """Return a function for the file's cell of a figure: its value, or "–" where nobody knows it."""
    return lambda record: UNKNOWN if (value := record.get(name)) is None else value


def standings_table(found: Ranking, rows: Iterable[RankingRow]) -> StandingsTable:
    """The table of these rows in the order of the ranking."""
    grouped = found.category in GROUPS
    place = {id(row): n for n, row in enumerate(found.rows, 1)}
    shown = figures_of(found)
    remarks = page_remarks(found.rows)
    data = [
        record_of(number, row, shown, beside=remarks.beside[number - 1], grouped=grouped)
        for row in rows
        for number in (place[id(row)],)
    ]
    columns = number_columns(found, shown)
    made = StandingsTable(data, extra_columns=columns, attrs=WIDE if len(columns) > MOST_COLUMNS else None)
    made.grouped, made.uneven = grouped, games_are_uneven(found)
    made.each = gettext("je {points}")
    made.of_everybody, made.legend = remarks.of_everybody, remarks.legend
    return made


def field_by_name(registrations: Iterable[Registration]) -> list[Registration]:
    """The field as people look for each other."""
    return sorted(registrations, key=lambda registration: by_name(registration.player))


def clubs_of(rows: Sequence[RankingRow]) -> list[str]:
    """The clubs that a filter offers."""
    people = [one.player for row in rows for one in row.registrations]
    return sorted({str(one.club) for one in people if one.club}, key=plain)
