"""The decisions by room, a line each: docs/decisions/index.md, written by `python -m tests.rooms` and compared by a test."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "decisions"
PAGE = FOLDER / "index.md"
NAME = re.compile(r"(\d{4})-[a-z0-9-]+\.md")
HEAD = """# Decisions

Why it is as it is, by the part of the house that a decision concerns. Each says what was decided, why, and what was passed over;
one that a later one took in is told there, and its page is gone. Written by `python -m tests.rooms` from the pages' first lines and the
table in `tests/decisions.py`; a test compares.
"""
# Which numbers concern which part. A number that stands nowhere is listed at the end.
PARTS: dict[str, str] = {
    "The house as a whole": "2-3 5 7-10 14 160-162 164-169 207 275-279 320",
    "Running it: servers, databases, versions (management, storage)": "6 33 157 191-192 194-199 255-261 267 271 295 297-298 300 373-375",
    "Look and scripts (pages, templates, static)": "11 12 105 145 150 151 155 156 190 193 176 273",
    "Rules and points (scoring)": "13 15-19 87 118 163 170 172",
    "The engine and whole games (scoring/engine)": "40 41 50-52 54-59",
    "Lists (lists)": "80-85 89 91 95 96 146 171 209",
    "Codes and signing in (access, accounts)": "90 140 182-185 345",
    "Lists from paper (paper_entry, reading)": "97-99 148 210-216 218-219 225-229 309 313 326",
    "Attacks and privacy (access, accounts, backups, files)": "180-181 186-189 220-224 290-294",
    "Rulings and protests (rulings)": "86 88 347",
    "Seating (seating)": "20-25 60-63 70-79 147 175",
    "Rankings, publications, statistics (rankings)": "110-114 120 121 138 346",
    "Money (money)": "115-117",
    "Players and their own page (field)": "100 101 125",
    "The network of the hall (network)": "270",
    "Screens (screens)": "122-124 208 272",
    "On paper (paper, printing, journal)": "30 34 126 127 137 152 174",
    "Files, workbook, backups (files, backups, spreadsheets)": "102-104 135 299",
    "A federation (federation)": "263-264 268-269",
    "Sealed lists (sealing)": "130-133 262",
    "Programs (api)": "141-144",
    "The desk (desk)": "200-206",
}
# Decisions that a later one took in: the page is gone, its number is not given again.
TAKEN_IN: dict[int, int] = {
    1: 161,
    4: 192,
    31: 150,
    32: 135,
    53: 40,
    64: 258,
    136: 258,
    217: 226,
} | dict.fromkeys((265, 266, 296), 373)


def numbers(spans: str) -> set[int]:
    """The numbers of "1-3 5"."""
    found: set[int] = set()
    for span in spans.split():
        first, _dash, last = span.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


@cache
def decisions() -> dict[int, tuple[str, str]]:
    """By number: the name of the page, and its title without the number."""
    found = {}
    for path in sorted(FOLDER.glob("[0-9]*.md")):
        name = NAME.fullmatch(path.name)
        assert name, path.name
        title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        number, _blank, words = title.partition(" ")
        assert number == name[1], f"{path.name} calls itself {number}"
        found[int(number)] = (path.name, words)
    return found


@cache
def page() -> str:
    """docs/decisions/index.md as it should be."""
    left, parts = dict(decisions()), [HEAD]
    for part, spans in PARTS.items():
        here = {number: left.pop(number) for number in sorted(numbers(spans)) if number in left}
        if here:
            parts.append(f"\n## {part}\n\n" + "".join(line(number, *one) for number, one in here.items()))
    if left:
        parts.append("\n## Elsewhere\n\n" + "".join(line(number, *one) for number, one in left.items()))
    gone = (f"{old:04} in [{new:04}]({decisions()[new][0]})" for old, new in TAKEN_IN.items())
    parts.append(f"\n## Taken in by a later one\n\n{', '.join(gone)}.\n")
    return "".join(parts)


def line(number: int, name: str, title: str) -> str:
    return f"- [{number:04}]({name}) {title}\n"
