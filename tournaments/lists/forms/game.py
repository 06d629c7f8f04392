"""One game as it is typed at the table becomes a `Result`; what cannot be is a sentence beside its field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.law import Finish
from scoring.points import HandLeft, ImpossibleResult, Result, check_result, finish_value, possible_finishes
from scoring.rules import RuleSet
from scoring.speech import say
from scoring.verification import Finding, findings
from scoring.wording.labels import FINISHES
from tournaments.models import Seat
from tournaments.pages.forms import UNSEEN

NOBODY = "0"  # as the winner: the stock ran out
OPENED, UNOPENED = "ja", "nein"
LONGEST_NUMBER = 6


class GameForm(forms.Form):
    """How one game ended: who went out and how, and what everybody else still held.

    What was typed for the winner is left alone: on a page without scripts his fields may still be filled.
    """

    winner = forms.ChoiceField(
        label=gettext_lazy("Wer ist fertig?"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Bitte antippen, wer fertig ist."),
            "invalid_choice": gettext_lazy(
                "Diesen Platz gibt es in diesem Spiel nicht: Bitte antippen, wer fertig ist."
            ),
        },
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        seats: Sequence[Seat],
        known: Result | None = None,
        sign: str = "feld",
    ) -> None:
        super().__init__(data, initial=result_as_typed(known) if known else {}, auto_id=f"{sign}_%s")
        self.rules = rules
        self.seats = sorted(seats, key=lambda seat: seat.number)
        self.wins = [finish for finish in possible_finishes(rules) if finish.has_winner]
        self.asks_opened = rules.family.by_table
        self.result: Result | None = None
        self.doubts: tuple[Finding, ...] = ()
        winner = self.fields["winner"]
        assert isinstance(winner, forms.ChoiceField)
        winner.choices = list(winner_choices(rules, self.seats))
        if len(self.wins) > 1:
            self.fields["finish"] = forms.ChoiceField(
                label=gettext_lazy("Wie?"),
                choices=[(finish.value, finish_label_when_shown(rules, finish)) for finish in self.wins],
                initial=Finish.PLAIN.value,
                required=False,
                widget=forms.RadioSelect,
                error_messages={
                    "invalid_choice": gettext_lazy("Diese Art gibt es hier nicht: Bitte eine antippen.")
                },
            )
        for seat in self.seats:
            self.add_hand(seat)

    def add_hand(self, seat: Seat) -> None:
        """The fields of one seat: eröffnet?, Augen. What is missing depends on who won: `clean` says so."""
        if self.asks_opened:
            self.fields[f"opened_{seat.number}"] = forms.ChoiceField(
                label=gettext_lazy("eröffnet?"),
                choices=[(OPENED, gettext_lazy("Ja")), (UNOPENED, gettext_lazy("Nein"))],
                required=False,
                widget=forms.RadioSelect,
                error_messages={"invalid_choice": gettext_lazy("Bitte „Ja“ oder „Nein“ antippen.")},
            )
        self.fields[f"augen_{seat.number}"] = forms.CharField(
            label=gettext_lazy("Augen"),
            required=False,
            max_length=LONGEST_NUMBER,
            widget=forms.TextInput(
                attrs={
                    "inputmode": "numeric",
                    "class": "input--big",
                    "autocomplete": "off",
                    "maxlength": 3,
                    "enterkeyhint": "next",
                }
            ),
            error_messages={"max_length": gettext_lazy("Bitte eine ganze Zahl eintragen, zum Beispiel 25.")},
        )

    @property
    def seen_version(self) -> int:
        """The version of the list that stood on the page."""
        sent = str(self.data.get("seen_version", ""))
        return int(sent) if sent.isdecimal() and len(sent) < 10 else UNSEEN

    @property
    def submission(self) -> UUID:
        """The key by which the same entry sent twice is one game; a forged one is replaced."""
        try:
            return UUID(str(self.data.get("submission", "")))
        except ValueError:
            return uuid4()

    @property
    def hands(self) -> Iterator[tuple[Seat, Any, Any]]:
        """Seat, eröffnet?, Augen: what the page draws for everybody who plays."""
        for seat in self.seats:
            opened = self[f"opened_{seat.number}"] if self.asks_opened else None
            yield seat, opened, self[f"augen_{seat.number}"]

    @property
    def mark(self) -> str:
        """A sign of exactly these doubts about exactly this result; confirming others confirms nothing."""
        facts = (self.result, [(doubt.code, doubt.seat) for doubt in self.doubts])
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    @property
    def confirmed(self) -> bool:
        """Whether there is no doubt, or somebody has looked at it and said that it is right."""
        return not self.doubts or self.data.get("confirmed") == self.mark

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        winner = cleaned.get("winner")
        if winner is None:
            return cleaned
        self.forget(winner)
        hands: dict[int, HandLeft] = {
            seat.number: HandLeft(augen=augen, opened=opened)
            for seat in self.seats
            if str(seat.number) != winner
            and (augen := self.augen_of(seat)) is not None
            and (opened := self.opened_of(seat)) is not None
        }
        if self.errors:
            return cleaned
        self.judge(
            Result(
                finish=Finish.EXHAUSTED
                if winner == NOBODY
                else Finish(cleaned.get("finish") or Finish.PLAIN),
                winner=None if winner == NOBODY else int(winner),
                hands=hands,
            )
        )
        return cleaned

    def forget(self, winner: str) -> None:
        """Drop the errors of fields that do not matter for this winner."""
        for name in (f"opened_{winner}", f"augen_{winner}", "finish" if winner == NOBODY else ""):
            self.errors.pop(name, None)

    def augen_of(self, seat: Seat) -> int | None:
        """The Augen of a loser, or a sentence beside the field."""
        name = f"augen_{seat.number}"
        if name in self.errors:
            return None
        sent = self.cleaned_data[name].strip()
        if not sent:
            self.add_error(name, gettext_lazy("Bitte die Augen eintragen."))
        elif not sent.isdecimal():
            self.add_error(name, gettext_lazy("Bitte eine ganze Zahl eintragen, zum Beispiel 25."))
        else:
            return int(sent)
        return None

    def opened_of(self, seat: Seat) -> bool | None:
        """Whether a loser had opened, or a sentence beside the field; where nobody opens nobody is asked."""
        name = f"opened_{seat.number}"
        if not self.asks_opened:
            return False
        if name in self.errors:
            return None
        sent = self.cleaned_data[name]
        if not sent:
            self.add_error(name, gettext_lazy("Bitte antippen: Wurde eröffnet?"))
            return None
        return bool(sent == OPENED)

    def judge(self, result: Result) -> None:
        """What the rules refuse stands at its field; what they only doubt is kept for a human."""
        try:
            check_result(self.rules, result, playing=[seat.number for seat in self.seats])
        except ImpossibleResult as refusal:
            field = f"augen_{refusal.sentence.values.get('seat')}"
            self.add_error(field if field in self.fields else None, say(refusal))
            return
        self.result = result
        self.doubts = findings(self.rules, result)


def winner_choices(rules: RuleSet, seats: Sequence[Seat]) -> Iterator[tuple[str, str | Promise]]:
    """Everybody who plays, and nobody where a game can end so."""
    for seat in seats:
        yield str(seat.number), seat_label_when_shown(seat)
    if Finish.EXHAUSTED in possible_finishes(rules):
        yield (
            NOBODY,
            format_html(
                "<span>{}</span><small>{}</small>",
                gettext_lazy("Stapel leer"),
                gettext_lazy("niemand ist fertig"),
            ),
        )


def seat_label(seat: Seat) -> str:
    """Who sits there, and where that is."""
    place = _("Platz %(seat)s") % {"seat": seat.number}
    return format_html("<span>{}</span><small>{}</small>", seat.registration.name, place)


def finish_label(rules: RuleSet, finish: Finish) -> str:
    """The finish with what it is worth, where a table says so."""
    points = finish_value(rules.points, finish) if rules.points else None
    if points is None:
        return format_html("<span>{}</span><small>{}</small>", FINISHES[finish], finish.value)
    worth = ngettext("%(points)s Punkt", "%(points)s Punkte", points) % {"points": points}
    return format_html("<span>{}</span><small>{} · {}</small>", FINISHES[finish], finish.value, worth)


# A game that is judged is judged by the same form as the page is drawn from, and needs no words.
seat_label_when_shown = lazy(seat_label, str)
finish_label_when_shown = lazy(finish_label, str)


def result_as_typed(result: Result) -> dict[str, str]:
    """A known result as somebody would type it."""
    fields = {
        "winner": NOBODY if result.winner is None else str(result.winner),
        "finish": result.finish.value if result.finish.has_winner else Finish.PLAIN.value,
    }
    for seat, hand in result.hands.items():
        fields |= {f"opened_{seat}": OPENED if hand.opened else UNOPENED, f"augen_{seat}": str(hand.augen)}
    return fields
