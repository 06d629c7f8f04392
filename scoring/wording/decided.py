"""What the texts leave open and no value of a rule set says: how the program has decided, shown as a reading (Lesart).

Each has its decision page: 0040, 0051, 0052, 0054, 0056, 0170, 0171, 0355.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from scoring.engine.law import OpenCard, StockEmpty
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """One reading, and the rule sets that it belongs to."""

    name: str
    label: str
    text: str
    belongs: Callable[[RuleSet], bool]


DECIDED = (
    Decided(
        name="shape",
        label=gettext_noop("Auslagen"),
        text=gettext_noop(
            "Beurteilt wird, wie sie am Ende liegen: Ein Joker und die Karte daneben dürfen zusammen angelegt werden. Was in einem Zug zusammen hingelegt wird, wird zusammen beurteilt."
        ),
        belongs=lambda _rules: True,
    ),
    Decided(
        name="opening_value",
        label=gettext_noop("Der Wert zum Eröffnen"),
        text=gettext_noop(
            "zählt die eigenen Karten und die gezogene; ein eingetauschter Joker hilft nicht dazu."
        ),
        belongs=lambda rules: rules.law.opening_augen > 0,
    ),
    Decided(
        name="failed_opening",
        label=gettext_noop("Zu wenig zum Eröffnen ausgelegt"),
        text=gettext_noop(
            "ist nichts Verbotenes: Es folgt nur, was unter „Eröffnung misslungen“ steht. Eine offene Karte, die dafür genommen wurde, geht zurück, und der Zug ist vorbei."
        ),
        belongs=lambda rules: rules.law.opening_augen > 0 and rules.law.open_card is OpenCard.MUST_USE,
    ),
    Decided(
        name="failed_opening_in_hand",
        label=gettext_noop("Zu wenig zum Eröffnen ausgelegt"),
        text=gettext_noop(
            "ist nichts Verbotenes: Es folgt nur, was unter „Eröffnung misslungen“ steht. Eine offene Karte, die dafür genommen wurde, bleibt auf der Hand oder wird abgelegt."
        ),
        belongs=lambda rules: rules.law.opening_augen > 0 and rules.law.open_card is not OpenCard.MUST_USE,
    ),
    Decided(
        name="open_card_by_place",
        label=gettext_noop("Die offene Karte „sofort“ verwenden"),
        text=gettext_noop(
            "Es entscheidet, wo sie am Ende liegt, nicht die Reihenfolge: ausgelegt, eingetauscht oder neben dem, was schon lag. Liegt eine eigene Karte dazwischen, ist es Mauscheln."
        ),
        belongs=lambda rules: rules.law.open_card is OpenCard.MUST_USE,
    ),
    Decided(
        name="own_joker_swapped",
        label=gettext_noop("Einen eben gelegten Joker tauschen"),
        text=gettext_noop(
            "ist erlaubt, hilft aber der offenen Karte nicht: Auch für sie zählt nur, wo sie am Ende liegt. Ist sie selbst der Joker, der wieder herauskommt, muss sie noch einmal verwendet werden."
        ),
        belongs=lambda rules: rules.law.open_card is OpenCard.MUST_USE and rules.law.joker_swap,
    ),
    Decided(
        name="two_jokers_two_places",
        label=gettext_noop("Einen Joker aufnehmen und einen eintauschen"),
        text=gettext_noop(
            "Beide müssen in diesem Zug auf den Tisch; ein einziger gelegter Joker reicht nicht für beide."
        ),
        belongs=lambda rules: rules.law.open_card is OpenCard.MUST_USE and rules.law.joker_swap,
    ),
    Decided(
        name="put_back",
        label=gettext_noop("Die offene Karte passt nirgends"),
        text=gettext_noop(
            "Dann geht sie zurück und der Zug ist vorbei; was daneben richtig ausgelegt wurde, bleibt liegen. Ein Mauscheln, das nicht zum Ende führt, wird ganz zurückgenommen."
        ),
        belongs=lambda rules: rules.law.open_card is OpenCard.MUST_USE,
    ),
    Decided(
        name="swap_back",
        label=gettext_noop("Ein eingetauschter Joker passt nirgends"),
        text=gettext_noop(
            "Dann gilt der Tausch nicht: Alles liegt wie davor, und es bleibt nur, eine Karte abzulegen."
        ),
        belongs=lambda rules: rules.law.joker_swap,
    ),
    Decided(
        name="jokers_kept",
        label=gettext_noop("Nur noch Joker auf der Hand"),
        text=gettext_noop(
            "Wer nach dem Ziehen nur Joker hält, legt keinen ab, außer als allerletzte Karte: Was passt, darf angelegt werden, der Rest bleibt, und der Zug ist vorbei."
        ),
        belongs=lambda rules: rules.law.jokers > 0 and rules.law.joker_discard_only_last,
    ),
    Decided(
        name="keep_a_discard",
        label=gettext_noop("Eine Karte zum Ablegen"),
        text=gettext_noop(
            "Wer ablegen muss, darf nicht so viel auslegen, dass nur Karten bleiben, die er nicht ablegen darf."
        ),
        belongs=lambda _rules: True,
    ),
    Decided(
        name="last_turn",
        label=gettext_noop("Die letzte Karte des Stapels"),
        text=gettext_noop(
            "Der Zug, in dem sie gezogen wird, wird zu Ende gespielt und darf das Spiel beenden. Danach ist das Spiel aus."
        ),
        belongs=lambda rules: rules.law.stock_empty is StockEmpty.GAME_OVER,
    ),
    Decided(
        name="no_end",
        label=gettext_noop("Ein Spiel ohne Ende"),
        text=gettext_noop(
            "Der Ablagestapel wird umgedreht, so oft es nötig ist; ein Ende ohne Sieger kennt das Blatt nicht."
        ),
        belongs=lambda rules: rules.law.stock_empty is StockEmpty.TURN_OVER,
    ),
    Decided(
        name="round_closed",
        label=gettext_noop("Eine Runde ist abgeschlossen,"),
        text=gettext_noop(
            "wenn ihr letztes Spiel richtig eingetragen ist. Danach ändert nur ein Schiedsrichter etwas; den letzten Eintrag selbst darf die Liste berichtigen, bis die nächste Runde beginnt, am Ende der Serie bis alle unterschrieben haben. Für falsch Gegebenes gilt dasselbe."
        ),
        belongs=lambda rules: not rules.series.one_deal,
    ),
    Decided(
        name="penalty_beside",
        label=gettext_noop("Eine Strafe"),
        text=gettext_noop("steht neben dem Spiel: Sie macht kein Kreuz und kostet kein Verlustgeld."),
        belongs=lambda rules: rules.loose_hands is not None,
    ),
)


def decided_for(rules: RuleSet) -> Iterator[Decided]:
    """The readings that belong to a rule set."""
    return (one for one in DECIDED if one.belongs(rules))
