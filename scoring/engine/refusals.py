"""Refusals of the play: every way to break a rule at the table, with its sentence and the field that decides.

Values in sentences: {seat} who moves, {card} what it is about, {meld} the number of a meld on the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.law import Law
from scoring.engine.melds import Flaw
from scoring.sentence import Refusal, Sentence, gettext_noop


class Breach(StrEnum):
    """What was done against the rules."""

    # the deal
    WRONG_SEATS = "wrong_seats"
    WRONG_PACK = "wrong_pack"
    WRONG_DEAL = "wrong_deal"
    NEW_DEAL = "new_deal"
    # whose turn, and when
    OTHER_SEAT = "other_seat"
    GAME_IS_OVER = "game_is_over"
    TURN_IS_OVER = "turn_is_over"
    TURN_NOT_OVER = "turn_not_over"
    # drawing
    DRAW_FIRST = "draw_first"
    DRAWN_ALREADY = "drawn_already"
    OTHER_TOP = "other_top"
    NOT_IN_STOCK = "not_in_stock"
    OTHER_OPEN_CARD = "other_open_card"
    STOCK_ONLY = "stock_only"
    LAST_CARD_CLOSED = "last_card_closed"
    LAST_CARD_FINISHES = "last_card_finishes"
    # the open card
    OPEN_WITH_IT = "open_with_it"
    FITS_NOT_AT_ONCE = "fits_not_at_once"
    USE_IT_OR_PUT_BACK = "use_it_or_put_back"
    MAUSCHELN_TO_FINISH = "mauscheln_to_finish"
    NOTHING_TO_PUT_BACK = "nothing_to_put_back"
    ONLY_PUT_BACK = "only_put_back"
    SAME_CARD_BACK = "same_card_back"
    # laying
    NOTHING_LAID = "nothing_laid"
    NOT_HELD = "not_held"
    NOT_A_MELD = "not_a_meld"
    TOO_MANY_MELDS = "too_many_melds"
    OPENING_TOO_LOW = "opening_too_low"
    OPENING_FAILED = "opening_failed"
    LAY_OFF_UNOPENED = "lay_off_unopened"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    NO_SWAPPING = "no_swapping"
    SWAP_UNOPENED = "swap_unopened"
    SWAP_GROUP_NOT_FULL = "swap_group_not_full"
    NO_JOKER_FOR_IT = "no_joker_for_it"
    JOKER_OWED = "joker_owed"
    SWAP_TAKEN_BACK = "swap_taken_back"
    # the number of cards
    COUNT_IS_RIGHT = "count_is_right"
    RECOUNT_FIRST = "recount_first"
    MENDING_COUNT = "mending_count"
    # going out
    JOKER_DISCARD = "joker_discard"
    DISCARD_NEEDED = "discard_needed"
    NOTHING_TO_DISCARD = "nothing_to_discard"
    SUPER_FROM_HAND = "super_from_hand"
    SUPER_UNOPENED = "super_unopened"
    HAND_NEEDS_ALL = "hand_needs_all"
    NO_SUCH_FINISH = "no_such_finish"
    # the result
    WRONG_RESULT = "wrong_result"
    NO_RESULT_YET = "no_result_yet"
    DRAWN_UNKNOWN = "drawn_unknown"


DECIDES: dict[Breach, tuple[str, str]] = {
    Breach.WRONG_SEATS: (
        "hand_cards",
        gettext_noop(
            "Mit {playing} Spielern an einem Tisch mit {seats} Plätzen wird nach diesen Regeln nicht gespielt."
        ),
    ),
    Breach.WRONG_PACK: ("decks", gettext_noop("Die Karten passen nicht zum Spiel: {finding}")),
    Breach.WRONG_DEAL: (
        "hand_cards",
        gettext_noop("Platz {seat} hat {count} Karten, richtig sind {expected}."),
    ),
    Breach.NEW_DEAL: (
        "new_deal",
        gettext_noop("Mehrere Spieler haben eine falsche Zahl von Karten. Bitte neu geben."),
    ),
    Breach.OTHER_SEAT: (
        "hand_cards",
        gettext_noop("Platz {seat} ist nicht an der Reihe, am Zug ist Platz {turn}."),
    ),
    Breach.GAME_IS_OVER: ("going_out", gettext_noop("Das Spiel ist schon zu Ende.")),
    Breach.TURN_IS_OVER: ("open_card", gettext_noop("Der Zug von Platz {seat} ist schon zu Ende.")),
    Breach.TURN_NOT_OVER: (
        "open_card",
        gettext_noop("Der Zug von Platz {seat} ist nicht zu Ende, es fehlt noch etwas: meist das Ablegen."),
    ),
    Breach.DRAW_FIRST: ("open_card", gettext_noop("Zuerst eine Karte ziehen.")),
    Breach.DRAWN_ALREADY: ("open_card", gettext_noop("Platz {seat} hat in diesem Zug schon gezogen.")),
    Breach.OTHER_TOP: ("decks", gettext_noop("Oben auf dem Stapel liegt {top}, nicht {card}.")),
    Breach.NOT_IN_STOCK: (
        "decks",
        gettext_noop("{card} kann nicht mehr im Stapel liegen; alle sind schon anderswo."),
    ),
    Breach.OTHER_OPEN_CARD: ("open_card", gettext_noop("Offen liegt {top}, nicht {card}.")),
    Breach.STOCK_ONLY: ("wrong_count", gettext_noop("Wer nachzählt, zieht nur vom verdeckten Stapel.")),
    Breach.LAST_CARD_CLOSED: (
        "last_card",
        gettext_noop("Mit nur einer Karte auf der Hand wird vom verdeckten Stapel gezogen."),
    ),
    Breach.LAST_CARD_FINISHES: (
        "last_card",
        gettext_noop(
            "Mit nur einer Karte auf der Hand darf man keine offene Karte nehmen, mit der man fertig werden kann."
        ),
    ),
    Breach.OPEN_WITH_IT: (
        "open_card",
        gettext_noop("Vor dem Eröffnen wird die offene Karte nur genommen, um sofort mit ihr zu eröffnen."),
    ),
    Breach.FITS_NOT_AT_ONCE: (
        "open_card",
        gettext_noop("Die offene Karte {card} passt hier erst, nachdem eine eigene Karte angelegt ist."),
    ),
    Breach.USE_IT_OR_PUT_BACK: (
        "open_card",
        gettext_noop(
            "Die offene Karte {card} ist nicht verwendet. Sie muss zurück, damit ist der Zug vorbei."
        ),
    ),
    Breach.MAUSCHELN_TO_FINISH: (
        "mauscheln",
        gettext_noop(
            "Mauscheln geht nur zum Beenden; nach dem Ablegen bleiben hier noch Karten auf der Hand."
        ),
    ),
    Breach.NOTHING_TO_PUT_BACK: ("open_card", gettext_noop("Es gibt keine offene Karte zum Zurücklegen.")),
    Breach.ONLY_PUT_BACK: (
        "failed_opening",
        gettext_noop(
            "Das Eröffnen ist misslungen: Die offene Karte {card} zurücklegen, damit ist der Zug vorbei."
        ),
    ),
    Breach.SAME_CARD_BACK: (
        "open_card",
        gettext_noop(
            "{card} ist in diesem Zug aufgenommen worden und darf nicht gleich wieder abgelegt werden."
        ),
    ),
    Breach.NOTHING_LAID: ("group_max", gettext_noop("Es ist nichts ausgelegt.")),
    Breach.NOT_HELD: ("decks", gettext_noop("Platz {seat} hat {card} nicht auf der Hand.")),
    Breach.NOT_A_MELD: ("group_max", "{flaw}"),
    Breach.TOO_MANY_MELDS: (
        "melds_per_turn",
        gettext_noop("In einem Zug darf man höchstens {most}-mal auslegen."),
    ),
    Breach.OPENING_TOO_LOW: (
        "opening_augen",
        gettext_noop("Zum Eröffnen braucht es {limit} Augen, hier sind es {value}."),
    ),
    Breach.OPENING_FAILED: (
        "failed_opening",
        gettext_noop(
            "Das Eröffnen ist misslungen: Jetzt bleibt nur, eine Karte abzulegen, aber keinen Joker."
        ),
    ),
    Breach.LAY_OFF_UNOPENED: (
        "layoff_needs_opening",
        gettext_noop("Anlegen darf nur, wer schon eröffnet hat."),
    ),
    Breach.NO_SUCH_MELD: (
        "layoff_needs_opening",
        gettext_noop("Auslage {meld} gibt es nicht; auf dem Tisch liegen {count}."),
    ),
    Breach.DOES_NOT_FIT: ("layoff_needs_opening", "{flaw}"),
    Breach.NO_SWAPPING: ("joker_swap", gettext_noop("Nach diesen Regeln werden keine Joker getauscht.")),
    Breach.SWAP_UNOPENED: ("joker_swap", gettext_noop("Joker tauschen darf nur, wer schon eröffnet hat.")),
    Breach.SWAP_GROUP_NOT_FULL: (
        "swap_needs_full_group",
        gettext_noop("Aus einem Satz wird ein Joker erst getauscht, wenn vier Karten liegen."),
    ),
    Breach.NO_JOKER_FOR_IT: ("joker_swap", gettext_noop("In Auslage {meld} steht kein Joker für {card}.")),
    Breach.JOKER_OWED: (
        "joker_swap",
        gettext_noop("Der eingetauschte Joker muss in demselben Zug ausgelegt oder angelegt werden."),
    ),
    Breach.SWAP_TAKEN_BACK: (
        "joker_swap",
        gettext_noop(
            "Der Tausch ist zurückgenommen: Jetzt bleibt nur, eine Karte abzulegen, aber keinen Joker."
        ),
    ),
    Breach.COUNT_IS_RIGHT: ("wrong_count", gettext_noop("Platz {seat} hat die richtige Zahl von Karten.")),
    Breach.RECOUNT_FIRST: (
        "wrong_count",
        gettext_noop("Eine falsche Zahl von Karten wird am Anfang des Zuges berichtigt, vor dem Ziehen."),
    ),
    Breach.MENDING_COUNT: (
        "wrong_count",
        gettext_noop("Platz {seat} berichtigt in dieser Runde die Zahl der Karten und darf nichts auslegen."),
    ),
    Breach.JOKER_DISCARD: (
        "joker_discard_only_last",
        gettext_noop("Ein Joker darf nur als allerletzte Karte abgelegt werden."),
    ),
    Breach.DISCARD_NEEDED: (
        "going_out",
        gettext_noop("Zum Beenden muss noch eine Karte zum Ablegen übrig sein."),
    ),
    Breach.NOTHING_TO_DISCARD: (
        "going_out",
        gettext_noop(
            "So bliebe keine Karte, die abgelegt werden darf. Bitte eine andere Karte zum Ablegen behalten."
        ),
    ),
    Breach.SUPER_UNOPENED: (
        "going_out",
        gettext_noop(
            "Ohne Ablegen endet nur der Superrommé: vorher nicht eröffnet und alle Karten in einem Zug."
        ),
    ),
    Breach.SUPER_FROM_HAND: (
        "going_out",
        gettext_noop(
            "Ohne Ablegen endet nur der Superrommé: vorher nicht eröffnet, alle Karten ausgelegt, nichts angelegt und nichts getauscht."
        ),
    ),
    Breach.HAND_NEEDS_ALL: (
        "going_out",
        gettext_noop(
            "Für ein Hand-Rommé müssen alle {expected} Karten ausgelegt sein, hier sind es {melded}."
        ),
    ),
    Breach.NO_SUCH_FINISH: (
        "going_out",
        gettext_noop("So kann ein Spiel nach diesen Regeln nicht enden: {finish}."),
    ),
    Breach.WRONG_RESULT: (
        "going_out",
        gettext_noop("Das Ergebnis in der Mitschrift passt nicht zum Spiel. Richtig wäre: {right}."),
    ),
    Breach.NO_RESULT_YET: (
        "going_out",
        gettext_noop("Die Mitschrift nennt ein Ergebnis, aber das Spiel ist nicht zu Ende."),
    ),
    Breach.DRAWN_UNKNOWN: (
        "wrong_count",
        gettext_noop(
            "Am Ende wird nachgezogen, aber der Stapel ist nicht bekannt. Bitte den Stapel in der Mitschrift angeben."
        ),
    ),
}
"""The field of the rule set that decides, and the sentence."""


class Forbidden(Refusal):
    """Something that the rules do not allow at the table, with the paragraph that decides."""

    def __init__(self, breach: Breach, law: Law, /, **values: object) -> None:
        self.breach = breach
        self.field, text = DECIDES[breach]
        flaw = values.get("flaw")
        if isinstance(flaw, Flaw):
            self.field, text, values = flaw.field, flaw.sentence.text, dict(flaw.sentence.values)
        self.paragraph = law.cite(self.field)
        super().__init__(text, **values)


class Mended(StrEnum):
    """What is not forbidden but has to be told: the rules say how it is put right, or how the game goes on."""

    FAILED_OPENING = "failed_opening"
    WRONG_BACK = "wrong_back"
    PILE_TURNED = "pile_turned"
    TOO_MANY_CARDS = "too_many_cards"
    TOO_FEW_CARDS = "too_few_cards"
    DRAWN_UP = "drawn_up"
    JOKERS_KEPT = "jokers_kept"
    SWAP_TAKEN_BACK = "swap_taken_back"
    TAKEN_BACK = "taken_back"
    EXHAUSTED = "exhausted"
    UNFINISHED = "unfinished"


MENDS: dict[Mended, tuple[str, str]] = {
    Mended.FAILED_OPENING: (
        "failed_opening",
        gettext_noop(
            "Platz {seat} hat nicht eröffnet ({value} von {limit} Augen): Alles geht zurück, der Zug ist gleich zu Ende."
        ),
    ),
    Mended.WRONG_BACK: (
        "failed_opening",
        gettext_noop("{melds} geht zurück auf die Hand; was richtig liegt, bleibt liegen."),
    ),
    Mended.PILE_TURNED: (
        "stock_empty",
        gettext_noop("Der Ablagestapel wird umgedreht und ist der neue Stapel."),
    ),
    Mended.TOO_MANY_CARDS: ("wrong_count", gettext_noop("Platz {seat} hat {count} zu viel bekommen.")),
    Mended.TOO_FEW_CARDS: ("wrong_count", gettext_noop("Platz {seat} hat {count} zu wenig bekommen.")),
    Mended.DRAWN_UP: ("wrong_count", gettext_noop("Platz {seat} zieht am Ende nach: {cards}.")),
    Mended.JOKERS_KEPT: (
        "joker_discard_only_last",
        gettext_noop("Platz {seat} hält nur noch Joker: Abgelegt wird nichts, sie bleiben auf der Hand."),
    ),
    Mended.SWAP_TAKEN_BACK: (
        "joker_swap",
        gettext_noop(
            "Platz {seat} kann den eingetauschten Joker nicht legen: Der Tausch gilt nicht, alles liegt wie davor."
        ),
    ),
    Mended.TAKEN_BACK: (
        "open_card",
        gettext_noop(
            "Platz {seat} bringt es nicht zu Ende: Alles geht zurück, auch die offene Karte, der Zug ist vorbei."
        ),
    ),
    Mended.EXHAUSTED: ("stock_empty", gettext_noop("Der Stapel ist aufgebraucht, niemand hat gewonnen.")),
    Mended.UNFINISHED: ("going_out", gettext_noop("Die Mitschrift endet vor dem Ende des Spiels.")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A word beside a turn (number 0: the deal)."""

    mended: Mended
    turn: int
    sentence: Sentence
    paragraph: str


def note(mended: Mended, law: Law, turn: int, /, **values: object) -> Note:
    """A word beside a turn, with the paragraph that it comes from."""
    field, text = MENDS[mended]
    return Note(mended=mended, turn=turn, sentence=Sentence(text, values), paragraph=law.cite(field))
