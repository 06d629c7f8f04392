"""A question about cards as somebody types or taps it: the answer, or a sentence beside the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from scoring.engine import Card, read_card, read_cards, read_melds, write_cards
from scoring.models import RuleSet as RuleSetRow
from scoring.rules import RuleSet
from scoring.selectors import rules_of
from scoring.sentence import Refusal
from scoring.speech import say
from scoring.wording.answers import Answer
from scoring.wording.asked import QUESTIONS, Asked, Question
from scoring.wording.faces import PickRow, pick_rows
from scoring.wording.questions import answer

LONGEST_TEXT = 600
MOST_CARDS = 20  # nobody holds more, however badly was dealt
MOST_MELDS = 30
TICKED = "k"  # the cards ticked in the grid, each by its code

Read = TypeVar("Read")


def cards_field(label: Any, help_text: Any, *, rows: int = 2) -> forms.CharField:
    """Cards in writing; the phone must not correct them."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(
            attrs={
                "rows": rows,
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "cards-typed",
            }
        ),
        error_messages={
            "required": gettext_lazy("Bitte die Karten antippen oder schreiben."),
            "max_length": gettext_lazy("So viele Karten gibt es nicht: Bitte kürzer schreiben."),
        },
    )


def read_with(read: Callable[[str], Read], text: str) -> Read:
    """What a text says, or the engine's sentence with its place as an error of the field."""
    try:
        return read(text)
    except Refusal as refusal:
        raise forms.ValidationError(say(refusal)) from None


def ticked(data: Mapping[str, Any] | None, name: str = TICKED) -> tuple[str, ...]:
    """The codes ticked in a grid; what is no card of the grid is left out."""
    if data is None:
        return ()
    sent = data.getlist(name) if isinstance(data, QueryDict) else data.get(name, ())
    return tuple(code for code in sent if code in CODES)


def cards_ticked(codes: Sequence[str]) -> tuple[Card, ...]:
    """The cards of ticked codes."""
    return tuple(CODES[code] for code in codes)


def _codes() -> dict[str, Card]:
    suits = ("Kr", "P", "H", "Ka")
    ranks = ("A", *map(str, range(2, 11)), "B", "D", "K")
    return {code: read_card(code) for code in ["Jo", *(suit + rank for suit in suits for rank in ranks)]}


CODES = _codes()


class HandForm(forms.Form):
    """Which rules, which question, which cards. Sent by GET, so that the address can be kept and shared.

    Cards that were ticked are added to those that were typed, as one heap.
    """

    regeln = forms.ChoiceField(label=gettext_lazy("Regelwerk"))
    frage = forms.ChoiceField(
        label=gettext_lazy("Was soll geprüft werden?"),
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": gettext_lazy("Bitte eine der Fragen antippen.")},
    )
    karten = cards_field(
        gettext_lazy("Karten"),
        gettext_lazy("Antippen oder schreiben: ♥7, Herz 7, H7 oder 7h; Joker: ★. Auslagen mit | trennen."),
    )
    tisch = cards_field(
        gettext_lazy("Auslagen am Tisch"),
        gettext_lazy("Jede Auslage in eine Zeile, oder mit | getrennt."),
        rows=3,
    )
    offen = forms.CharField(
        label=gettext_lazy("Offene Karte genommen"),
        help_text=gettext_lazy("Leer lassen, wenn vom Stapel gezogen wurde."),
        required=False,
        max_length=30,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "input--short cards-typed",
                "data-cards-one": "",
            }
        ),
    )
    eroeffnet = forms.BooleanField(label=gettext_lazy("hat schon früher eröffnet"), required=False)
    wer = forms.CharField(
        label=gettext_lazy("Wessen Blatt?"),
        help_text=gettext_lazy("Name oder Platz."),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rule_sets: Sequence[RuleSetRow] = (),
        rules: RuleSet | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), auto_id="feld_%s")
        self.rule_sets = {row.key: row for row in rule_sets}
        self.fields["karten"].required = not ticked(data)
        self.given = rules
        self.answer: Answer | None = None
        self.asked: Asked | None = None
        if rules is not None:
            del self.fields["regeln"]
        else:
            self._choices("regeln", [(row.key, row.title) for row in rule_sets])
        self._choices(
            "frage",
            [
                (question.value, format_html("<span>{}</span><small>{}</small>", name, about))
                for question, (name, about) in QUESTIONS.items()
            ],
        )

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = self.initial.get(name) or (choices[0][0] if choices else None)

    @property
    def rules(self) -> RuleSet | None:
        """The rule set that was chosen, or the first one."""
        if self.given is not None:
            return self.given
        sent = str(self.data.get("regeln", "")) if self.is_bound else str(self.initial.get("regeln", ""))
        row = self.rule_sets.get(sent) or next(iter(self.rule_sets.values()), None)
        return rules_of(row) if row else None

    @property
    def grid(self) -> tuple[PickRow, ...]:
        """The cards to tap."""
        rules = self.rules
        return tuple(pick_rows(rules.law, ticked(self.data if self.is_bound else None))) if rules else ()

    def clean_karten(self) -> tuple[tuple[Card, ...], ...]:
        melds = read_with(read_melds, self.cleaned_data["karten"])
        tapped = cards_ticked(ticked(self.data))
        melds = (*melds, tapped) if tapped else melds
        count = sum(map(len, melds))
        if not count:
            raise forms.ValidationError(self.fields["karten"].error_messages["required"])
        if count > MOST_CARDS:
            raise forms.ValidationError(
                gettext_lazy("%(count)d Karten hat niemand auf der Hand. Bitte höchstens %(most)d angeben.")
                % {"count": count, "most": MOST_CARDS}
            )
        return melds

    def clean_tisch(self) -> tuple[tuple[Card, ...], ...]:
        melds = read_with(read_melds, self.cleaned_data["tisch"])
        if len(melds) > MOST_MELDS:
            raise forms.ValidationError(
                gettext_lazy("Bitte höchstens %(most)d Auslagen angeben.") % {"most": MOST_MELDS}
            )
        return melds

    def clean_offen(self) -> Card | None:
        cards = read_with(read_cards, self.cleaned_data["offen"])
        if len(cards) > 1:
            raise forms.ValidationError(
                gettext_lazy("Offen liegt genau eine Karte: Bitte nur diese angeben.")
            )
        return cards[0] if cards else None

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        rules = self.rules
        if self.errors or rules is None:
            return cleaned
        at_table = cleaned["frage"] == Question.TABLE
        self.asked = Asked(
            question=Question(cleaned["frage"]),
            melds=cleaned["karten"],
            table=cleaned["tisch"] if at_table else (),
            open_card=cleaned["offen"] if at_table else None,
            opened=cleaned["eroeffnet"],
        )
        try:
            self.answer = answer(self.asked, rules)
        except Refusal as refusal:
            self.add_error("karten", say(refusal))
        return cleaned

    @property
    def who(self) -> str:
        """Whose cards they are, as somebody wrote it."""
        return str(getattr(self, "cleaned_data", {}).get("wer", ""))

    @property
    def signs(self) -> str:
        """The cards in the one canonical form, for the grid to count."""
        return write_cards(self.asked.cards) if self.asked else ""

    @property
    def remark(self) -> str:
        """The answer in one line, as a ruling keeps it."""
        if self.answer is None:
            return ""
        return f"{self.who}: {self.answer.short}" if self.who else self.answer.short
