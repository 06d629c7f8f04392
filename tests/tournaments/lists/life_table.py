"""Writes the table of `tournaments.lists.core.life` into docs/list-life.md: `python -m tests.tournaments.lists.life_table`; a test compares."""

from __future__ import annotations

import re

from tests.rooms import HOUSE
from tournaments.lists.core.life import TABLE, Life, Who

PAGE = HOUSE / "docs/list-life.md"
BLOCK = re.compile(r"(<!-- table: [^\n]+ -->\n).*?(<!-- end -->)", re.DOTALL)
FROM = {Who.TABLE: "table", Who.REFEREE: "referee", Who.DIRECTOR: "director"}


def table() -> str:
    """One line for each deed: who, and in which states."""
    lines = [
        "| deed | from | " + " | ".join(life.value for life in Life) + " | within |",
        "|---|---|" + "---|" * len(Life) + "---|",
    ]
    for row in TABLE.values():
        states = " | ".join("yes" if life in row.lives else "–" for life in Life)
        lines.append(f"| {row.what} | {FROM[row.who]} | {states} | {row.within} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with the table as it is in the code."""
    return BLOCK.sub(lambda found: found[1] + table() + found[2], PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
