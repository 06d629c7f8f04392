"""The form of a new tournament: what is asked depends on the rule set that was chosen before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from scoring.rules import Ending, RuleSet
from scoring.wording.sections import section_line
from tournaments.event.services.details import FIXED_BY_THE_DRAW
from tournaments.event.services.setup import Frame
from tournaments.models import Tournament

ROUNDS, TARGET = "rounds", "target"
DATES = ["%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y"]


def date_field(label: Any, *, required: bool, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=required,
        help_text=help_text,
        input_formats=DATES,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": gettext_lazy("Das Datum bitte so schreiben: 14.11.2026.")},
    )


class TournamentForm(forms.Form):
    """Name, place, days, and how long is played."""

    name = forms.CharField(
        label=gettext_lazy("Name des Turniers"),
        max_length=120,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    place = forms.CharField(label=gettext_lazy("Ort"), max_length=120, required=False)
    starts_on = date_field(gettext_lazy("Beginn"), required=True)
    ends_on = date_field(
        gettext_lazy("Ende"), required=False, help_text=gettext_lazy("Nur bei mehreren Tagen.")
    )
    series_count = forms.IntegerField(
        label=gettext_lazy("Serien"),
        min_value=1,
        max_value=60,
        initial=3,
        help_text=gettext_lazy("Für jede Serie wird neu gesetzt."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "input--short"}),
    )

    def __init__(self, *args: Any, rules: RuleSet, rounds: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fields["starts_on"].initial = timezone.localdate
        if not rules.family.by_table:
            self.fields["table_size"] = forms.TypedChoiceField(
                label=gettext_lazy("Plätze je Tisch"),
                coerce=int,
                choices=[(size, str(size)) for size in rules.table.sizes],
                initial=rules.table.preferred_size,
                help_text=gettext_lazy("Geht es nicht auf, werden einzelne Tische kleiner."),
                widget=forms.RadioSelect(attrs={"class": "tiles"}),
            )
        if Ending.TARGET in rules.series.endings:
            self.fields["ending"] = forms.ChoiceField(
                label=gettext_lazy("Wann ist Schluss?"),
                choices=[
                    (ROUNDS, gettext_lazy("Nach einer Zahl von Runden")),
                    (TARGET, gettext_lazy("Bei einem Punkteziel")),
                ],
                initial=ROUNDS,
                widget=forms.RadioSelect(attrs={"class": "tiles tiles--two"}),
            )
        self.fields["rounds"] = forms.TypedChoiceField(
            label=gettext_lazy("Runden je Serie"),
            coerce=int,
            choices=rounds,
            initial=rules.series.rounds,
            help_text=(
                gettext_lazy(
                    "Eine Runde ist ein Spiel. Wer zuerst gibt, entscheidet das Los: Es ist Platz 1."
                )
                if rules.series.one_deal
                else gettext_lazy("In einer Runde gibt jeder Platz einmal.")
            ),
        )
        if Ending.TARGET in rules.series.endings:
            self.fields["target"] = forms.IntegerField(
                label=gettext_lazy("Punkteziel"),
                min_value=1,
                max_value=100_000,
                required=False,
                help_text=gettext_lazy("Nur beim Spiel auf ein Ziel, zum Beispiel 200."),
                widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "input--short"}),
            )
        for place in rules.to_confirm:
            line = section_line(rules, place)
            self.fields[self.confirm_name(place)] = forms.BooleanField(
                label=gettext("{what}: {value} sollen gelten").format(what=line.label, value=line.value),
                help_text=line.reading,
                error_messages={
                    "required": gettext_lazy(
                        "Bitte ankreuzen, dass dieser Wert gelten soll. Einen anderen gibt es als eigene Variante des Regelwerks."
                    )
                },
            )

    @staticmethod
    def confirm_name(place: str) -> str:
        return "confirm_" + place.replace(".", "_")

    def clean(self) -> dict[str, Any]:
        """The end follows the beginning, and who plays to a target names it."""
        data = super().clean() or {}
        starts, ends = data.get("starts_on"), data.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error(
                "ends_on",
                ValidationError(gettext_lazy("Das Ende liegt vor dem Beginn: Bitte die Daten tauschen.")),
            )
        if data.get("ending") == TARGET and not data.get("target") and "target" not in self.errors:
            self.add_error(
                "target",
                ValidationError(gettext_lazy("Bis zu wie vielen Punkten? Bitte eine Zahl eintragen.")),
            )
        return data

    def confirmed(self) -> tuple[str, ...]:
        """The places whose value was confirmed."""
        return tuple(
            place for place in self.rules.to_confirm if self.cleaned_data.get(self.confirm_name(place))
        )

    def frame(self) -> Frame:
        """What was typed, as the value that the service takes."""
        data = self.cleaned_data
        return Frame(
            name=data["name"].strip(),
            place=data["place"].strip(),
            starts_on=data["starts_on"],
            ends_on=data["ends_on"] or data["starts_on"],
            series_count=data["series_count"],
            rounds=data["rounds"],
            target=data["target"] if data.get("ending") == TARGET else None,
            table_size=data.get("table_size") or self.rules.table.preferred_size,
        )


class FrameForm(TournamentForm):
    """The same for a tournament that is there: its rules stay, and after the first draw its length too."""

    def __init__(
        self, *args: Any, tournament: Tournament, rules: RuleSet, drawn: bool, **kwargs: Any
    ) -> None:
        ending = ROUNDS if tournament.target is None else TARGET
        known = {name: getattr(tournament, name) for name in Frame.__slots__} | {"ending": ending}
        super().__init__(*args, rules=rules, initial=known, **kwargs)
        self.fields["release"] = forms.ChoiceField(
            label=gettext_lazy("Rangliste für alle"),
            choices=Tournament.Release.choices,
            help_text=gettext_lazy(
                "Turnierleitung und Schiedsrichter sehen immer den Stand dieses Augenblicks. Bis zum Aushängen sehen alle anderen auch keine fremde Liste: Wer alle zusammenzählt, hätte die Rangliste. Jeder Tisch sieht seine eigene, jeder Spieler seine auf der eigenen Seite."
            ),
            widget=forms.RadioSelect(attrs={"class": "tiles tiles--two"}),
        )
        for place in rules.to_confirm:
            del self.fields[self.confirm_name(place)]
        if drawn:
            for name in (*FIXED_BY_THE_DRAW, "ending"):
                if name in self.fields:
                    self.fields[name].disabled = True
                    self.fields[name].help_text = gettext_lazy(
                        "Bleibt so, seit die erste Serie ausgelost ist."
                    )

    def frame(self) -> Frame:
        return replace(super().frame(), release=self.cleaned_data["release"])


class SeedForm(forms.Form):
    """The seed of a draw: proposed by chance, or typed, for example what a glass bowl gave."""

    seed = forms.CharField(
        label=gettext_lazy("Los (ein Wort oder eine Zahl)"),
        max_length=40,
        help_text=gettext_lazy(
            "Vom Zufall vorgeschlagen. Wer will, schreibt einen eigenen: gewürfelte Zahlen, die Lottozahlen, ein Wort aus dem Saal."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    players = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean_seed(self) -> str:
        """What is printed has to be the very text that was drawn with."""
        seed = " ".join(str(self.cleaned_data["seed"]).split())
        if not seed.isprintable():
            raise ValidationError(
                gettext("Bitte nur Buchstaben, Ziffern und Zeichen verwenden, die man drucken kann.")
            )
        return seed
