"""The prize table as it is typed: one line for each ranking, in the words of people ("60 %", "50 %, 30 %, 20 %")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.models import Category, Tournament
from tournaments.money.core import (
    EVERYTHING,
    Fund,
    Places,
    Rest,
    RoundingStep,
    Scheme,
    Ties,
    read_fund,
    read_places,
    say_fund,
    say_places,
)
from tournaments.money.selectors.prize_rules import EACH, WHOLE_EVENT, PrizeRow, PrizeRules

OFF = {"autocomplete": "off", "spellcheck": "false"}
EMPTY_ROWS, MOST_ROWS = 2, 40


class RulesForm(forms.Form):
    """What holds for the whole table."""

    step = forms.TypedChoiceField(
        label=gettext_lazy("Preise abrunden auf"),
        coerce=int,
        choices=[
            (RoundingStep.CENT.value, gettext_lazy("den Cent")),
            (RoundingStep.TEN_CENTS.value, gettext_lazy("10 Cent")),
            (RoundingStep.FIFTY_CENTS.value, gettext_lazy("50 Cent")),
            (RoundingStep.EURO.value, gettext_lazy("ganze Euro")),
        ],
        initial=RoundingStep.EURO.value,
    )
    rest = forms.ChoiceField(
        label=gettext_lazy("Was beim Runden übrig ist"),
        choices=[
            (Rest.FIRST.value, gettext_lazy("bekommt der erste Preis")),
            (Rest.LAST.value, gettext_lazy("bekommt der letzte Preis")),
            (Rest.BOX.value, gettext_lazy("bleibt in der Kasse")),
        ],
        initial=Rest.BOX.value,
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("Gleiche Ränge"),
        choices=[
            (Ties.SHARE.value, gettext_lazy("teilen sich ihre Preise")),
            (Ties.LOT.value, gettext_lazy("das Los entscheidet")),
        ],
        initial=Ties.SHARE.value,
    )


class RowForm(forms.Form):
    """One line: which ranking, how much of the pot, which places. Without a ranking the line is empty."""

    category = forms.ChoiceField(
        label=gettext_lazy("Wertung"),
        required=False,
        choices=[("", gettext_lazy("– leer –")), *Category.choices],
    )
    scope = forms.ChoiceField(label=gettext_lazy("für"), required=False)
    fund = forms.CharField(
        label=gettext_lazy("vom Topf"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={**OFF, "class": "input--short", "placeholder": "60 %"}),
    )
    places = forms.CharField(
        label=gettext_lazy("Preise vom ersten Platz an"),
        max_length=400,
        required=False,
        widget=forms.TextInput(attrs={**OFF, "placeholder": "50 %, 30 %, 20 %"}),
    )

    def __init__(self, *args: Any, series_count: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scope"].choices = [  # type: ignore[attr-defined]  # a ChoiceField
            (WHOLE_EVENT, gettext_lazy("das ganze Turnier")),
            (EACH, gettext_lazy("jede Serie")),
            *(
                (str(number), gettext_lazy("Serie %(number)s") % {"number": number})
                for number in range(1, series_count + 1)
            ),
        ]

    def clean(self) -> dict[str, Any]:
        """The words of the line as values; each that cannot be read says so beside its field."""
        data = super().clean() or {}
        if not data.get("category"):
            if data.get("fund") or data.get("places"):
                self.add_error(
                    "category", gettext_lazy("Für welche Wertung? Bitte auswählen, oder die Zeile leeren.")
                )
            return data
        fund, places = Fund(), Places(scheme=Scheme.FALLING, one_in=1)
        try:
            fund = read_fund(data.get("fund", ""))
        except Refusal as refused:
            self.add_error("fund", say(refused))
        try:
            places = read_places(data.get("places", ""))
        except Refusal as refused:
            self.add_error("places", say(refused))
        row = PrizeRow(
            category=data["category"], scope=data.get("scope") or WHOLE_EVENT, fund=fund, places=places
        )
        return data | {"row": row}


class PrizeTableForm:
    """The whole table: what holds for all of it, the lines, and two more that are empty."""

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        self.tournament = tournament
        count = tournament.series_count
        if data is not None:
            self.rules = RulesForm(data)
            self.rows = [RowForm(data, prefix=f"r{n}", series_count=count) for n in rows_in(data)]
        else:
            self.rules, self.rows = RulesForm(), []
        self.sentence = ""

    @classmethod
    def showing(cls, tournament: Tournament, rules: PrizeRules) -> PrizeTableForm:
        """A table as it could have been typed."""
        form = cls(tournament)
        form.rules = RulesForm(
            initial={"step": int(rules.step), "rest": rules.rest.value, "ties": rules.ties.value}
        )
        for number, row in enumerate(rules.rows):
            said = {
                "category": row.category,
                "scope": row.scope,
                "fund": say_fund(row.fund),
                "places": say_places(row.places),
            }
            form.rows.append(RowForm(prefix=f"r{number}", initial=said, series_count=tournament.series_count))
        return form

    @property
    def lines(self) -> list[RowForm]:
        """The lines to draw, with empty ones at the end."""
        used = max((int(str(row.prefix)[1:]) + 1 for row in self.rows), default=0)
        empty = min(EMPTY_ROWS, MOST_ROWS - used)
        count = self.tournament.series_count
        return [
            *self.rows,
            *(RowForm(prefix=f"r{number}", series_count=count) for number in range(used, used + empty)),
        ]

    def is_valid(self) -> bool:
        return all([self.rules.is_valid(), *(row.is_valid() for row in self.rows)])

    def value(self) -> PrizeRules:
        """The table as it will be kept; empty lines fall away."""
        said = self.rules.cleaned_data
        return PrizeRules(
            rows=tuple(row.cleaned_data["row"] for row in self.rows if "row" in row.cleaned_data),
            step=RoundingStep(said["step"]),
            rest=Rest(said["rest"]),
            ties=Ties(said["ties"]),
        )


def rows_in(data: Mapping[str, Any]) -> Iterator[int]:
    """The lines that were sent and are not empty."""
    for number in range(MOST_ROWS):
        if any(data.get(f"r{number}-{name}", "").strip() for name in ("category", "fund", "places")):
            yield number


def usual_prizes(tournament: Tournament, *, per_series: bool) -> PrizeRules:
    """A table to start from: sixty percent for the whole event, the rest for the winners of the series."""
    count = tournament.series_count
    first = PrizeRow(
        category=Category.PLAYERS.value,
        scope=WHOLE_EVENT,
        fund=Fund(share=6000),
        places=Places(scheme=Scheme.PERCENT, values=(5000, 3000, 2000)),
    )
    if count == 1:
        return PrizeRules(rows=(first,), step=RoundingStep.EURO, rest=Rest.BOX)
    share = 4000 if per_series else 4000 // count // 100 * 100
    each = PrizeRow(
        category=Category.PLAYERS.value,
        scope=EACH,
        fund=Fund(share=max(share, 100)),
        places=Places(scheme=Scheme.PERCENT, values=(EVERYTHING,)),
    )
    return PrizeRules(rows=(first, each), step=RoundingStep.EURO, rest=Rest.BOX)
