"""Answers one question about a hand in words."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.engine.best import Best, BestTurn, best
from scoring.engine.cards import Card, augen, sign
from scoring.engine.law import Law
from scoring.engine.notation import read_cards, write_cards, write_melds
from scoring.rules import BUILT_IN, RulesError, built_in
from scoring.sentence import Refusal
from scoring.speech import say


class Command(BaseCommand):
    help = 'Say what a hand is worth, held after drawing: python manage.py hand "♥7 ♥8 ★ Kreuz B …" --rules club_2018'
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cards", nargs="+", help="the cards, as ♥7, Herz 7, H7 or 7h; jokers as ★ or Jo")
        parser.add_argument("--rules", default="club_2018", help=f"one of: {', '.join(BUILT_IN)}")

    def handle(self, *_args: Any, cards: list[str], rules: str, **_options: Any) -> None:
        try:
            law = built_in(rules).law
            hand = read_cards(" ".join(cards))
            found = best(hand, law)
        except (Refusal, RulesError) as refusal:
            raise CommandError(say(refusal)) from None
        self.stdout.write("\n".join(report_lines(hand, found, law)))


def report_lines(hand: tuple[Card, ...], found: Best, law: Law) -> Iterator[str]:
    """What there is to say about a hand, line by line."""
    cards = write_cards(sorted(hand))
    yield _("{cards}: {count} Karten, {augen} Augen").format(
        cards=cards, count=len(hand), augen=augen(hand, law)
    )
    if found.super:
        yield _("Superrommé: {turn}").format(turn=turn_line(found.super, law))
    if found.goes_out:
        name = _("Hand-Rommé: {turn}") if law.opening_augen else _("Damit ist Schluss: {turn}")
        yield name.format(turn=turn_line(found.goes_out, law))
    elif found.least is None:
        yield _("Kein Zug möglich: Es sind nur Joker, und abgelegt wird ein Joker nur als allerletzte Karte.")
    if found.opening and found.opening.melds:
        yield _("Höchstens {value} Augen auslegen: {turn}").format(
            value=found.value, turn=turn_line(found.opening, law)
        )
    else:
        yield _("Keine Auslage möglich.")
    yield from _opening(found, law)
    if found.least and not found.goes_out:
        yield _("Mindestens {left} Augen bleiben: {turn}").format(
            left=found.least.left, turn=turn_line(found.least, law)
        )


def _opening(found: Best, law: Law) -> Iterator[str]:
    limit, rule = law.opening_augen, law.cite("opening_augen")
    if not limit:
        return
    if found.least_opened is None:
        yield _("Eröffnen geht nicht: {limit} Augen sind nötig, höchstens {value} möglich ({rule}).").format(
            limit=limit, value=found.value, rule=rule
        )
    elif found.least and found.least_opened.left != found.least.left:
        yield _("Mit Eröffnung ({rule}) bleiben mindestens {left} Augen: {turn}").format(
            rule=rule, left=found.least_opened.left, turn=turn_line(found.least_opened, law)
        )
    else:
        yield _("Eröffnen geht ({rule}).").format(rule=rule)


def turn_line(turn: BestTurn, law: Law) -> str:
    """A turn in one line: its melds, what jokers stand for, and the discard."""
    melds = turn.judged(law)
    words = [write_melds(meld.cards for meld in melds) or "–"]
    words += [say(sentence) for meld in melds for sentence in meld.sentences]
    if turn.discard is not None:
        words.append(_("{card} ablegen.").format(card=sign(turn.discard)))
    return " · ".join(words)
