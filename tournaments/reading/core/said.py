"""What was read, as other programs get it: one object for each page that was looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules import RuleSet
from scoring.sentence import Sentence, gettext_noop
from tournaments.reading.core.form import Form
from tournaments.reading.core.reader import ListRead, ReadEntry, ReadPage, read

Say = Callable[[Sentence], str]

OTHER_LIST = Sentence(gettext_noop("Der Code auf diesem Blatt gehört zu einer anderen Liste."))
TURNED = Sentence(gettext_noop("Das Bild stand auf dem Kopf und wurde gedreht."))
NO_CODE = Sentence(gettext_noop("Der Code auf diesem Blatt ist nicht lesbar."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A page and where it came from."""

    file: str
    number: int  # of the page in its file, from 1
    page: ReadPage


def lists_among(looked: Sequence[Looked]) -> list[list[Looked]]:
    """Pages that belong together: sheets of one code, the second beside the first that still lacks it."""
    lists: list[list[Looked]] = []
    for one in sorted(looked, key=lambda one: one.page.sheet):
        fitting = next(
            (
                known
                for known in lists
                if known[0].page.code == one.page.code
                and one.page.sheet not in {other.page.sheet for other in known}
            ),
            None,
        )
        if fitting is None or not one.page.code:
            lists.append([one])
        else:
            fitting.append(one)
    return lists


def told(looked: Sequence[Looked], form: Form, rules: RuleSet, say: Say) -> list[dict[str, Any]]:
    """Every page in the order in which it came."""
    good = [one for one in looked if one.page.refused is None]
    known: dict[tuple[str, int], ListRead] = {}
    for group in lists_among(good):
        result = read(rules, [one.page for one in group])
        known.update({(one.file, one.number): result for one in group})
    return [page_told(one, known.get((one.file, one.number)), form, say) for one in looked]


def page_told(one: Looked, result: ListRead | None, form: Form, say: Say) -> dict[str, Any]:
    refused = one.page.refused or (result.refused if result else None)
    entries: Sequence[ReadEntry] = ()
    games: set[int] = set()
    if result is not None and refused is None:
        printed = {cell.game for cell in form.on_sheet(one.page.sheet)}  # 0 is its foot
        games = {game for game in printed | set(result.printed) if result.printed.get(game, game) in printed}
        entries = [entry for entry in result.entries if entry.game in games]
    notes = [say(note) for note, true in ((TURNED, one.page.turned), (NO_CODE, not one.page.code)) if true]
    return {
        "file": one.file,
        "page": one.number,
        "sheet": one.page.sheet,
        "list": one.page.code or None,
        "entries": [entry_told(entry) for entry in entries],
        "finishes": [
            {
                "game": row.game,
                "finish": row.finish.value,
                "winner": row.winner,
                "p": round(min(row.p, 0.9999), 4),
            }
            for row in (result.rows if result else ())
            if row.game in games
        ],
        "slips": [
            {"game": slip.game or None, "seat": slip.seat, "column": slip.column, "text": say(slip.sentence)}
            for slip in (result.slips if result else ())
            if slip.game in games
        ],
        "notes": notes if refused is None else [],
        "refused": say(refused) if refused else None,
    }


def entry_told(entry: ReadEntry) -> dict[str, Any]:
    return {
        "game": entry.game,
        "seat": entry.seat,
        "won": entry.way.won,
        "opened": entry.way.opened,
        "augen": entry.way.augen,
        "p": round(entry.p, 4),
        "asked": entry.asked,
    }
