"""The form for an own variant of a rule set: some fields by name, each with a word on what it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from scoring.engine.law import FailedOpening, GoingOut, JokerShare, MendingBars
from scoring.models import RuleSet
from scoring.rules import LATER_KEYS, LossGame, RulesError, Span, read_document
from scoring.selectors import rules_of
from scoring.services import variant_document
from scoring.speech import say

ROWS = {"opened": 5, "unopened": 4}  # rows offered for brackets; empty ones are left out
NUMERIC = {"inputmode": "numeric", "class": "input--short", "autocomplete": "off"}
REFUSED = "refused"

# The fields of the form and the values that they change.
PLACES = {
    "hand": "points.hand",
    "hand_with_layoff": "points.hand_with_layoff",
    "plain": "points.plain",
    "jokers": "cards.jokers",
    "joker_share": "melds.joker_share",
    "opening": "turn.opening_augen",
    "rounds": "series.rounds",
    "offence_span": "loose_hands.count_over",
    "offence_extra": "loose_hands.extra_from_then",
    "mending_bars": "turn.mending_bars",
    "failed_opening": "turn.failed_opening",
    "hand_below_opening": "turn.hand_below_opening",
    "super_with_layoffs": "turn.super_with_layoffs",
    "loss_enabled": "loss_money.enabled",
    "loss_counts": "loss_money.counts",
    "loss_first_games": "loss_money.first_games",
    "loss_first": "loss_money.first_cents",
    "loss_later": "loss_money.later_cents",
}
SUPER = "points.super"
GOING_OUT = "turn.going_out"
BASIC_FIELDS = frozenset({"name", "rounds"})


class EuroField(forms.CharField):
    """An amount as people write it, "0,50" or "1"; the value is in cents."""

    def to_python(self, value: Any) -> Any:
        text = str(super().to_python(value) or "").replace("€", "").strip()
        if not text:
            return None
        found = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,2}))?", text, re.ASCII)
        if not found:
            raise ValidationError(gettext_lazy("Bitte einen Betrag eingeben, zum Beispiel 0,50."))
        whole, rest = found.groups()
        return int(whole) * 100 + int((rest or "0").ljust(2, "0"))

    def prepare_value(self, value: Any) -> Any:
        return f"{value // 100},{value % 100:02}" if isinstance(value, int) else value


class WholeField(forms.IntegerField):
    """A whole number, also with the minus sign that is printed on lists."""

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.replace("−", "-") if isinstance(value, str) else value)


def whole_number_field(label: Any, help_text: Any, *, required: bool = True) -> forms.IntegerField:
    return WholeField(
        label=label,
        help_text=help_text,
        required=required,
        widget=forms.TextInput(attrs=NUMERIC),
        error_messages={"invalid": gettext_lazy("Bitte eine ganze Zahl eingeben.")},
    )


def truth_of(typed: str) -> bool:
    """What a tile of a yes-or-no reading sends."""
    return typed == "True"


def reading(label: Any, coerce: Callable[[str], Any], words: Mapping[Any, Any]) -> forms.TypedChoiceField:
    """A value that the texts leave in doubt: each way to read it is a tile."""
    return forms.TypedChoiceField(
        label=label,
        coerce=coerce,
        choices=[(str(value), said) for value, said in words.items()],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRow:
    """One row of brackets on the page: three fields and what is wrong with them."""

    number: int
    fields: tuple[forms.BoundField, ...]

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """What is wrong, with the id that its field points at."""
        return tuple(
            (f"{field.auto_id}_error", str(error)) for field in self.fields for error in field.errors
        )


class VariantForm(forms.Form):
    """Changes some values of a published rule set; whatever contradicts itself is refused at its field."""

    name = forms.CharField(
        label=gettext_lazy("Name der Variante"),
        max_length=80,
        help_text=gettext_lazy(
            "Steht auf jeder Liste. Ein Name, den es schon gibt, bekommt die nächste Nummer."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    hand = whole_number_field(
        gettext_lazy("Hand-Rommé"),
        gettext_lazy("Punkte für alle Karten in einem Zug, ohne Anlegen und Tauschen."),
    )
    hand_with_layoff = whole_number_field(
        gettext_lazy("Hand-Rommé mit Anlegen oder Tauschen"),
        gettext_lazy("Höchstens so viel wie Hand-Rommé."),
    )
    plain = whole_number_field(
        gettext_lazy("Rommé"),
        gettext_lazy("Punkte für das einfache Beenden. Mehr, als ein Verlierer bekommen kann."),
    )
    super = whole_number_field(
        gettext_lazy("Superrommé"),
        gettext_lazy(
            "Alle 14 Karten auf einmal, ohne abzulegen. Leer lassen: gibt es nicht und wird auf der Liste nicht angenommen."
        ),
        required=False,
    )
    jokers = whole_number_field(
        gettext_lazy("Zahl der Joker"),
        gettext_lazy("Alle Joker zusammen, in beiden Kartenspielen. 0: ohne Joker."),
    )
    joker_share = forms.ChoiceField(
        label=gettext_lazy("Joker in einer Auslage"),
        help_text=gettext_lazy(
            "Beispiel: Zwei Joker in vier Karten sind bei „weniger“ verboten, bei „nicht mehr“ erlaubt."
        ),
        choices=[
            (JokerShare.FEWER.value, gettext_lazy("weniger als andere Karten")),
            (JokerShare.NOT_MORE.value, gettext_lazy("nicht mehr als andere Karten")),
        ],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    opening = whole_number_field(
        gettext_lazy("Augen zum Eröffnen"),
        gettext_lazy("So viel muss die erste eigene Auslage mindestens zählen. 0: kein Mindestwert."),
    )
    rounds = whole_number_field(
        gettext_lazy("Runden je Serie"), gettext_lazy("In einer Runde gibt jeder Platz einmal.")
    )
    offence_span = forms.ChoiceField(
        label=gettext_lazy("Verstöße zählen"),
        help_text=gettext_lazy(
            "Wer ein zweites Mal Karten zusammenwirft, verliert mehr. Wann beginnt das Zählen neu?"
        ),
        choices=[
            (Span.EVENT.value, gettext_lazy("über die ganze Veranstaltung")),
            (Span.SERIES.value, gettext_lazy("in jeder Serie neu")),
        ],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    offence_extra = whole_number_field(
        gettext_lazy("Ab dem zweiten Verstoß zusätzlich"),
        gettext_lazy(
            "„Erneut 1 Punkt“ liest man als einen weiteren Punkt (1) oder als wieder einen wie beim ersten Mal (0)."
        ),
    )
    mending_bars = reading(
        gettext_lazy("„In dieser Runde“ nichts auslegen, wenn die Kartenzahl falsch war"),
        MendingBars,
        {
            MendingBars.TURN: gettext_lazy("in dem Zug, in dem berichtigt wird"),
            MendingBars.GAME: gettext_lazy("bis zum Ende des Spiels"),
        },
    )
    failed_opening = reading(
        gettext_lazy("Eine falsche unter richtigen Auslagen beim Eröffnen"),
        FailedOpening,
        {
            FailedOpening.WRONG_BACK: gettext_lazy("nur die falsche geht zurück, wenn die anderen reichen"),
            FailedOpening.ALL_BACK: gettext_lazy("alles geht zurück"),
        },
    )
    hand_below_opening = reading(
        gettext_lazy("Hand-Rommé unter dem Wert zum Eröffnen"),
        truth_of,
        {True: gettext_lazy("erlaubt"), False: gettext_lazy("nicht erlaubt")},
    )
    super_with_layoffs = reading(
        gettext_lazy("Anlegen und Tauschen im Superrommé"),
        truth_of,
        {True: gettext_lazy("erlaubt"), False: gettext_lazy("nicht erlaubt")},
    )
    loss_enabled = forms.BooleanField(
        label=gettext_lazy("Verlustgeld einsammeln"),
        help_text=gettext_lazy("Steht dann am Ende jeder Liste, je Spieler."),
        required=False,
    )
    loss_counts = forms.ChoiceField(
        label=gettext_lazy("Bezahlt wird"),
        choices=[
            (LossGame.CROSS.value, gettext_lazy("für jedes Spiel mit Kreuz")),
            (LossGame.UNOPENED.value, gettext_lazy("für jedes Spiel, in dem man nicht eröffnet hat")),
        ],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    loss_first_games = whole_number_field(
        gettext_lazy("Günstigere Spiele"),
        gettext_lazy("So viele verlorene Spiele einer Liste kosten weniger."),
    )
    loss_first = EuroField(
        label=gettext_lazy("Jedes davon kostet (Euro)"),
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )
    loss_later = EuroField(
        label=gettext_lazy("Jedes weitere kostet (Euro)"),
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )

    def __init__(self, *args: Any, base: RuleSet, **kwargs: Any) -> None:
        self.base = base
        self.rules = rules_of(base)
        self.changes: dict[str, Any] = {}
        kwargs.setdefault("initial", initial_of(base.document))
        super().__init__(*args, **kwargs)
        if self.rules.points is None:
            self.fields = {name: field for name, field in self.fields.items() if name in BASIC_FIELDS}
            return
        for group, count in ROWS.items():
            for row in range(max(count, len(getattr(self.rules.points, group)) + 1)):
                self._add_bracket(group, row)

    def _add_bracket(self, group: str, row: int) -> None:
        for part, label in (
            ("from", gettext_lazy("von")),
            ("to", gettext_lazy("bis")),
            ("points", gettext_lazy("Punkte")),
        ):
            field = whole_number_field(label, "", required=False)
            place = gettext("Stufe {row}: {part}").format(row=row + 1, part=label)
            field.widget.attrs["aria-label"] = place
            self.fields[f"{group}_{row}_{part}"] = field

    # What the page shows ----------------------------------------------------------------------------------

    def rows(self, group: str) -> Iterator[BracketRow]:
        row = 0
        while f"{group}_{row}_from" in self.fields:
            parts = tuple(self[f"{group}_{row}_{part}"] for part in ("from", "to", "points"))
            yield BracketRow(number=row + 1, fields=parts)
            row += 1

    @property
    def opened_rows(self) -> tuple[BracketRow, ...]:
        return tuple(self.rows("opened"))

    @property
    def unopened_rows(self) -> tuple[BracketRow, ...]:
        return tuple(self.rows("unopened"))

    @property
    def faults(self) -> Iterator[tuple[str, str, str]]:
        """What is wrong at which field, with the id to jump to: for the box above the form."""
        for field in self:
            for error in field.errors:
                label = field.field.widget.attrs.get("aria-label") or field.label
                yield field.id_for_label or field.auto_id, str(label), str(error)

    # What was typed ---------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        changes = {
            place: cleaned[field]
            for field, place in PLACES.items()
            if field in self.fields and field in cleaned
        }
        if "super" in self.fields and "super" in cleaned:
            changes |= self._super(cleaned["super"])
        filled: dict[str, list[int]] = {}
        for group in ROWS if self.rules.points else ():
            filled[group], brackets = self._brackets(group, cleaned)
            changes[f"points.{group}"] = brackets
        if not self.errors:
            self._check(changes, cleaned["name"], filled)
        self.changes = changes
        return cleaned

    def _super(self, value: int | None) -> dict[str, Any]:
        """A value allows to go out without a discard, an empty field forbids it."""
        ending = GoingOut.DISCARD if value is None else GoingOut.DISCARD_OR_SUPER
        return {SUPER: REFUSED if value is None else value, GOING_OUT: ending.value}

    def _brackets(self, group: str, cleaned: Mapping[str, Any]) -> tuple[list[int], list[dict[str, int]]]:
        """The rows that are filled in, by their number on the page, and the brackets in them."""
        filled: list[int] = []
        brackets: list[dict[str, int]] = []
        for row, _bound in enumerate(self.rows(group)):
            first, last, points = (cleaned.get(f"{group}_{row}_{part}") for part in ("from", "to", "points"))
            if first is None and last is None and points is None:
                continue
            for part, value in (("from", first), ("points", points)):
                field = f"{group}_{row}_{part}"
                if value is None and field not in self.errors:
                    self.add_error(field, gettext_lazy("Hier fehlt eine Zahl. Oder die ganze Zeile leeren."))
            if first is not None and points is not None:
                upper = {} if last is None else {"to": last}
                brackets.append({"from": first, **upper, "points": points})
                filled.append(row)
        return filled, brackets

    def _check(self, changes: Mapping[str, Any], name: str, filled: Mapping[str, list[int]]) -> None:
        """Let the rule set itself refuse what contradicts itself, and show it where it can be mended."""
        try:
            read_document(variant_document(self.base, changes, name=name))
        except RulesError as error:
            self.add_error(self._field_of(error.place, filled), say(error.reason))

    def _field_of(self, place: str, filled: Mapping[str, list[int]]) -> str | None:
        bracket = re.fullmatch(r"points\.(opened|unopened)\[(\d+)\].*", place)
        if bracket:
            group, row = bracket[1], int(bracket[2])
            rows = filled[group]
            return f"{group}_{rows[row] if row < len(rows) else 0}_from"
        fields = {place: field for field, place in PLACES.items()} | {SUPER: "super", GOING_OUT: "super"}
        fields |= {"name": "name", "key": "name", "name.de": "name"}
        field = fields.get(place)
        return field if field in self.fields else None


def initial_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows at first: the values of the rule set that is varied."""

    def value(place: str) -> Any:
        section, key = place.split(".")
        if section in document and key not in document[section] and place in LATER_KEYS:
            return LATER_KEYS[place](document)
        return document.get(section, {}).get(key, {}).get("is")

    initial = {field: value(place) for field, place in PLACES.items()}
    for tile in ("hand_below_opening", "super_with_layoffs"):
        initial[tile] = str(initial[tile])
    initial["super"] = None if value(SUPER) == REFUSED else value(SUPER)
    for group in ROWS:
        for row, bracket in enumerate(value(f"points.{group}") or ()):
            initial |= {f"{group}_{row}_{part}": bracket.get(part) for part in ("from", "to", "points")}
    return initial
