"""Prize tables as people write them: "50 %, 30 %, 20 %", "40 €, 20 €", "jeder 4."; and back into the same words."""

from __future__ import annotations

import re
from typing import assert_never

from scoring.sentence import gettext_noop
from tournaments.money.core.amounts import Unclear, read_cents
from tournaments.money.core.prizes import EVERYTHING, Fund, Places, Scheme

EVERY = re.compile(r"(?i)jede[rmns]?\s*(?P<number>[0-9]{1,3})\.?(?:\s*(?:spieler(?:in)?|platz))?")
PERCENT = re.compile(
    r"(?P<whole>[0-9]{1,3})(?:[.,](?P<part>[0-9]{1,2}))?\s*(?:%|prozent|v\.?h\.?)", re.IGNORECASE
)
BARE = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,2})?")
BETWEEN = re.compile(r"\s*(?:[;/+|]|,(?=\s)|(?<=[%€]),|\s[-–]\s|\s(?=[0-9])|\bund\b)\s*")


def read_fund(text: str) -> Fund:
    """What a ranking may give away: "60 %" of its pot, "120 €", or nothing where its prizes are amounts.

    >>> read_fund("60 %"), read_fund("120 €").cents
    (Fund(share=6000, cents=0), 12000)
    """
    typed = " ".join(text.split())
    if not typed:
        return Fund()
    if (found := PERCENT.fullmatch(typed)) is not None:
        return Fund(share=hundredths(found))
    if BARE.fullmatch(typed):
        raise Unclear(
            gettext_noop("„{typed}“: Prozent oder Euro? Bitte „{typed} %“ oder „{typed} €“ schreiben."),
            typed=typed,
        )
    return Fund(cents=read_cents(typed))


def read_places(text: str) -> Places:
    """The prizes of the places, all in percent or all in euros, or one for every so many players.

    >>> read_places("50 %, 30 %, 20 %").values, read_places("40 €, 20 €").values, read_places("jeder 4.").one_in
    ((5000, 3000, 2000), (4000, 2000), 4)
    """
    typed = " ".join(text.split())
    if (every := EVERY.fullmatch(typed)) is not None:
        return Places(scheme=Scheme.FALLING, one_in=int(every["number"]))
    pieces = pieces_of(typed)
    if not pieces:
        raise Unclear(
            gettext_noop("Welche Preise? Zum Beispiel „50 %, 30 %, 20 %“, „40 €, 20 €“ oder „jeder 4.“")
        )
    in_percent = [PERCENT.fullmatch(piece) for piece in pieces]
    if all(in_percent):
        return Places(scheme=Scheme.PERCENT, values=tuple(hundredths(found) for found in in_percent if found))
    if any(in_percent):
        raise Unclear(
            gettext_noop("Prozent und Euro gemischt: Bitte alle Preise in Prozent oder alle in Euro nennen.")
        )
    return Places(scheme=Scheme.FIXED, values=tuple(read_cents(piece) for piece in pieces))


def pieces_of(typed: str) -> list[str]:
    """The single prizes; a sign after the last of bare numbers stands for all: "50 30 20 %"."""
    joined = re.sub(r"\s+(?=%|€|(?i:prozent|euro?s?|eur)\b)", "", typed)
    pieces = [piece.strip().rstrip(",") for piece in BETWEEN.split(joined) if piece.strip(" ,")]
    if len(pieces) < 2:
        return bare_refused(pieces)
    sign = re.search(r"(?i)(?:%|prozent|€|euro?s?|eur)$", pieces[-1])
    if sign and all(BARE.fullmatch(piece) for piece in pieces[:-1]):
        pieces[:-1] = [piece + sign[0] for piece in pieces[:-1]]
    return bare_refused(pieces)


def bare_refused(pieces: list[str]) -> list[str]:
    """Numbers without a sign could be either."""
    for piece in pieces:
        if BARE.fullmatch(piece):
            raise Unclear(
                gettext_noop("„{typed}“: Prozent oder Euro? Bitte „{typed} %“ oder „{typed} €“ schreiben."),
                typed=piece,
            )
    return pieces


def hundredths(found: re.Match[str]) -> int:
    share = int(found["whole"]) * 100 + int((found["part"] or "").ljust(2, "0"))
    if share > EVERYTHING:
        raise Unclear(gettext_noop("Mehr als 100 Prozent gibt es nicht."))
    return share


def say_fund(fund: Fund) -> str:
    """As it can be typed again."""
    if fund.cents:
        return said_euros(fund.cents)
    return said_percent(fund.share) if fund.share else ""


def say_places(places: Places) -> str:
    match places.scheme:
        case Scheme.FALLING:
            return f"jeder {places.one_in}."
        case Scheme.PERCENT:
            return ", ".join(map(said_percent, places.values))
        case Scheme.FIXED:
            return ", ".join(map(said_euros, places.values))
        case unknown:
            assert_never(unknown)


def said_percent(share: int) -> str:
    whole, part = divmod(share, 100)
    return f"{whole} %" if not part else f"{whole},{part:02}".rstrip("0") + " %"


def said_euros(cents: int) -> str:
    whole, part = divmod(cents, 100)
    return f"{whole},{part:02} €" if part else f"{whole} €"
