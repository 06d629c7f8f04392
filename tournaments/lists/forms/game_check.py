"""A game that is still being typed: what can be said of it already, by the same rules that judge it when it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.law import Finish
from scoring.points import HandLeft, ImpossibleResult, Result, all_cards, check_augen
from scoring.rules import RuleSet
from scoring.speech import say
from scoring.verification import doubts_of_hand, limits
from tournaments.lists.forms.game import OPENED, GameForm


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRemark:
    """A sentence about one seat, or about the game when `seat` is None. What is refused cannot be confirmed."""

    seat: int | None
    text: str
    refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedGame:
    """What is to be said of a game so far; `mark` is what somebody confirms once everything is typed."""

    remarks: tuple[GameRemark, ...]
    mark: str = ""


def check_so_far(form: GameForm) -> CheckedGame:
    """All of it when the game is whole, else each hand by itself."""
    if form.is_valid():
        remarks = tuple(GameRemark(seat=doubt.seat, text=say(doubt.sentence)) for doubt in form.doubts)
        return CheckedGame(remarks=remarks, mark=form.mark if remarks else "")
    return CheckedGame(remarks=tuple(remarks_on_hands(form)))


def remarks_on_hands(form: GameForm) -> Iterator[GameRemark]:
    known = limits(form.rules.law, players=len(form.seats))
    hands = dict(hands_so_far(form))
    result = Result(finish=Finish.EXHAUSTED, winner=None, hands=hands)
    for seat, hand in hands.items():
        try:
            check_augen(form.rules, seat, hand.augen)
        except ImpossibleResult as refusal:
            yield GameRemark(seat=seat, text=say(refusal), refused=True)
            continue
        for doubt in doubts_of_hand(form.rules, known, result, seat):
            yield GameRemark(seat=seat, text=say(doubt.sentence))


def hands_so_far(form: GameForm) -> Iterator[tuple[int, HandLeft]]:
    """Every loser of whom both are typed: eröffnet?, Augen."""
    for seat in form.seats:
        augen = str(form.data.get(f"augen_{seat.number}", "")).strip()
        opened = str(form.data.get(f"opened_{seat.number}", ""))
        if str(seat.number) == form.data.get("winner") or not augen.isdecimal() or len(augen) > 6:
            continue
        if opened or not form.asks_opened:
            yield seat.number, HandLeft(augen=int(augen), opened=opened == OPENED)


def limits_for_page(rules: RuleSet, players: int) -> dict[str, Any]:
    """The limits of one hand for a page that cannot ask, each with its sentence."""
    known = limits(rules.law, players=players)
    said = _("Möglich sind {least} bis {most} Augen. Bitte nachzählen.")
    most = all_cards(rules.law)
    return {
        "opened": [
            known.opened.least,
            known.opened.most,
            said.format(least=known.opened.least, most=known.opened.most),
        ],
        "unopened": [
            known.unopened.least,
            known.unopened.most,
            _("Nicht eröffnet: {said}").format(
                said=said.format(least=known.unopened.least, most=known.unopened.most)
            ),
        ],
        "most": [most, _("Mehr als {most} Augen gibt es nicht. Bitte neu zählen.").format(most=most)],
    }
