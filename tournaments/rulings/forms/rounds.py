"""What is typed about Runden, seats and time: a deal out of turn, who leaves or comes, where a list ends, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.lists.selectors.sheets import SheetView
from tournaments.models import ScoreSheet
from tournaments.pages.forms import SeenForm, number_field, reason_field


class MisdealForm(SeenForm):
    """From which game the deal was wrong, and why the referee rules so."""

    fault = number_field(
        _("Ab welchem Spiel wurde falsch gegeben?"),
        _("Die Nummer des ersten Spiels, das der falsche Platz gegeben hat; auch das laufende."),
        _("Bitte die Nummer des Spiels eingeben, zum Beispiel 6."),
    )
    next_begun = forms.BooleanField(
        label=_("Die nächste Runde hat schon begonnen: Ihre Karten sind ausgegeben."), required=False
    )
    reason = reason_field()

    def __init__(self, data: Mapping[str, Any] | None = None, *, view: SheetView) -> None:
        super().__init__(data, initial={"seen_version": view.sheet.version})
        coming = view.next_game
        at_border = coming is not None and coming.number == view.course.first_of(coming.round_number)
        if not at_border or not view.games:
            del self.fields["next_begun"]

    def clean(self) -> dict[str, Any]:
        return {"next_begun": False} | self.cleaned_data


class SeatChangeForm(SeenForm):
    """Which seat, whether somebody goes, comes or returns, and why."""

    LEAVE, SUBSTITUTE, BACK = "leave", "substitute", "back"
    seat = forms.TypedChoiceField(
        label=_("Welcher Platz?"),
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "tiles"}),
        error_messages={
            "required": _("Bitte den Platz antippen."),
            "invalid_choice": _("Diesen Platz gibt es an diesem Tisch nicht."),
        },
    )
    what = forms.ChoiceField(
        label=_("Was geschieht?"),
        choices=[
            (SUBSTITUTE, _("Ein Ersatz übernimmt den Platz")),
            (LEAVE, _("Der Spieler geht, der Platz bleibt frei")),
            (BACK, _("Der letzte Wechsel wird zurückgenommen")),
        ],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Bitte antippen, was geschieht.")),
    )
    start_number = number_field(
        _("Startnummer des Ersatzes"),
        _("Nur mit Ersatz. Wer neu ist, wird zuerst bei der Leitung angemeldet."),
        _("Bitte die Startnummer als Zahl eingeben."),
        required=False,
    )
    reason = reason_field()

    def __init__(self, data: Mapping[str, Any] | None = None, *, view: SheetView) -> None:
        super().__init__(data, initial={"seen_version": view.sheet.version})
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(seat.number, f"{seat.number} {seat.registration.name}") for seat in view.seats]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        nobody = cleaned.get("start_number") is None and "start_number" not in self.errors
        if cleaned.get("what") == self.SUBSTITUTE and nobody:
            self.add_error("start_number", _("Bitte die Startnummer des Ersatzes eingeben."))
        return cleaned


class EndForm(SeenForm):
    """With which game a list ends early, and why; or that it goes on."""

    ON = "on"
    cause = forms.ChoiceField(
        label=_("Was gilt?"),
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Bitte antippen, was gilt.")),
    )
    last_game = number_field(
        _("Letztes gültiges Spiel"),
        _("Spätere Zeilen werden gestrichen, spätere Spiele nicht gespielt. 0, wenn keines zählt."),
        _("Bitte die Nummer des letzten gültigen Spiels eingeben."),
        least=0,
        required=False,
    )
    reason = reason_field()

    def __init__(self, data: Mapping[str, Any] | None = None, *, view: SheetView) -> None:
        latest = max((game.number for game in view.games), default=0)
        super().__init__(data, initial={"seen_version": view.sheet.version, "last_game": latest})
        choices = [
            (ScoreSheet.EndCause.TIME.value, _("Die Zeit ist abgelaufen")),
            (ScoreSheet.EndCause.BROKEN_OFF.value, _("Der Tisch wird abgebrochen")),
        ]
        if view.sheet.ends_after is not None:
            choices.append((self.ON, _("Es wird doch weitergespielt")))
        field = self.fields["cause"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        ends = cleaned.get("cause") in ScoreSheet.EndCause.values
        if ends and cleaned.get("last_game") is None and "last_game" not in self.errors:
            self.add_error("last_game", _("Bitte die Nummer des letzten gültigen Spiels eingeben."))
        return cleaned
