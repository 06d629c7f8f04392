"""What each value of a rule set is about, for the left column of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.engine.law import Finish
from scoring.rules.schema import DESCRIBED

TITLES: Mapping[str, Any] = {
    "cards": gettext_lazy("Karten"),
    "table": gettext_lazy("Tische"),
    "melds": gettext_lazy("Auslagen"),
    "turn": gettext_lazy("Der Spielzug"),
    "points": gettext_lazy("Wertungspunkte"),
    "loose_hands": gettext_lazy("Zusammengeworfene Karten"),
    "offences": gettext_lazy("Verstöße"),
    "series": gettext_lazy("Serie"),
    "ranking": gettext_lazy("Rangliste"),
    "loss_money": gettext_lazy("Verlustgeld"),
    "at_table": gettext_lazy("Am Tisch: Geben, Halten, Zählen"),
    "decided": gettext_lazy("Was die Texte offen lassen"),
}

LABELLED: Mapping[str, Any] = {
    "cards.decks": gettext_lazy("Kartenspiele"),
    "cards.jokers": gettext_lazy("Joker"),
    "cards.joker_held": gettext_lazy("Ein Joker in der Hand zählt"),
    "cards.ace_held": gettext_lazy("Ein Ass in der Hand zählt"),
    "cards.court_held": gettext_lazy("König, Dame, Bube zählen"),
    **{place: gettext_lazy(what.label) for place, what in DESCRIBED.items()},
    "table.hand_cards": gettext_lazy("Jeder bekommt"),
    "melds.ace_in_run": gettext_lazy("Das Ass in einer Folge"),
    "melds.ace_low_melded": gettext_lazy("Ein Ass vor der 2 zählt"),
    "melds.ace_high_melded": gettext_lazy("Ein Ass neben dem König oder im Satz zählt"),
    "melds.group_max": gettext_lazy("Ein Satz hat"),
    "melds.joker_share": gettext_lazy("Joker in einer Auslage"),
    "melds.jokers_adjacent": gettext_lazy("Joker nebeneinander"),
    "turn.opening_augen": gettext_lazy("Eröffnen"),
    "turn.melds_per_turn": gettext_lazy("Auslagen in einem Zug"),
    "turn.layoff_needs_opening": gettext_lazy("Anlegen"),
    "turn.open_card": gettext_lazy("Die offene Karte"),
    "turn.last_card": gettext_lazy("Mit einer Karte in der Hand"),
    "turn.mauscheln": gettext_lazy("Mauscheln"),
    "turn.joker_swap": gettext_lazy("Joker tauschen"),
    "turn.swap_needs_full_group": gettext_lazy("Joker aus einem Satz"),
    "turn.joker_discard_only_last": gettext_lazy("Joker ablegen"),
    "turn.failed_opening": gettext_lazy("Eröffnung misslungen"),
    "turn.going_out": gettext_lazy("Spiel beenden"),
    "turn.stock_empty": gettext_lazy("Stapel aufgebraucht"),
    "turn.hand_below_opening": gettext_lazy("Hand-Rommé unter dem Wert zum Eröffnen"),
    "turn.super_with_layoffs": gettext_lazy("Anlegen und Tauschen im Superrommé"),
    "turn.wrong_count": gettext_lazy("Falsche Kartenzahl"),
    "turn.mending_bars": gettext_lazy("Wie lange dann nichts ausgelegt wird"),
    "turn.new_deal": gettext_lazy("Neu gegeben wird"),
    "ranking.measures": gettext_lazy("Es entscheiden"),
}

# Every label in the order of the sections.
LABELS: Mapping[str, Any] = {
    place: label
    for section in TITLES
    for place, label in LABELLED.items()
    if place.partition(".")[0] == section
}

# How a game can end, in words.
FINISHES = {
    Finish.PLAIN: gettext_lazy("Rommé"),
    Finish.HAND_WITH_LAYOFF: gettext_lazy("Hand-Rommé mit Anlegen"),
    Finish.HAND: gettext_lazy("Hand-Rommé"),
    Finish.SUPER: gettext_lazy("Superrommé"),
    Finish.EXHAUSTED: gettext_lazy("Stapel leer"),
}
