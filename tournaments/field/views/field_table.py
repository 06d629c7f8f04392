"""The table of the field at the desk: the newest first, or by name, number, club, team; the same as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from tournaments.event.selectors.names import by_name, plain
from tournaments.models import Registration
from tournaments.pages.lean_table import LeanTable, Record

NUM = {"td": {"class": "num"}}


class FieldTable(LeanTable):
    """Everybody who has entered, also who has left."""

    name = tables.Column(gettext_lazy("Name"))
    number = tables.Column(gettext_lazy("Nr."), attrs=NUM)
    club = tables.Column(gettext_lazy("Verein"))
    together = tables.Column(gettext_lazy("Tandem, Mannschaft"))

    csv = "registrations_csv"

    class Meta:
        attrs = {
            "class": "table--tight field-table",
            "label": gettext_lazy("Anmeldungen"),
            "id": "anmeldungen",
        }
        row_attrs = {"class": ""}
        order_by = ("-number",)

    def for_file(self) -> list[tuple[Any, Callable[[Record], object]]]:
        """What the page says in small letters beside a name has a column of its own."""
        return [
            (gettext_lazy("Startnummer"), lambda record: record["number"]),
            (gettext_lazy("Name"), lambda record: record["one"].player.listed_name),
            (gettext_lazy("Verein"), lambda record: record["one"].player.club),
            (gettext_lazy("Gast"), lambda record: gettext("ja") if record["one"].guest else ""),
            (gettext_lazy("Tandem"), lambda record: record["one"].pair),
            (gettext_lazy("Mannschaft"), lambda record: record["one"].team),
            (
                gettext_lazy("ausgeschieden"),
                lambda record: gettext("ja") if record["one"].withdrawn_at else "",
            ),
            (gettext_lazy("Grund"), lambda record: record["one"].withdrawn_reason),
        ]

    def render_name(self, _value: object, record: Record) -> SafeString:
        one = record["one"]
        address = reverse("registration", args=[one.tournament.slug, one.start_number])
        cell = format_html('<a href="{}">{}</a>', address, one.player.listed_name)
        if one.guest:
            cell = format_html('{} <small class="muted">{}</small>', cell, gettext("Gast"))
        if one.withdrawn_at:
            left = gettext("ausgeschieden")
            cell = format_html('{} <small class="reason">{}: {}</small>', cell, left, one.withdrawn_reason)
        return cell

    def render_club(self, _value: object, record: Record) -> str:
        return str(record["one"].player.club or "")

    def render_together(self, _value: object, record: Record) -> str:
        return ", ".join(pair_and_team(record["one"]))


def pair_and_team(one: Registration) -> list[str]:
    """Tandem and team, where there are some."""
    return [str(group) for group in (one.pair, one.team) if group]


def field_table(field: Iterable[Registration]) -> FieldTable:
    """The table of these players, the newest first."""
    return FieldTable(
        [
            {
                "one": one,
                "row_class": "is-out" if one.withdrawn_at else "",
                "name": by_name(one.player),
                "number": one.start_number,
                "club": plain(str(one.player.club or "")),
                "together": plain(", ".join(pair_and_team(one))),
            }
            for one in field
        ]
    )
