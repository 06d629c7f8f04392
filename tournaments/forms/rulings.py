"""What a referee types: why, and for penalties whom, in which game, how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.points import Result
from scoring.rules import RuleSet
from tournaments.forms.games import UNSEEN, GameForm
from tournaments.models import Game, Penalty, Seat
from tournaments.services.rulings import MOST_POINTS, REASON_LENGTH


def reason_field() -> forms.CharField:
    """Why: one sentence, printed on the list."""
    return forms.CharField(
        label=_("Begründung"),
        help_text=_("Ein Satz, der auf der Liste steht: was geschehen ist und warum so entschieden wird."),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        error_messages={
            "required": _("Bitte in einem Satz sagen, warum."),
            "max_length": _("Bitte mit höchstens %(limit_value)d Zeichen sagen, warum."),
        },
    )


class SeenForm(forms.Form):
    """A form that carries the version of the list that stood on its page."""

    seen_version = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_seen_version(self) -> int:
        sent = str(self.cleaned_data["seen_version"])
        return int(sent) if sent.isdecimal() and len(sent) < 10 else UNSEEN


class ReasonForm(SeenForm):
    """A deed that needs nothing but a reason."""

    reason = reason_field()


class CorrectionForm(GameForm):
    """A game as it should have been entered, and why."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        seats: Sequence[Seat],
        known: Result | None = None,
    ) -> None:
        super().__init__(data, rules=rules, seats=seats, known=known)
        self.fields["reason"] = reason_field()


class PenaltyForm(SeenForm):
    """Whom a penalty concerns, what for, and how much where the rule leaves it open."""

    kind = forms.ChoiceField(
        label=_("Was ist geschehen?"),
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        error_messages={
            "required": _("Bitte antippen, worum es geht."),
            "invalid_choice": _("Bitte eines antippen."),
        },
    )
    seat = forms.TypedChoiceField(
        label=_("Wer?"),
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "tiles"}),
        error_messages={
            "required": _("Bitte antippen, wen es betrifft."),
            "invalid_choice": _("Diesen Platz gibt es an diesem Tisch nicht."),
        },
    )
    game = forms.TypedChoiceField(
        label=_("In welchem Spiel?"),
        help_text=_("Nötig bei zusammengeworfenen Karten, sonst leer lassen."),
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("Dieses Spiel steht nicht auf der Liste.")},
    )
    points = forms.IntegerField(
        label=_("Wie viele Punkte abziehen?"),
        help_text=_("Nur bei Punktabzug. Bei zusammengeworfenen Karten sagt es die Regel."),
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--short", "autocomplete": "off"}
        ),
        error_messages={
            "invalid": _("Bitte eine ganze Zahl eintragen, zum Beispiel 3."),
            "min_value": _("Bitte mindestens 1 Punkt abziehen, sonst eine Verwarnung wählen."),
            "max_value": _("Bitte höchstens %(limit_value)d Punkte abziehen."),
        },
    )
    reason = reason_field()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        seats: Sequence[Seat],
        games: Sequence[Game],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        kinds = [kind for kind in Penalty.Kind if kind != Penalty.Kind.LOOSE_HAND or rules.loose_hands]
        choices: dict[str, list[tuple[Any, Any]]] = {
            "kind": [(kind.value, kind.label) for kind in kinds],
            "seat": [(seat.number, f"{seat.number} {seat.registration.name}") for seat in seats],
            "game": [
                ("", pgettext_lazy("Spiel", "kein bestimmtes")),
                *((game.number, _("Spiel %(number)s") % {"number": game.number}) for game in games),
            ],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        match cleaned.get("kind"):
            case Penalty.Kind.LOOSE_HAND if cleaned.get("game") is None and "game" not in self.errors:
                self.add_error(
                    "game", _("Bitte das Spiel wählen, in dem die Karten zusammengeworfen wurden.")
                )
            case Penalty.Kind.DEDUCTION if cleaned.get("points") is None and "points" not in self.errors:
                self.add_error("points", _("Bitte eintragen, wie viele Punkte abgezogen werden."))
        return cleaned
