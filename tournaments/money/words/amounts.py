"""An amount written out, as a receipt wants it, so that nobody adds a figure: „einhundertsiebenunddreißig Euro, 50 Cent“."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import get_language

THOUSAND, HUNDRED, TEENS, TEN = 1000, 100, 20, 10
MOST = 1_000_000  # euros; nobody pays out more, and figures say it then

GERMAN = [
    "null",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
GERMAN_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
LUXEMBOURGISH = [
    "null",
    "een",
    "zwee",
    "dräi",
    "véier",
    "fënnef",
    "sechs",
    "siwen",
    "aacht",
    "néng",
    "zéng",
    "eelef",
    "zwielef",
    "dräizéng",
    "véierzéng",
    "fofzéng",
    "siechzéng",
    "siwenzéng",
    "uechtzéng",
    "nonzéng",
]
LUXEMBOURGISH_TENS = ["zwanzeg", "drësseg", "véierzeg", "fofzeg", "sechzeg", "siwwenzeg", "achtzeg", "nonzeg"]
ENGLISH = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
N_STAYS = "aeiouäëéhdntz"  # Luxembourgish „an“ keeps its n before these


def euros_in_words(cents: int) -> str:
    """Euros in words of the page's language, cents in figures."""
    euros, rest = divmod(abs(cents), HUNDRED)
    if euros >= MOST:
        return ""
    said = WORDS.get((get_language() or "de")[:2], german)(euros)
    return f"{said} Euro" + (f", {rest} Cent" if rest else "")


def german(number: int) -> str:
    return number_joined(number, GERMAN, hundred="hundert", thousand="tausend", below=german_below)


def german_below(number: int) -> str:
    tens, ones = divmod(number, TEN)
    word = GERMAN_TENS[tens - 2]
    return f"{GERMAN[ones]}und{word}" if ones else word


def luxembourgish(number: int) -> str:
    return number_joined(
        number, LUXEMBOURGISH, hundred="honnert", thousand="dausend", below=luxembourgish_below
    )


def luxembourgish_below(number: int) -> str:
    tens, ones = divmod(number, TEN)
    word = LUXEMBOURGISH_TENS[tens - 2]
    link = "an" if word[0] in N_STAYS else "a"
    return f"{LUXEMBOURGISH[ones]}{link}{word}" if ones else word


def number_joined(
    number: int, ones: list[str], *, hundred: str, thousand: str, below: Callable[[int], str]
) -> str:
    """German and Luxembourgish write a number as one word."""
    if number >= THOUSAND:
        many, rest = divmod(number, THOUSAND)
        begin = number_joined(many, ones, hundred=hundred, thousand=thousand, below=below) + thousand
    elif number >= HUNDRED:
        many, rest = divmod(number, HUNDRED)
        begin = ones[many] + hundred
    else:
        return ones[number] if number < TEENS else below(number)
    return begin + (
        number_joined(rest, ones, hundred=hundred, thousand=thousand, below=below) if rest else ""
    )


def english(number: int) -> str:
    if number >= THOUSAND:
        many, rest = divmod(number, THOUSAND)
        begin = f"{english(many)} thousand"
        link = " " if rest >= HUNDRED else " and "
    elif number >= HUNDRED:
        many, rest = divmod(number, HUNDRED)
        begin, link = f"{ENGLISH[many]} hundred", " and "
    elif number < TEENS:
        return ENGLISH[number]
    else:
        tens, rest = divmod(number, TEN)
        begin, link = ENGLISH_TENS[tens - 2], "-"
    return f"{begin}{link}{english(rest)}" if rest else begin


WORDS: dict[str, Callable[[int], str]] = {"de": german, "lb": luxembourgish, "en": english}
