"""What a rule set prescribes for offences at the table: hands thrown together, a wrong number of cards, a wrong seat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.law import WrongCount
from scoring.points import HandLeft, ImpossibleResult, loose_hand
from scoring.rules import CountAtEnd, RuleSet, WrongSeat
from scoring.sentence import Sentence, gettext_noop


class Noticed(StrEnum):
    """When a wrong number of cards came to light."""

    BEFORE_PLAY = "before_play"
    IN_PLAY = "in_play"
    AT_END = "at_end"


class Remedy(StrEnum):
    """What is done about it at the table."""

    NEW_DEAL = "new_deal"
    SKIP_DRAW = "skip_draw"
    SKIP_DISCARD = "skip_discard"
    DRAW_MORE = "draw_more"
    DRAW_UP = "draw_up"
    COUNT_ALL = "count_all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prescribed:
    """What the rule says: points (≤ 0) and Augen (≥ 0) beside the game, the paragraph, and a sentence to read out."""

    points: int
    augen: int
    paragraph: str
    sentence: Sentence
    referee_needed: bool = False
    voids_series: bool = False
    remedy: Remedy | None = None
    times: int = 0


def prescribe_loose_hand(rules: RuleSet, hand: HandLeft, *, offence: int) -> Prescribed:
    """Regel 15, in the words of the rule set's own figures."""
    value = loose_hand(rules, hand, offence=offence)
    rule = rules.loose_hands
    assert rule is not None
    text = (
        gettext_noop(
            "{offence}. Verstoß, Punktabzug: {points} (davon {extra} zusätzlich). Die Augen gehen von {before} auf {after}."
        )
        if value.referee_needed
        else gettext_noop(
            "{offence}. Verstoß, Punktabzug: {points}. Die Augen gehen von {before} auf {after}."
        )
    )
    sentence = Sentence(
        text,
        {
            "offence": offence,
            "points": f"−{-value.points}",
            "extra": f"−{rule.extra_from_then}",
            "before": hand.augen,
            "after": hand.augen + value.augen,
        },
    )
    return Prescribed(
        points=value.points,
        augen=value.augen,
        paragraph=rules.source("loose_hands.points_less").paragraph,
        sentence=sentence,
        referee_needed=value.referee_needed,
    )


def prescribe_wrong_seat(rules: RuleSet) -> Prescribed:
    """Who played at a wrong table or seat scores nothing there; the others keep theirs."""
    if rules.offences is None or rules.offences.wrong_seat is WrongSeat.NONE:
        raise ImpossibleResult(
            gettext_noop(
                "„{rules}“ sagt nichts über einen falschen Platz: Bitte Punktabzug oder Verwarnung wählen."
            ),
            rules=rules.name,
        )
    return Prescribed(
        points=0,
        augen=0,
        paragraph=rules.source("offences.wrong_seat").paragraph,
        sentence=Sentence(
            gettext_noop(
                "Wer am falschen Tisch oder Platz gespielt hat, bekommt für diese Serie 0 Punkte. Die anderen behalten ihre."
            ),
            {},
        ),
        voids_series=True,
    )


def prescribe_wrong_count(
    rules: RuleSet, *, cards: int, playing: int, noticed: Noticed, several: bool = False, extra_augen: int = 0
) -> Prescribed:
    """How a wrong number of cards is put right.

    `cards` is what the hand holds before drawing; `several` says that more than one hand is wrong. `extra_augen`
    are those of cards over the number that do not stand on the list yet: at the end all cards are counted.
    """
    law = rules.law
    right = law.hand_cards[playing]
    surplus = cards - right
    if not surplus:
        raise ImpossibleResult(
            gettext_noop("{cards} Karten sind die richtige Zahl: Es gibt nichts zu berichtigen."), cards=cards
        )
    remedy = remedy_of(rules, surplus, noticed, several)
    if extra_augen and remedy is not Remedy.COUNT_ALL:
        raise ImpossibleResult(
            gettext_noop(
                "Augen kommen nur dazu, wenn am Ende zu viele Karten in der Hand sind: Bitte das Feld leer lassen."
            )
        )
    paragraph = law.cite("wrong_count")
    if noticed is Noticed.AT_END and rules.offences is not None:
        paragraph = rules.source("offences.count_at_end").paragraph
    text = SAID[remedy]
    if remedy is Remedy.SKIP_DRAW and law.wrong_count is WrongCount.SKIP_DRAW_OR_DISCARD:
        text = gettext_noop(
            "Zu viele Karten ({cards} statt {right}): {count}-mal nicht ziehen, und solange nicht eröffnen, auslegen, anlegen oder tauschen."
        )
    return Prescribed(
        points=0,
        augen=extra_augen,
        paragraph=paragraph,
        sentence=Sentence(
            text, {"count": abs(surplus), "cards": cards, "right": right, "augen": extra_augen}
        ),
        remedy=remedy,
        times=0 if remedy is Remedy.NEW_DEAL else abs(surplus),
    )


def remedy_of(rules: RuleSet, surplus: int, noticed: Noticed, several: bool) -> Remedy:
    """The one thing that the law says for this case."""
    law = rules.law
    anew = several and law.wrong_count is WrongCount.SKIP_DRAW_OR_DRAW
    if law.wrong_count is WrongCount.NONE or noticed is Noticed.BEFORE_PLAY:
        return Remedy.NEW_DEAL
    if noticed is Noticed.AT_END:
        if rules.offences is None or rules.offences.count_at_end is CountAtEnd.NONE:
            raise ImpossibleResult(
                gettext_noop(
                    "„{rules}“ sagt nichts über eine falsche Kartenzahl am Ende: Bitte frei entscheiden."
                ),
                rules=rules.name,
            )
        return Remedy.COUNT_ALL if surplus > 0 else Remedy.DRAW_UP
    if anew:
        return Remedy.NEW_DEAL
    if surplus > 0:
        return Remedy.SKIP_DRAW
    return Remedy.SKIP_DISCARD if law.wrong_count is WrongCount.SKIP_DRAW_OR_DISCARD else Remedy.DRAW_MORE


SAID = {
    Remedy.NEW_DEAL: gettext_noop(
        "Falsche Kartenzahl ({cards} statt {right}): Es wird neu gegeben, nichts wird eingetragen."
    ),
    Remedy.SKIP_DRAW: gettext_noop(
        "Zu viele Karten ({cards} statt {right}): {count}-mal nicht ziehen, und in dieser Runde nicht auslegen."
    ),
    Remedy.SKIP_DISCARD: gettext_noop(
        "Zu wenige Karten ({cards} statt {right}): {count}-mal nicht ablegen, und solange nicht eröffnen, auslegen, anlegen oder tauschen."
    ),
    Remedy.DRAW_MORE: gettext_noop(
        "Zu wenige Karten ({cards} statt {right}): {count} nachziehen, und in dieser Runde nicht auslegen."
    ),
    Remedy.DRAW_UP: gettext_noop(
        "Am Ende zu wenige Karten ({cards} statt {right}): {count} vom verdeckten Stapel nachziehen, dann zählen."
    ),
    Remedy.COUNT_ALL: gettext_noop(
        "Am Ende zu viele Karten ({cards} statt {right}): Alle werden gezählt. Noch nicht auf der Liste: {augen} Augen."
    ),
}
