"""Forms of the rankings: age limits and the day on which they are counted, who counts for a club, days of series."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy

from scoring.numbers import SeriesNumber
from tournaments.event.forms.setup import date_field
from tournaments.rankings.services.rankings import OLDEST, RankingWishes

SHORT = {"inputmode": "numeric", "class": "input--short", "autocomplete": "off"}


def limit_field(label: Any, *, most: int, required: bool = True, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=most,
        required=required,
        help_text=help_text,
        widget=forms.TextInput(attrs=SHORT),
        error_messages={"invalid": gettext_lazy("Bitte eine ganze Zahl eintragen.")},
    )


class RankingSetupForm(forms.Form):
    """The limits, and a day for every series where there are several days."""

    ages_on = date_field(
        gettext_lazy("Stichtag für das Alter"),
        required=False,
        help_text=gettext_lazy("Leer: der 1. Januar des Jahres."),
    )
    seniors_from = limit_field(gettext_lazy("Senioren ab … Jahren"), most=OLDEST)
    juniors_from = limit_field(gettext_lazy("Junioren von … Jahren"), most=OLDEST)
    juniors_to = limit_field(gettext_lazy("Junioren bis … Jahre"), most=OLDEST)
    youth_to = limit_field(gettext_lazy("Jugend bis … Jahre"), most=OLDEST)
    club_counts = limit_field(
        gettext_lazy("Für einen Verein zählen die besten …"),
        most=999,
        required=False,
        help_text=gettext_lazy("So viele Spieler werden addiert. Leer: alle."),
    )

    def __init__(self, *args: Any, series: list[tuple[SeriesNumber, date]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.series = series
        for number, day in series:
            self.fields[f"day_{number}"] = date_field(
                gettext("Serie {number} gespielt am").format(number=number),
                required=False,
                help_text=gettext("Leer: {day}, nach Uhr oder Auslosung.").format(
                    day=date_format(day, "SHORT_DATE_FORMAT")
                ),
            )

    def value(self) -> RankingWishes:
        names = ("ages_on", "seniors_from", "juniors_from", "juniors_to", "youth_to", "club_counts")
        return RankingWishes(**{name: self.cleaned_data[name] for name in names})

    def days(self) -> dict[int, date | None]:
        return {number: self.cleaned_data[f"day_{number}"] for number, _day in self.series}
