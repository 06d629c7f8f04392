"""Small pieces of speech: Augen, points, cards, money, lists of choices."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext, ngettext

from scoring.rules import RulesError
from scoring.rules.loader import built_in
from scoring.speech import spoken_value

MOST_PARTS = 100_000  # more games than anybody plays in a season
SURELY_EXACT, NEAR_A_HALF = (
    1e6,
    0.01,
)  # a share of so many parts is nearer to its float than this, in hundredths too


def in_augen(count: int | None) -> str:
    """Augen with their number; a dash for a number that nobody has written down."""
    said = ngettext("{count} Auge", "{count} Augen", 2 if count is None else count)
    return said.format(count="–" if count is None else count)


def crosses(count: int) -> str:
    return ngettext("{count} Kreuz", "{count} Kreuze", count).format(count=count)


def points(count: int) -> str:
    """Points with a real minus sign, as on the list."""
    return ngettext("{count} Punkt", "{count} Punkte", abs(count)).format(count=signed(count))


def signed(count: int) -> str:
    """A number with a real minus sign."""
    return f"−{-count}" if count < 0 else str(count)


def cards(count: int) -> str:
    return ngettext("{count} Karte", "{count} Karten", count).format(count=count)


def minutes(count: int) -> str:
    return ngettext("{count} Minute", "{count} Minuten", count).format(count=count)


def euros(cents: int) -> str:
    """An amount as the page's language writes it: `1.234,50 €`, `−0,05 €`."""
    english = (get_language() or "de").startswith("en")
    whole, rest = divmod(abs(cents), 100)
    grouped = f"{whole:,}" if english else f"{whole:,}".replace(",", ".")
    return f"{'−' if cents < 0 else ''}{grouped}{'.' if english else ','}{rest:02} €"


def nearest(value: float | Fraction, digits: int = 2) -> Decimal:
    """A share rounded as people and spreadsheets do it: a half goes away from zero.

    A float is taken for the share that it stands for, so that 107 / 40 is 2.675 and no hair less:

    >>> nearest(143 / 45), nearest(107 / 40), nearest(Fraction(-1, 8)), nearest(2.5, 0)
    (Decimal('3.18'), Decimal('2.68'), Decimal('-0.13'), Decimal('3'))
    """
    if isinstance(value, float) and abs(value) < SURELY_EXACT and digits <= 2:
        scaled = abs(value) * 10**digits
        if abs(scaled % 1 - 0.5) > NEAR_A_HALF:  # no share that it could stand for is rounded the other way
            count = int(scaled + 0.5)
            return Decimal(count if value > 0 else -count).scaleb(-digits)
    share = Fraction(value).limit_denominator(MOST_PARTS)
    scaled = abs(share) * 10**digits
    whole = Decimal(scaled.numerator) / Decimal(scaled.denominator)
    rounded = whole.quantize(Decimal(1), rounding=ROUND_HALF_UP).scaleb(-digits)
    return -rounded if share < 0 and rounded else rounded


def decimal(value: float | Fraction, digits: int = 2) -> str:
    """The one way in which a share is written, on pages, paper and in CSV: `3,18`, `−0,13`."""
    return decimal_said(value, digits, get_language())


@lru_cache(maxsize=4_096)
def decimal_said(value: float | Fraction, digits: int, _language: str | None) -> str:
    """The same in the language of the moment; standings say the same shares again and again."""
    return number_format(nearest(value, digits), decimal_pos=digits).replace("-", "−")


def one_of_these(items: list[str]) -> str:
    """`3 oder 4`, `2, 3, 4, 5 oder 6`."""
    *first, last = items
    return gettext("{first} oder {last}").format(first=", ".join(first), last=last) if first else last


def span(first: int, last: int | None) -> str:
    """`bis 10 Augen`, `11 bis 30 Augen`, `ab 31 Augen`."""
    if last is None:
        return gettext("ab {augen}").format(augen=in_augen(first))
    if first == 0:
        return gettext("bis {augen}").format(augen=in_augen(last))
    return gettext("{first} bis {augen}").format(first=first, augen=in_augen(last))


def rules_named(key: str) -> str:
    """What the built-in rules are called; rules of one's own keep the key that they were given."""
    try:
        return str(spoken_value(built_in(key).name))
    except RulesError:
        return key
