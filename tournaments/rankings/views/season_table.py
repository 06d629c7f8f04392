"""The table of a year ranking: every result of everybody, the dropped ones struck."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from tournaments.event.selectors.names import by_name
from tournaments.pages.tables import FileColumn, ListTable, NumberColumn, Record, SortableTable
from tournaments.rankings.selectors.seasons import SeasonRow, SeasonStanding
from tournaments.rankings.words.parting import with_soft_hyphens
from tournaments.rankings.words.seasons import decided_in_words, held_in_short, notes_of, season_figure


class SeasonTable(SortableTable):
    """Rank, name, what it comes to, and each result."""

    place = tables.Column(gettext_lazy("Rang"), initial_sort_descending=False)
    name = tables.Column(gettext_lazy("Name"))
    total = NumberColumn(gettext_lazy("Punkte"), initial_sort_descending=True)
    results = NumberColumn(gettext_lazy("Ergebnisse"), initial_sort_descending=True)

    csv = "season_csv"
    columns_held: tuple[str, ...] = ()

    class Meta(SortableTable.Meta):
        attrs = {
            "class": "table--hold standings season",
            "label": gettext_lazy("Jahreswertung"),
            "box": "table-box--wide",
        }
        row_attrs = {"class": lambda record: record["row_class"] or None}
        empty_text = gettext_lazy("Niemand gefunden. Anders schreiben oder den Filter leeren.")

    def file_columns(self) -> list[FileColumn]:
        """Return the columns of the file; remarks, deciding measures and dropped results have columns of their own."""
        more: dict[str, list[FileColumn]] = {
            "place": [
                (gettext_lazy("Rang"), lambda record: record["row"].place.rank or ""),
                (gettext_lazy("geteilt"), lambda record: gettext("ja") if record["row"].place.shared else ""),
            ],
            "name": [
                (gettext_lazy("Name"), lambda record: record["row"].player.listed_name),
                (gettext_lazy("Bemerkung"), lambda record: " · ".join(record["notes"])),
            ],
            "total": [
                (gettext_lazy("Punkte"), lambda record: record["said"]),
                (gettext_lazy("entschieden durch"), lambda record: decided_in_words(record["row"])),
            ],
        }
        found = [
            pair
            for column, one in zip(self.columns, super().file_columns(), strict=True)
            for pair in more.get(column.name, [one])
        ]
        dropped = (gettext_lazy("gestrichen"), lambda record: ", ".join(record["dropped"]))
        return [*found, dropped]

    def render_place(self, _value: int, record: Record) -> SafeString | str:
        place = record["row"].place
        if place.rank is None:
            return "–"
        if place.shared:
            return format_html('{}.<small class="shared"> {}</small>', place.rank, gettext("geteilt"))
        return f"{place.rank}."

    def render_name(self, _value: object, record: Record) -> SafeString | str:
        if not record["notes"]:
            return format_html("{}", with_soft_hyphens(record["row"].player.listed_name))
        return format_html(
            '{}<span class="who-club">{}</span>',
            with_soft_hyphens(record["row"].player.listed_name),
            " · ".join(record["notes"]),
        )

    def render_total(self, _value: object, record: Record) -> SafeString | str:
        decided = decided_in_words(record["row"])
        if not decided:
            return str(record["said"])
        return format_html('{}<br><span class="decided">{}</span>', record["said"], decided)


def render_result(value: int, record: Record, *, name: str) -> SafeString | str:
    """A dropped result is struck, and says so."""
    if name not in record["struck"]:
        return str(value)
    return format_html('<s><span class="visually-hidden">{} </span>{}</s>', gettext("gestrichen"), value)


def season_record(
    place: int, row: SeasonRow, standing: SeasonStanding, heads: dict[int, str]
) -> dict[str, Any]:
    entry = row.place.entry
    results = {**row.counted, **row.dropped}
    return {
        "place": place,
        "row": row,
        "row_class": "" if row.place.rank else "is-out",
        "name": by_name(row.player),
        "notes": notes_of(row),
        "total": entry.points,
        "said": season_figure(entry.points, standing.plan),
        "results": entry.results,
        "struck": {f"r{when}" for when in row.dropped},
        "dropped": [heads[when] for when in row.dropped],
    } | {f"r{when}": one.points for when, one in results.items()}


def season_table(standing: SeasonStanding, rows: list[SeasonRow]) -> SeasonTable:
    """The table of these rows in the order of the ranking."""
    heads = {one.number: held_in_short(one, standing.version.unit) for one in standing.held}
    place = {id(row): n for n, row in enumerate(standing.rows, 1)}
    data = [season_record(place[id(row)], row, standing, heads) for row in rows]
    extra = [
        (f"r{when}", NumberColumn(head, initial_sort_descending=True, default=""))
        for when, head in heads.items()
    ]
    made = SeasonTable(data, extra_columns=extra)
    for when in heads:
        name = f"r{when}"
        setattr(
            made, f"render_{name}", lambda value, record, name=name: render_result(value, record, name=name)
        )
    return made


class SeasonClubsTable(ListTable):
    """The ranking of clubs of a season."""

    rank = tables.Column(gettext_lazy("Rang"), accessor="one__rank")
    club = tables.TemplateColumn(
        template_name="tournaments/rankings/seasons/_club.html", verbose_name=gettext_lazy("Verein")
    )
    points = NumberColumn(gettext_lazy("Punkte"))

    row_heading = "club"

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight", "label": gettext_lazy("Vereinswertung")}

    def render_rank(self, value: int, record: Record) -> SafeString:
        """Return the rank, with a note where it is shared."""
        if not record["one"].shared:
            return format_html("{}.", value)
        return format_html('{}.<small class="shared"> {}</small>', value, gettext("geteilt"))


def clubs_table(standing: SeasonStanding) -> SeasonClubsTable:
    """Return the table of clubs in the order of their ranking."""
    return SeasonClubsTable(
        [
            {"one": one, "counted": len(one.counted), "points": season_figure(one.points, standing.plan)}
            for one in standing.clubs
        ]
    )
