"""Formulas as a treasurer reads them: sums over named tables, with conditions in the order in which one says them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from openpyxl.utils import get_column_letter

PLAIN = re.compile(r"[^\W_](?:\w| )*")
ESCAPED = re.compile(r"(['\[\]#@])")

Condition = tuple[
    str, str | int
]  # a heading, and what must stand below: a cell, a number, or a text in quotes


def below(table: str, heading: str) -> str:
    """All cells below a heading of a table: `Spiele[Punkte]`."""
    if PLAIN.fullmatch(heading):
        return f"{table}[{heading}]"
    escaped = ESCAPED.sub(r"'\1", heading)
    return f"{table}[[{escaped}]]"


def text(value: str) -> str:
    """A text inside a formula."""
    return '"' + value.replace('"', '""') + '"'


def sum_where(table: str, heading: str, conditions: Iterable[Condition]) -> str:
    """`SUMIFS(Spiele[Punkte],Spiele[Startnummer],$B2,…)`."""
    return f"SUMIFS({below(table, heading)},{','.join(conditions_told(table, conditions))})"


def count_where(table: str, conditions: Iterable[Condition]) -> str:
    """`COUNTIFS(Spiele[Startnummer],$B2,…)`."""
    return f"COUNTIFS({','.join(conditions_told(table, conditions))})"


def conditions_told(table: str, conditions: Iterable[Condition]) -> list[str]:
    return [f"{below(table, heading)},{wanted}" for heading, wanted in conditions]


def here(column: int) -> str:
    """The cell of this row in a column, counted from 0: `H{row}`."""
    return f"{get_column_letter(column + 1)}{{row}}"


def held_column(column: int) -> str:
    """As `here`, with the column fixed (`$H{row}`), for formulas that are copied sideways."""
    return f"${here(column)}"


def sum_of_terms(terms: Sequence[str]) -> str:
    return "+".join(term for term in terms if term)
