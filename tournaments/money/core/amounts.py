"""Amounts as people write them: "12,50 €", "12.5", "5,-" become cents; what is unclear is refused, never guessed."""

from __future__ import annotations

import re

from scoring.sentence import Refusal, gettext_noop

MOST = 99_999_999  # cents: nobody carries more through a hall
CURRENCY = re.compile(r"(?i)€|\beuro?s?\b")
PLAIN = re.compile(r"(?P<whole>[0-9]{1,7})(?:[.,](?P<part>[0-9]{1,2}|-{1,2}|–|—))?")
GROUPED = re.compile(r"(?P<whole>[0-9]{1,3}(?:(?P<mark>[.'’ ])[0-9]{3})+)(?:,(?P<part>[0-9]{2}))?")
SPACES = re.compile(r"[\s\u00a0\u202f]+")
THOUSANDS = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3})+")


class Unclear(Refusal):
    """An amount that could mean two things, or nothing."""


def read_cents(text: str) -> int:
    """The cents of an amount as it was typed.

    >>> [read_cents(text) for text in ("12,5", "12.50", "12,50 €", "5,-", "1.234,50", "€ 7")]
    [1250, 1250, 1250, 500, 123450, 700]
    """
    typed = SPACES.sub(" ", text).strip()
    bare = CURRENCY.sub("", typed, count=1).strip()
    if not bare:
        raise Unclear(gettext_noop("Bitte einen Betrag eintragen, zum Beispiel 12,50."))
    if bare[0] in "-−–+":
        raise Unclear(gettext_noop("Bitte den Betrag ohne Vorzeichen eintragen, zum Beispiel 12,50."))
    if THOUSANDS.fullmatch(bare):
        raise Unclear(
            gettext_noop(
                "„{typed}“ ist nicht eindeutig: Bitte mit Cent schreiben, zum Beispiel 1.234,00 oder 1,23."
            ),
            typed=typed,
        )
    if (found := PLAIN.fullmatch(bare)) is not None:
        cents = int(found["whole"]) * 100 + part_cents(found["part"])
    elif (found := GROUPED.fullmatch(bare)) is not None:
        cents = int(re.sub(r"[^0-9]", "", found["whole"])) * 100 + part_cents(found["part"])
    else:
        raise Unclear(gettext_noop("„{typed}“ ist kein Betrag: Bitte so schreiben: 12,50."), typed=typed)
    if cents > MOST:
        raise Unclear(
            gettext_noop("„{typed}“ ist zu viel Geld für eine Kasse: Bitte noch einmal ansehen."), typed=typed
        )
    return cents


def part_cents(part: str | None) -> int:
    """What stands behind the comma: "5" is fifty, "-" is nothing."""
    if not part or not part.isdigit():
        return 0
    return int(part.ljust(2, "0"))


def german_euros(cents: int) -> str:
    """An amount as it is written in German, with a real minus and a space that does not break.

    >>> german_euros(123450), german_euros(-5)
    ('1.234,50\\xa0€', '−0,05\\xa0€')
    """
    whole, part = divmod(abs(cents), 100)
    grouped = f"{whole:,}".replace(",", ".")
    return f"{'−' if cents < 0 else ''}{grouped},{part:02}\u00a0€"
