"""What the pages say in words: how a tournament stands, how long a series is, what the ranking compares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import RuleSet
from scoring.selectors import rules_of
from scoring.standings import MEASURES
from tournaments.event.core.dealing import games_of_series, played_games
from tournaments.models import Tournament


class Badge(TypedDict):
    """What parts/badge.html draws."""

    state: str
    label: str


def status_badge(tournament: Tournament) -> Badge:
    """How the tournament stands, as a shape and a word."""
    state = {
        Tournament.Status.SETUP: "draft",
        Tournament.Status.RUNNING: "running",
        Tournament.Status.FINISHED: "final",
    }[Tournament.Status(tournament.status)]
    return {"state": state, "label": str(tournament.get_status_display())}


def rounds_in_words(tournament: Tournament) -> str:
    """How long a series is, said for the tables that there are."""
    rules = rules_of(tournament.rule_set)
    if tournament.target is not None:
        return _("gespielt wird bis {target} Punkte").format(target=tournament.target)
    return games_in_words(rules, tournament.rounds, preferred=tournament.table_size)


def games_in_words(rules: RuleSet, rounds: int, *, preferred: int) -> str:
    """As „5 Runden: 20 Spiele am Vierertisch, 15 am Dreiertisch, jeder spielt 15“."""
    said = ngettext("{rounds} Runde", "{rounds} Runden", rounds).format(rounds=rounds)
    if set(rules.table.sizes) == {3, 4}:
        return _("{said}: {four} Spiele am Vierertisch, {three} am Dreiertisch, jeder spielt {each}").format(
            said=said,
            four=games_of_series(4, rounds, one_deal=rules.series.one_deal),
            three=games_of_series(3, rounds, one_deal=rules.series.one_deal),
            each=played_games(4, rounds, rules.table.dealer_sits_out(4)),
        )
    if rules.series.one_deal:
        return _("{said}, jede ist ein Spiel").format(said=said)
    return _("{said}: {games} Spiele am Tisch zu {size}").format(
        said=said, games=games_of_series(preferred, rounds), size=preferred
    )


def rounds_in_short(rounds: int, rules: RuleSet, *, size: int) -> str:
    """As „5 Runden: jeder spielt 15“, or „5 Runden: 20 Spiele“ where everybody plays every game."""
    said = ngettext("{rounds} Runde", "{rounds} Runden", rounds).format(rounds=rounds)
    if rules.table.dealer_sits_out(size):
        return _("{said}: jeder spielt {each}").format(said=said, each=played_games(size, rounds, True))
    if rules.series.one_deal:
        return said
    return _("{said}: {games} Spiele").format(said=said, games=games_of_series(size, rounds))


def measures_in_words(rules: RuleSet) -> str:
    """What decides, in its order."""
    return _(", dann ").join(_(MEASURES[measure].most) for measure in rules.measures)


def sizes_in_words(rules: RuleSet) -> str:
    """How many sit together, and whether the dealer plays."""
    if set(rules.table.sizes) == {3, 4}:
        return _("Gespielt wird zu viert, der Geber setzt aus; zu dritt nur, wenn es nicht aufgeht.")
    return _("Gespielt wird zu {first} bis {last}, alle spielen mit.").format(
        first=min(rules.table.sizes), last=max(rules.table.sizes)
    )


def tables_in_words(by_size: Iterable[tuple[int, int]]) -> str:
    """As „8 Tische zu viert, 3 Tische zu dritt“."""
    places = {2: _("zu zweit"), 3: _("zu dritt"), 4: _("zu viert"), 5: _("zu fünft"), 6: _("zu sechst")}
    return ", ".join(
        ngettext("{count} Tisch {size}", "{count} Tische {size}", count).format(
            count=count, size=places[size]
        )
        for size, count in by_size
    )


def numbers(tables: Sequence[int]) -> str:
    """As „3“, „3 und 7“, „3, 7 und 9“."""
    if len(tables) < 2:
        return "".join(map(str, tables))
    return _("{first} und {last}").format(first=", ".join(map(str, tables[:-1])), last=tables[-1])


MINUS = "−"
