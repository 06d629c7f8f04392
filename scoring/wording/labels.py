"""What each value of a rule set is about, for the left column of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.engine.law import Finish

LABELS: Mapping[str, Any] = {
    "cards.decks": _("Kartenspiele"),
    "cards.jokers": _("Joker"),
    "cards.joker_held": _("Ein Joker in der Hand zählt"),
    "cards.ace_held": _("Ein As in der Hand zählt"),
    "cards.court_held": _("König, Dame, Bube zählen"),
    "table.sizes": _("Am Tisch sitzen"),
    "table.preferred_size": _("Am liebsten"),
    "table.dealer_sits_out_at": _("Der Geber"),
    "table.hand_cards": _("Jeder bekommt"),
    "melds.ace_in_run": _("Das As in einer Folge"),
    "melds.ace_low_melded": _("Ein As vor der 2 zählt"),
    "melds.ace_high_melded": _("Ein As neben dem König oder im Satz zählt"),
    "melds.group_max": _("Ein Satz hat"),
    "melds.joker_share": _("Joker in einer Auslage"),
    "melds.jokers_adjacent": _("Joker nebeneinander"),
    "turn.opening_augen": _("Eröffnen"),
    "turn.melds_per_turn": _("Auslagen in einem Zug"),
    "turn.layoff_needs_opening": _("Anlegen"),
    "turn.open_card": _("Die offene Karte"),
    "turn.last_card": _("Mit einer Karte in der Hand"),
    "turn.mauscheln": _("Mauscheln"),
    "turn.joker_swap": _("Joker tauschen"),
    "turn.swap_needs_full_group": _("Joker aus einem Satz"),
    "turn.joker_discard_only_last": _("Joker ablegen"),
    "turn.failed_opening": _("Eröffnung misslungen"),
    "turn.going_out": _("Spiel beenden"),
    "turn.stock_empty": _("Stapel aufgebraucht"),
    "turn.wrong_count": _("Falsche Kartenzahl"),
    "points.hand": _("Hand-Rommé"),
    "points.hand_with_layoff": _("Hand-Rommé mit Anlegen oder Tauschen"),
    "points.plain": _("Rommé"),
    "points.super": _("Superrommé"),
    "points.opened": _("Verloren, eröffnet"),
    "points.unopened": _("Verloren, nicht eröffnet"),
    "loose_hands.points_less": _("Abzug"),
    "loose_hands.lift_to_next_bracket": _("Augen"),
    "loose_hands.referee_from_offence": _("Schiedsrichter oder Spielleitung"),
    "loose_hands.extra_from_then": _("Von da an zusätzlich"),
    "loose_hands.count_over": _("Gezählt wird"),
    "offences.wrong_seat": _("Falscher Tisch oder Platz"),
    "offences.count_at_end": _("Falsche Kartenzahl am Ende"),
    "series.endings": _("Gespielt wird"),
    "series.rounds": _("Eine Serie hat"),
    "series.time_limit_minutes": _("Zeit für eine Serie"),
    "series.objection_minutes": _("Einspruch"),
    "ranking.measures": _("Es entscheiden"),
    "loss_money.enabled": _("Verlustgeld"),
    "loss_money.counts": _("Bezahlt wird"),
    "loss_money.first_games": _("Günstigere Spiele"),
    "loss_money.first_cents": _("Jedes davon kostet"),
    "loss_money.later_cents": _("Jedes weitere kostet"),
}

TITLES: Mapping[str, Any] = {
    "cards": _("Karten"),
    "table": _("Am Tisch"),
    "melds": _("Auslagen"),
    "turn": _("Der Spielzug"),
    "points": _("Wertungspunkte"),
    "loose_hands": _("Zusammengeworfene Karten"),
    "offences": _("Verstöße"),
    "series": _("Serie"),
    "ranking": _("Rangliste"),
    "loss_money": _("Verlustgeld"),
}

# How a game can end, in words.
FINISHES = {
    Finish.PLAIN: _("Rommé"),
    Finish.HAND_WITH_LAYOFF: _("Hand-Rommé mit Anlegen"),
    Finish.HAND: _("Hand-Rommé"),
    Finish.SUPER: _("Superrommé"),
    Finish.EXHAUSTED: _("Talon leer"),
}
