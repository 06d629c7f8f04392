"""Judges recorded games turn by turn; the exit code is 1 if something is not allowed."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.engine.record import Record, write_outcome, write_turn
from scoring.engine.record_reader import read_records
from scoring.engine.replay import Judged, Replay, TurnVerdict, replay
from scoring.engine.replay_score import scores
from scoring.rules import (
    BUILT_IN,
    Document,
    RulesError,
    RuleSet,
    built_in_document,
    fingerprint,
    parse_toml,
    read_document,
)
from scoring.sentence import Refusal
from scoring.speech import say, spoken_value

MARKS = {TurnVerdict.LEGAL: "✓", TurnVerdict.FORBIDDEN: "✕", TurnVerdict.NOT_JUDGED: "·"}


class Command(BaseCommand):
    help = (
        "Replay recorded games (docs/play.md) and judge every turn. Exit code 1 if something is not allowed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a recorded game, or several; - reads from standard input")
        parser.add_argument(
            "--rules", type=Path, help="a TOML file, instead of the rule set named in the file"
        )
        parser.add_argument("--quiet", action="store_true", help="only the verdict of each game")
        parser.add_argument("--target", type=int, default=0, help="the agreed total that ends the evening")

    def handle(
        self, *_args: Any, file: str, rules: Path | None, quiet: bool, target: int, **_options: Any
    ) -> None:
        games = []
        for record in games_of_file(file):
            document = rules_document(record, rules)
            rule_set = read_document(document)
            judged = replay(record, rule_set.law)
            self.show_head(record, rule_set, fingerprint(document))
            self.show(judged, turns=not quiet)
            games.append((judged, rule_set))
        if any(judged.refused for judged, _rules in games):
            raise CommandError(_("Nicht zulässig."))
        self.show_totals(games, target)

    def show_head(self, record: Record, rules: RuleSet, sign: str) -> None:
        self.stdout.write(f"{rules.key}  {spoken_value(rules.name)}  {sign[:10]}")
        if record.fingerprint and not sign.startswith(record.fingerprint):
            text = _("Achtung: Die Mitschrift nennt ein anderes Prüfzeichen: {found}")
            self.stdout.write(text.format(found=record.fingerprint))

    def show(self, judged: Replay, *, turns: bool) -> None:
        """One game: its turns, its verdict, its result."""
        for note in judged.notes:
            if note.turn == 0:
                self.stdout.write(f"       {say(note.sentence)}{in_brackets(note.paragraph)}")
        if turns:
            for turn in judged.turns:
                self.show_turn(turn)
        self.stdout.write(
            say(judged.sentence) + in_brackets(judged.refused.paragraph if judged.refused else "")
        )
        for note in judged.notes:
            if note.turn > len(judged.record.turns):
                self.stdout.write(f"{say(note.sentence)}{in_brackets(note.paragraph)}")
        if judged.outcome:
            self.stdout.write(_("Ergebnis: {outcome}").format(outcome=write_outcome(judged.outcome)))

    def show_turn(self, judged: Judged) -> None:
        self.stdout.write(f"{MARKS[judged.verdict]} {judged.number:3}. {write_turn(judged.turn)}")
        for sentence in judged.sentences:
            self.stdout.write(f"       {say(sentence)}{in_brackets(judged.paragraph)}")

    def show_totals(self, games: list[tuple[Replay, RuleSet]], target: int) -> None:
        """The totals of an evening by the basic rules."""
        outcomes = [judged.outcome for judged, rules in games if judged.outcome and not rules.family.by_table]
        if len(outcomes) < 2 and not target:
            return
        seats = range(1, max(judged.record.seats for judged, _rules in games) + 1)
        for score in scores(outcomes, seats=seats, target=target)[-1:]:
            totals = " · ".join(f"{seat}: {total}" for seat, total in score.totals.items())
            over = f"  {_('Das Ziel ist erreicht.')}" if score.over else ""
            self.stdout.write(_("Gesamt: {totals}").format(totals=totals) + over)


def games_of_file(file: str) -> tuple[Record, ...]:
    """The games of a file, or what is wrong with it."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise CommandError(file_unreadable(file)) from None
    try:
        games = read_records(text)
    except Refusal as refusal:
        raise CommandError(say(refusal)) from None
    if not games:
        raise CommandError(_("In dieser Datei steht kein Spiel."))
    return games


def rules_document(record: Record, own: Path | None) -> Document:
    """The rule set that a game is judged by, as its document."""
    if own is None and record.rules not in BUILT_IN:
        text = _(
            "Das Regelwerk „{rules}“ ist nicht bekannt. Möglich sind {known}, oder --rules mit einer Datei."
        )
        raise CommandError(text.format(rules=record.rules, known=", ".join(BUILT_IN)))
    try:
        document = parse_toml(own.read_text(encoding="utf-8")) if own else built_in_document(record.rules)
        read_document(document)
    except RulesError as error:
        raise CommandError(say(error)) from None
    except (OSError, UnicodeDecodeError):
        raise CommandError(file_unreadable(own)) from None
    return document


def file_unreadable(file: object) -> str:
    """What to say of a file that is not there, not a file, or no text."""
    return _("„{file}“ lässt sich nicht lesen: Die Datei fehlt oder ist kein Text (UTF-8).").format(file=file)


def in_brackets(paragraph: str) -> str:
    """The paragraph in brackets, if there is one."""
    return f" ({paragraph})" if paragraph else ""
