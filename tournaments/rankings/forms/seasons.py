"""The form of a season: whose, from when to when, what counts and by which rule, and which tournaments."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy

from tournaments.event.forms.setup import date_field
from tournaments.models import Club, SeasonVersion, Tournament
from tournaments.rankings.services.seasons import MOST_OF_A_CLUB, SeasonFrame

SHORT = {"inputmode": "numeric", "class": "input--short", "autocomplete": "off"}


class SeasonForm(forms.Form):
    """Everything that a season is. `seen` is the version that was shown."""

    name = forms.CharField(label=gettext_lazy("Name der Saison"), max_length=120)
    holder = forms.CharField(label=gettext_lazy("Verein oder Verband"), max_length=120, required=False)
    club = forms.ModelChoiceField(
        label=gettext_lazy("Mitglieder gehören zu"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=gettext_lazy("keinem bestimmten Verein"),
        help_text=gettext_lazy("Alle anderen sind Gäste und werden so gekennzeichnet."),
    )
    starts_on = date_field(gettext_lazy("von"), required=True)
    ends_on = date_field(gettext_lazy("bis"), required=True)
    unit = forms.ChoiceField(
        label=gettext_lazy("Ein Ergebnis ist"),
        choices=SeasonVersion.Unit.choices,
        initial=SeasonVersion.Unit.EVENING,
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    rule = forms.ChoiceField(
        label=gettext_lazy("Gewertet wird"),
        choices=SeasonVersion.Rule.choices,
        initial=SeasonVersion.Rule.BEST,
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    figure = forms.IntegerField(
        label=gettext_lazy("Zahl dazu"),
        min_value=1,
        max_value=400,
        initial=8,
        help_text=gettext_lazy(
            "Wie viele Ergebnisse mindestens, wie viele zählen, oder wie viele gestrichen werden."
        ),
        widget=forms.TextInput(attrs=SHORT),
        error_messages={"invalid": gettext_lazy("Bitte eine ganze Zahl eintragen.")},
    )
    guests_ranked = forms.BooleanField(
        label=gettext_lazy("Gäste werden mitgewertet"), required=False, initial=True
    )
    of_a_club = forms.IntegerField(
        label=gettext_lazy("So viele zählen für ihren Verein"),
        required=False,
        min_value=0,
        max_value=MOST_OF_A_CLUB,
        initial=0,
        help_text=gettext_lazy(
            "Vereinswertung: die Summe der Besten jedes Vereins, so viele wie hier stehen. 0: keine."
        ),
        widget=forms.TextInput(attrs=SHORT),
        error_messages={"invalid": gettext_lazy("Bitte eine ganze Zahl eintragen.")},
    )
    tournaments = forms.MultipleChoiceField(
        label=gettext_lazy("Diese Turniere zählen"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Nur angekreuzte zählen. Neue Turniere später dazunehmen."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Warum geändert"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, offered: list[Tournament], new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = Club.objects.order_by("name")  # type: ignore[attr-defined]  # a ModelChoiceField
        self.fields["tournaments"].choices = [  # type: ignore[attr-defined]  # a choice field
            (str(one.pk), f"{date_format(one.starts_on, 'SHORT_DATE_FORMAT')} {one.name}") for one in offered
        ]
        if new:
            del self.fields["reason"]

    def clean_of_a_club(self) -> int:
        return self.cleaned_data["of_a_club"] or 0

    def frame(self) -> SeasonFrame:
        return SeasonFrame(**{name: self.cleaned_data[name] for name in SeasonFrame.__slots__})

    def chosen(self) -> list[int]:
        return [int(key) for key in self.cleaned_data["tournaments"]]
