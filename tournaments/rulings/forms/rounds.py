"""What is typed about Runden, seats and time: a deal out of turn, who leaves or comes, where a list ends, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.lists.selectors.sheets import SheetView
from tournaments.models import ScoreSheet
from tournaments.pages.forms import SeenForm, number_field, reason_field


class MisdealForm(SeenForm):
    """From which game the deal was wrong, and why the referee rules so."""

    fault = number_field(
        gettext_lazy("Ab welchem Spiel wurde falsch gegeben?"),
        gettext_lazy("Die Nummer des ersten Spiels, das der falsche Platz gegeben hat; auch das laufende."),
        gettext_lazy("Bitte die Nummer des Spiels eingeben, zum Beispiel 6."),
        required=False,
    )
    unknown = forms.BooleanField(
        label=gettext_lazy("Der Anfang ist nicht mehr festzustellen"),
        help_text=gettext_lazy("Dann bleiben abgeschlossene Runden stehen, und die laufende beginnt neu."),
        required=False,
    )
    disputed = forms.BooleanField(
        label=gettext_lazy("Das letzte Spiel der Runde ist falsch eingetragen"),
        help_text=gettext_lazy(
            "Und das wurde gesagt, bevor die nächste Runde begann: Dann ist diese Runde noch nicht abgeschlossen."
        ),
        required=False,
    )
    reason = reason_field()

    def __init__(self, data: Mapping[str, Any] | None = None, *, view: SheetView) -> None:
        super().__init__(data, initial={"seen_version": view.sheet.version})
        if not view.games or view.closed_rounds < view.running_round:
            del self.fields["disputed"]

    def clean(self) -> dict[str, Any]:
        cleaned = {"disputed": False} | self.cleaned_data
        unknown = cleaned.pop("unknown", False)
        if unknown and cleaned.get("fault") is not None:
            self.add_error(
                "fault", gettext_lazy("Entweder die Nummer des Spiels, oder „nicht mehr festzustellen“.")
            )
        if not unknown and cleaned.get("fault") is None and "fault" not in self.errors:
            self.add_error("fault", gettext_lazy("Bitte die Nummer des Spiels eingeben, zum Beispiel 6."))
        return cleaned


class SeatChangeForm(SeenForm):
    """Which seat, whether somebody goes, comes or returns, and why."""

    LEAVE, SUBSTITUTE, BACK = "leave", "substitute", "back"
    seat = forms.TypedChoiceField(
        label=gettext_lazy("Welcher Platz?"),
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "tiles"}),
        error_messages={
            "required": gettext_lazy("Bitte den Platz antippen."),
            "invalid_choice": gettext_lazy("Diesen Platz gibt es an diesem Tisch nicht."),
        },
    )
    what = forms.ChoiceField(
        label=gettext_lazy("Was geschieht?"),
        choices=[
            (SUBSTITUTE, gettext_lazy("Ein Ersatz übernimmt den Platz")),
            (LEAVE, gettext_lazy("Der Spieler geht, der Platz bleibt frei")),
            (BACK, gettext_lazy("Der letzte Wechsel wird zurückgenommen")),
        ],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Bitte antippen, was geschieht.")
        ),
    )
    start_number = number_field(
        gettext_lazy("Startnummer des Ersatzes"),
        gettext_lazy("Nur mit Ersatz. Wer neu ist, wird zuerst bei der Turnierleitung angemeldet."),
        gettext_lazy("Bitte die Startnummer als Zahl eingeben."),
        required=False,
    )
    reason = reason_field()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        view: SheetView,
        chosen: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data, initial={**(chosen or {}), "seen_version": view.sheet.version})
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(seat.number, f"{seat.number} {seat.registration.name}") for seat in view.seats]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        nobody = cleaned.get("start_number") is None and "start_number" not in self.errors
        if cleaned.get("what") == self.SUBSTITUTE and nobody:
            self.add_error("start_number", gettext_lazy("Bitte die Startnummer des Ersatzes eingeben."))
        return cleaned


class EndForm(SeenForm):
    """With which game a list ends early, and why; or that it goes on."""

    ON = "on"
    cause = forms.ChoiceField(
        label=gettext_lazy("Was gilt?"),
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Bitte antippen, was gilt.")
        ),
    )
    last_game = number_field(
        gettext_lazy("Letztes gültiges Spiel"),
        gettext_lazy(
            "Spätere Zeilen werden gestrichen, spätere Spiele nicht gespielt. 0, wenn keines zählt."
        ),
        gettext_lazy("Bitte die Nummer des letzten gültigen Spiels eingeben."),
        least=0,
        required=False,
    )
    reason = reason_field()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        view: SheetView,
        chosen: Mapping[str, str] | None = None,
    ) -> None:
        latest = max((game.number for game in view.games), default=0)
        asked = dict(chosen or {})
        initial = {"cause": asked.get("what"), "reason": asked.get("reason", "")}
        super().__init__(data, initial={**initial, "seen_version": view.sheet.version, "last_game": latest})
        choices = [
            (ScoreSheet.EndCause.TIME.value, gettext_lazy("Die Zeit ist abgelaufen")),
            (ScoreSheet.EndCause.BROKEN_OFF.value, gettext_lazy("Der Tisch wird abgebrochen")),
        ]
        if view.sheet.ends_after is not None:
            choices.append((self.ON, gettext_lazy("Es wird doch weitergespielt")))
        field = self.fields["cause"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        ends = cleaned.get("cause") in ScoreSheet.EndCause.values
        if ends and cleaned.get("last_game") is None and "last_game" not in self.errors:
            self.add_error(
                "last_game", gettext_lazy("Bitte die Nummer des letzten gültigen Spiels eingeben.")
            )
        return cleaned
