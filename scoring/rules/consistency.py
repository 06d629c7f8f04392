"""Refuses rule sets whose values contradict each other, each with a sentence that says what to mend."""

from __future__ import annotations

from itertools import pairwise

from scoring.engine.law import GoingOut, JokerShare
from scoring.rules.schema import Bracket, Ending, Measure, RulesError, RuleSet
from scoring.sentence import gettext_noop as _


def check(rules: RuleSet) -> None:
    """Stop at the first thing that cannot be."""
    check_cards(rules)
    check_table(rules)
    check_series(rules)
    if rules.points is not None:
        check_brackets(rules.points.opened, "points.opened")
        check_brackets(rules.points.unopened, "points.unopened")
        check_finishes(rules)
    if rules.loss_money is not None:
        for name in ("first_games", "first_cents", "later_cents"):
            at_least(getattr(rules.loss_money, name), 0, f"loss_money.{name}")


def at_least(value: int, least: int, place: str) -> None:
    if value < least:
        raise RulesError(
            _("{place}: {value} ist zu klein, mindestens {least}."), place=place, value=value, least=least
        )


def check_cards(rules: RuleSet) -> None:
    law = rules.law
    at_least(law.decks, 1, "cards.decks")
    at_least(law.jokers, 0, "cards.jokers")
    for name in ("joker_held", "ace_held", "court_held"):
        at_least(getattr(law, name), 0, f"cards.{name}")
    at_least(law.opening_augen, 0, "turn.opening_augen")
    at_least(law.melds_per_turn, 0, "turn.melds_per_turn")
    if not 3 <= law.group_max <= 4:
        raise RulesError(_("melds.group_max: ein Satz hat 3 oder 4 Karten."))
    if law.jokers and law.joker_share is JokerShare.NONE:
        raise RulesError(
            _(
                "melds.joker_share: mit Jokern im Spiel braucht es eine Regel, wie viele eine Auslage haben darf."
            )
        )
    deck = 52 * law.decks + law.jokers
    for players, cards in law.hand_cards.items():
        if players * cards >= deck:
            raise RulesError(
                _(
                    "table.hand_cards: {players} Spieler mit je {cards} Karten sind mehr, als das Spiel hat ({deck})."
                ),
                players=players,
                cards=cards,
                deck=deck,
            )


def check_table(rules: RuleSet) -> None:
    table = rules.table
    if not table.sizes or min(table.sizes) < 2 or max(table.sizes) > 6:
        raise RulesError(_("table.sizes: ein Tisch hat 2 bis 6 Plätze."))
    if table.preferred_size not in table.sizes:
        raise RulesError(
            _("table.preferred_size: {size} steht nicht unter den Tischgrößen."), size=table.preferred_size
        )
    for size in table.sizes:
        playing = size - 1 if table.dealer_sits_out(size) else size
        if playing not in rules.law.hand_cards:
            raise RulesError(
                _("table.hand_cards: für {playing} Mitspieler fehlt die Zahl der Handkarten."),
                playing=playing,
            )


def check_series(rules: RuleSet) -> None:
    at_least(rules.series.rounds, 1, "series.rounds")
    at_least(rules.series.time_limit_minutes, 0, "series.time_limit_minutes")
    at_least(rules.series.objection_minutes, 0, "series.objection_minutes")
    if Ending.ROUNDS not in rules.series.endings:
        raise RulesError(_("series.endings: eine feste Zahl von Runden muss immer möglich sein."))
    if not rules.measures or len(set(rules.measures)) != len(rules.measures):
        raise RulesError(_("ranking.measures: jede Wertung steht genau einmal in der Liste."))
    if Measure.LOT in rules.measures[:-1]:
        raise RulesError(_("ranking.measures: das Los entscheidet zuletzt."))


def check_brackets(brackets: tuple[Bracket, ...], place: str) -> None:
    """Brackets run from 0 upwards without a gap and without an overlap; the last is open above."""
    if not brackets or brackets[0].first != 0:
        raise RulesError(_("{place}: die erste Stufe beginnt bei 0 Augen."), place=place)
    for lower, upper in pairwise(brackets):
        if lower.last is None:
            raise RulesError(_("{place}: nur die letzte Stufe ist nach oben offen."), place=place)
        if lower.last < lower.first:
            raise RulesError(
                _("{place}: die Stufe von {first} bis {last} endet vor ihrem Anfang."),
                place=place,
                first=lower.first,
                last=lower.last,
            )
        if upper.first <= lower.last:
            raise RulesError(
                _(
                    "{place}: die Stufen bis {last} und ab {first} überschneiden sich. Die nächste Stufe muss bei {next} beginnen."
                ),
                place=place,
                last=lower.last,
                first=upper.first,
                next=lower.last + 1,
            )
        if upper.first > lower.last + 1:
            raise RulesError(
                _(
                    "{place}: zwischen {last} und {first} Augen ist eine Lücke. Die nächste Stufe muss bei {next} beginnen."
                ),
                place=place,
                last=lower.last,
                first=upper.first,
                next=lower.last + 1,
            )
        if upper.points >= lower.points:
            raise RulesError(_("{place}: mehr Augen dürfen nicht mehr Punkte bringen."), place=place)
    if brackets[-1].last is not None:
        raise RulesError(_("{place}: die letzte Stufe muss nach oben offen sein (ohne „bis“)."), place=place)


def check_finishes(rules: RuleSet) -> None:
    points = rules.points
    assert points is not None
    best_loser = max(points.opened[0].points, points.unopened[0].points)
    if points.unopened[0].points > points.opened[-1].points:
        raise RulesError(
            _("points.unopened: wer nicht eröffnet hat, darf nicht mehr bekommen als wer eröffnet hat.")
        )
    if not points.hand >= points.hand_with_layoff >= points.plain > best_loser:
        raise RulesError(
            _(
                "points: Hand-Rommé zählt mindestens so viel wie Hand-Rommé mit Anlegen, dieses mindestens so viel wie Rommé, und Rommé mehr als jeder Verlierer."
            )
        )
    if points.super is not None and rules.law.going_out is not GoingOut.DISCARD_OR_SUPER:
        raise RulesError(
            _(
                "points.super: Superrommé kann nur zählen, wenn das Spiel ohne Ablegen enden darf (turn.going_out)."
            )
        )
    if points.super is not None and points.super < points.hand:
        raise RulesError(_("points.super: Superrommé zählt mindestens so viel wie Hand-Rommé."))
