"""What a referee types: why, and for penalties whom, in which game, how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.offences import Noticed
from scoring.points import Result
from scoring.rules import RuleSet
from tournaments.lists.forms.game import GameForm
from tournaments.lists.selectors.sheets import SheetView
from tournaments.models import Penalty, Seat
from tournaments.pages.forms import ReasonForm, SeenForm, reason_field
from tournaments.rulings.selectors.offences import KINDS, Offence, kinds_known_to
from tournaments.rulings.services import MOST_AUGEN, MOST_POINTS, Otherwise


def seat_field(label: Any, required: Any) -> forms.TypedChoiceField:
    """One of the seats of a table, as tiles; the form that knows the list fills them in."""
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "tiles"}),
        error_messages={
            "required": required,
            "invalid_choice": gettext_lazy("Diesen Platz gibt es an diesem Tisch nicht."),
        },
    )


def game_field(label: Any, help_text: Any = "") -> forms.TypedChoiceField:
    """One of the games of a list, or none."""
    return forms.TypedChoiceField(
        label=label,
        help_text=help_text,
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Dieses Spiel steht nicht auf der Liste.")},
    )


class RestoreForm(ReasonForm):
    """A struck row that counts again; the submission makes one deed of two taps."""

    submission = forms.UUIDField(required=False, widget=forms.HiddenInput)

    @property
    def seen(self) -> dict[str, Any]:
        """The version on the page, and which deed this is; a forged sign is replaced."""
        cleaned = self.cleaned_data
        return {
            "seen_version": cleaned["seen_version"],
            "submission": cleaned.get("submission") or uuid4(),
        }


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


NOTICED = {
    Noticed.BEFORE_PLAY: gettext_lazy("vor dem ersten Zug"),
    Noticed.IN_PLAY: gettext_lazy("während des Spiels"),
    Noticed.AT_END: gettext_lazy("am Ende des Spiels"),
}


def small_number_field(
    label: Any, *, most: int, least: int = 0, help_text: Any = "", **errors: Any
) -> forms.IntegerField:
    """A small whole number that may be left empty."""
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=least,
        max_value=most,
        required=False,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--short", "autocomplete": "off"}
        ),
        error_messages={
            "invalid": gettext_lazy("Bitte eine ganze Zahl eintragen, zum Beispiel 3."),
            "min_value": gettext_lazy("Bitte mindestens %(limit_value)d eintragen."),
            "max_value": gettext_lazy("Bitte höchstens %(limit_value)d eintragen."),
        }
        | errors,
    )


# Fields that a page folds away together, until the kind that asks for them is tapped (static/css/referee.css).
GROUPS: Mapping[str, tuple[str, ...]] = {
    "count": ("noticed", "cards", "melded", "laid_off", "several", "extra_augen"),
    "deduct": ("points",),
    "other": ("other_points", "other_augen"),
}


class KindTiles(forms.RadioSelect):
    """Tiles that say which groups of fields their kind asks for."""

    def create_option(self, name: str, value: Any, *more: Any, **options: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *more, **options)
        asks = KINDS[Penalty.Kind(value)].asks
        option["attrs"]["data-asks"] = " ".join(
            group for group, names in GROUPS.items() if not asks.isdisjoint(names)
        )
        return option


class PenaltyForm(SeenForm):
    """Whom an offence concerns, what has happened, and how much where the rule leaves it open."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Was ist geschehen?"),
        widget=KindTiles(attrs={"class": "tiles tiles--one"}),
        error_messages={
            "required": gettext_lazy("Bitte antippen, worum es geht."),
            "invalid_choice": gettext_lazy("Bitte eines antippen."),
        },
    )
    seat = seat_field(gettext_lazy("Wer?"), gettext_lazy("Bitte antippen, wen es betrifft."))
    game = game_field(
        gettext_lazy("In welchem Spiel?"),
        gettext_lazy("Nötig bei zusammengeworfenen Karten und falscher Kartenzahl, sonst leer lassen."),
    )
    noticed = forms.TypedChoiceField(
        label=gettext_lazy("Wann ist es aufgefallen?"),
        coerce=Noticed,
        choices=[(one.value, label) for one, label in NOTICED.items()],
        initial=Noticed.IN_PLAY.value,
        empty_value=Noticed.IN_PLAY,
        required=False,
        widget=forms.RadioSelect(attrs={"class": "tiles"}),
        error_messages={"invalid_choice": gettext_lazy("Bitte eines antippen.")},
    )
    cards = small_number_field(
        gettext_lazy("Wie viele Karten sind auf der Hand?"),
        most=110,
        help_text=gettext_lazy("Vor dem Ziehen gezählt: Wer schon gezogen hat, zählt diese Karte nicht mit."),
    )
    melded = small_number_field(
        gettext_lazy("Wie viele Karten hat dieser Spieler ausgelegt?"),
        most=110,
        help_text=gettext_lazy(
            "Was er selbst hingelegt hat, ohne die Karten, die andere dort angelegt haben. Hat er nicht eröffnet, leer lassen."
        ),
    )
    laid_off = small_number_field(
        gettext_lazy("Und wie viele hat er angelegt?"),
        most=110,
        help_text=gettext_lazy(
            "Ein Tausch zählt nicht mit: Für die Karte kam ein Joker. Ein eingetauschter Joker, der wieder liegt, zählt wie jede andere Karte."
        ),
    )
    several = forms.BooleanField(
        label=gettext_lazy("Mehrere Spieler haben eine falsche Zahl"), required=False
    )
    extra_augen = small_number_field(
        gettext_lazy("Augen, die noch nicht auf der Liste stehen"),
        most=MOST_AUGEN,
        help_text=gettext_lazy("Nur am Ende des Spiels, wenn Karten zu viel nicht mitgezählt wurden."),
    )
    points = small_number_field(
        gettext_lazy("Wie viele Punkte abziehen?"),
        most=MOST_POINTS,
        least=1,
        help_text=gettext_lazy("Nur bei Punktabzug. Sonst sagt es die Regel."),
        min_value=gettext_lazy("Bitte mindestens 1 Punkt abziehen, sonst eine Verwarnung wählen."),
        max_value=gettext_lazy("Bitte höchstens %(limit_value)d Punkte abziehen."),
    )
    other = forms.BooleanField(
        label=gettext_lazy("Anders entscheiden, als die Regel sagt"),
        help_text=gettext_lazy("Die Begründung sagt dann auch, warum anders."),
        required=False,
    )
    other_points = small_number_field(gettext_lazy("Stattdessen so viele Punkte abziehen"), most=MOST_POINTS)
    other_augen = small_number_field(gettext_lazy("Stattdessen so viele Augen dazu"), most=MOST_AUGEN)
    reason = reason_field()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        view: SheetView,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        rules = view.rules
        numbers = [
            (game.number, gettext_lazy("Spiel %(number)s") % {"number": game.number}) for game in view.games
        ]
        if view.next_game is not None:
            coming = view.next_game.number
            numbers.append(
                (coming, gettext_lazy("Spiel %(number)s, noch nicht eingetragen") % {"number": coming})
            )
        choices: dict[str, list[tuple[Any, Any]]] = {
            "kind": [(kind.value, kind.label) for kind in kinds_known_to(rules)],
            "seat": [(seat.number, f"{seat.number} {seat.registration.name}") for seat in view.seats],
            "game": [("", pgettext_lazy("Spiel", "kein bestimmtes")), *sorted(numbers)],
        }
        for name, choice in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choice

    @property
    def parts(self) -> Iterator[tuple[str, Any]]:
        """Every field with the group that a page may fold away: "" is always needed."""
        group_of = {name: group for group, names in GROUPS.items() for name in names}
        for field in self.visible_fields():
            yield group_of.get(field.name, ""), field

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        kind = cleaned.get("kind")
        for name, sentence in (KINDS[Penalty.Kind(kind)].needs if kind else {}).items():
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, sentence)
        if (
            cleaned.get("other")
            and cleaned.get("other_points") is None
            and cleaned.get("other_augen") is None
        ):
            self.add_error(
                "other_points",
                gettext_lazy("Bitte eintragen, was stattdessen gilt: auch 0 ist eine Antwort."),
            )
        return cleaned

    @property
    def offence(self) -> Offence:
        """What was seen, as a value."""
        cleaned = self.cleaned_data
        kind = Penalty.Kind(cleaned["kind"])
        told = {name: cleaned[name] for name in KINDS[kind].asks if cleaned[name] is not None}
        return Offence(kind=kind.value, seat=cleaned["seat"], **told)

    @property
    def otherwise(self) -> Otherwise | None:
        """What the referee takes instead of what the rule says."""
        cleaned = self.cleaned_data
        if not cleaned["other"]:
            return None
        return Otherwise(points=-(cleaned["other_points"] or 0), augen=cleaned["other_augen"] or 0)
