"""What a rule set prescribes for offences at the table: hands thrown together, a wrong number of cards, a wrong seat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.law import Law, MendingBars, NewDeal, WrongCount
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
    CARD_BACK = "card_back"


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


def as_the_order(rules: RuleSet, paragraph: str) -> str:
    """A paragraph of the federation's order, by its own number there and by name elsewhere."""
    return paragraph if rules.law.cite("wrong_count").startswith("§") else f"wie Verbandsordnung {paragraph}"


def prescribe_card_shown(rules: RuleSet) -> Prescribed:
    """A card turned up in dealing, by the dealer's fault or also by his: a new deal, and nothing is entered."""
    text = gettext_noop(
        "Beim Geben ist eine Karte offen geworden, durch die Schuld des Gebers oder auch durch seine: Es wird neu gegeben, nichts wird eingetragen."
    )
    return Prescribed(
        points=0,
        augen=0,
        paragraph=as_the_order(rules, "§4.7"),
        sentence=Sentence(text),
        remedy=Remedy.NEW_DEAL,
    )


def prescribe_out_of_turn(rules: RuleSet) -> Prescribed:
    """A card taken by somebody who was not to move: back to the same place, and the game goes on."""
    text = gettext_noop(
        "Die Karte kommt an dieselbe Stelle zurück, und wer an der Reihe ist, spielt weiter. Es kostet keine Punkte."
    )
    return Prescribed(
        points=0,
        augen=0,
        paragraph=as_the_order(rules, "§5.10"),
        sentence=Sentence(text),
        remedy=Remedy.CARD_BACK,
    )


def prescribe_wrong_count(
    rules: RuleSet,
    *,
    cards: int,
    playing: int,
    noticed: Noticed,
    lying: int = 0,
    several: bool = False,
    extra_augen: int = 0,
) -> Prescribed:
    """How a wrong number of cards is put right.

    `cards` is what the hand holds before drawing, `lying` what this player has laid from it, melded and laid off: both
    together are the cards that he was dealt. A swap changes neither. `several` says that more than one hand is wrong.
    `extra_augen` are those of cards over the number that do not stand on the list yet: at the end all are counted.
    """
    law = rules.law
    right = law.hand_cards[playing]
    surplus = cards + lying - right
    if not surplus:
        raise ImpossibleResult(
            gettext_noop("{count}: Das ist die richtige Zahl. Es gibt nichts zu berichtigen."),
            count=count_told_at_table(cards, lying, right),
        )
    if noticed is Noticed.BEFORE_PLAY and lying:
        raise ImpossibleResult(
            gettext_noop(
                "Vor dem ersten Zug kann noch nichts ausgelegt sein: Bitte ändern, wann es aufgefallen ist."
            )
        )
    remedy = remedy_of(rules, surplus, noticed, several)
    if extra_augen and remedy is not Remedy.COUNT_ALL:
        raise ImpossibleResult(
            gettext_noop(
                "Augen kommen nur dazu, wenn am Ende zu viele Karten in der Hand sind: Bitte das Feld leer lassen."
            )
        )
    return Prescribed(
        points=0,
        augen=extra_augen,
        paragraph=paragraph_of_remedy(rules, remedy, noticed),
        sentence=Sentence(
            remedy_in_words(law, remedy),
            {"times": abs(surplus), "count": count_told_at_table(cards, lying, right), "augen": extra_augen},
        ),
        remedy=remedy,
        times=0 if remedy is Remedy.NEW_DEAL else abs(surplus),
    )


def count_told_at_table(cards: int, lying: int, right: int) -> Sentence:
    """The count as it was told: the hand alone, or the hand with what lies."""
    values = {"cards": cards, "lying": lying, "all": cards + lying, "right": right}
    if lying:
        return Sentence(
            gettext_noop("{cards} auf der Hand und {lying} auf dem Tisch sind {all} Karten statt {right}"),
            values,
        )
    return Sentence(gettext_noop("{cards} Karten statt {right}"), values)


def paragraph_of_remedy(rules: RuleSet, remedy: Remedy, noticed: Noticed) -> str:
    """Where the remedy stands: the new deal has a place of its own, and so has the end of the game."""
    if remedy is Remedy.NEW_DEAL:
        return rules.source("turn.new_deal").paragraph
    if noticed is Noticed.AT_END and rules.offences is not None:
        return rules.source("offences.count_at_end").paragraph
    return rules.law.cite("wrong_count")


def remedy_of(rules: RuleSet, surplus: int, noticed: Noticed, several: bool) -> Remedy:
    """The one thing that the law says for this case."""
    law = rules.law
    anew = several and law.new_deal is NewDeal.OR_SEVERAL
    if law.new_deal is NewDeal.ALWAYS or noticed is Noticed.BEFORE_PLAY or anew:
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
    if surplus > 0:
        return Remedy.SKIP_DRAW
    return Remedy.SKIP_DISCARD if law.wrong_count is WrongCount.SKIP_DRAW_OR_DISCARD else Remedy.DRAW_MORE


def remedy_in_words(law: Law, remedy: Remedy) -> str:
    """The sentence of a remedy; how long nothing is laid meanwhile is a reading of the rule set."""
    if law.mending_bars is MendingBars.GAME and remedy in BARRED_FOR_THE_GAME:
        remedies = BARRED_FOR_THE_GAME
    else:
        remedies = SAID
    if remedy is Remedy.SKIP_DRAW and law.wrong_count is WrongCount.SKIP_DRAW_OR_DRAW:
        return SKIP_DRAW_AND_LAY_OFF[law.mending_bars]
    return remedies[remedy]


SAID = {
    Remedy.NEW_DEAL: gettext_noop("{count}: Es wird neu gegeben, nichts wird eingetragen."),
    Remedy.SKIP_DRAW: gettext_noop(
        "{count}: {times}-mal nicht ziehen, nur ablegen. In diesen Zügen nicht eröffnen, auslegen, anlegen oder tauschen."
    ),
    Remedy.SKIP_DISCARD: gettext_noop(
        "{count}: {times}-mal ziehen und nicht ablegen. In diesen Zügen nicht eröffnen, auslegen, anlegen oder tauschen."
    ),
    Remedy.DRAW_MORE: gettext_noop(
        "{count}: Im nächsten Zug {times} mehr ziehen und in diesem Zug nichts auslegen."
    ),
    Remedy.DRAW_UP: gettext_noop(
        "Am Ende {count}: {times} vom verdeckten Stapel nachziehen, dann alle Karten auf der Hand zählen."
    ),
    Remedy.COUNT_ALL: gettext_noop(
        "Am Ende {count}: Alle Karten auf der Hand werden gezählt. Noch nicht auf der Liste: {augen} Augen."
    ),
}
BARRED_FOR_THE_GAME = {
    Remedy.SKIP_DRAW: gettext_noop(
        "{count}: {times}-mal nicht ziehen, nur ablegen. Bis zum Ende des Spiels nicht eröffnen, auslegen, anlegen oder tauschen."
    ),
    Remedy.SKIP_DISCARD: gettext_noop(
        "{count}: {times}-mal ziehen und nicht ablegen. Bis zum Ende des Spiels nicht eröffnen, auslegen, anlegen oder tauschen."
    ),
    Remedy.DRAW_MORE: gettext_noop(
        "{count}: Im nächsten Zug {times} mehr ziehen, und bis zum Ende des Spiels nichts auslegen."
    ),
}
SKIP_DRAW_AND_LAY_OFF = {
    MendingBars.TURN: gettext_noop(
        "{count}: {times}-mal nicht ziehen, nur ablegen. In diesen Zügen nichts auslegen."
    ),
    MendingBars.GAME: gettext_noop(
        "{count}: {times}-mal nicht ziehen, nur ablegen. Bis zum Ende des Spiels nichts auslegen."
    ),
}
