"""Check codes of printed lists: short signs that follow from the journal, and what a code says about its paper."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from tournaments.event.selectors.sheets import sheets
from tournaments.models import FairCopy, JournalEntry, Ruling, ScoreSheet

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that looks like another one: no 0, 1, I, O
MARK = 10  # signs that follow from the journal: fifty bits
LONGEST = 13  # signs that name the list, at most: more than any database counts
GAPS = re.compile(r"[\s\-–·.]+")

# Deeds after which the same games, penalties, rulings and seats stand on the list as before. Every other deed makes
# the paper an older one; a deed that nobody has thought of here does so too.
QUIET = frozenset(
    {
        "acceptance_withdrawn",
        "call_done",
        "call_taken_back",
        "device_barred",
        "device_readmitted",
        "game_confirmed",
        "links_revoked",
        "paper_settled",
        "paper_typed",
        "paper_typed_again",
        "photo_added",
        "pictures_sent",
        "reading_left",
        "reading_taken",
        "protest_filed",
        "protest_withdrawn",
        "referee_called",
        "referee_goes",
        "referee_stays",
        "sheet_accepted",
        "sheet_handed_over",
        "sheet_signed",
        "table_lent",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfPaper:
    """What the site knows about the paper that carries a code."""

    sheet: ScoreSheet
    code: str
    entered_at: datetime  # the last entry that stands on this paper
    accepted_at: datetime | None  # when these very entries were accepted
    accepted_by: str
    changes: tuple[JournalEntry, ...]  # what came after, apart from quiet deeds
    rulings: tuple[Ruling, ...]  # those among it that referees gave

    @property
    def taken_over(self) -> bool:
        """Whether this list, or a part of it, was written on another machine."""
        return taken_over(self.sheet)

    @property
    def newest(self) -> bool:
        """Nothing that stands on this paper has changed since."""
        return not self.changes

    @property
    def accepted(self) -> bool:
        """These very entries are accepted now, and that was not taken back."""
        return self.newest and self.sheet.accepted_at is not None


def mark_of_line(line_hash: str) -> str:
    """Ten signs of a journal line. The line's hash covers every line before it, so the code stands for all of it."""
    digest = hashlib.sha256(f"rommé-club check code\n{line_hash}".encode()).digest()
    return in_signs(int.from_bytes(digest[:8], "big") >> 14).rjust(MARK, SIGNS[0])


def in_signs(number: int) -> str:
    signs = ""
    while number:
        number, rest = divmod(number, len(SIGNS))
        signs = SIGNS[rest] + signs
    return signs


def spelled_code(sheet_id: int, mark: str) -> str:
    """The whole code as it is printed: which list, then two groups of five."""
    return f"{in_signs(sheet_id)}-{mark[:5]}-{mark[5:]}"


def check_codes(lists: Iterable[ScoreSheet]) -> dict[int, str]:
    """The codes of lists as they stand now, in one query; a list on which nothing stands has none."""
    lines = JournalEntry.objects.filter(sheet=OuterRef("pk")).exclude(deed__in=QUIET).order_by("-number")
    found = ScoreSheet.everything.filter(pk__in=[sheet.pk for sheet in lists]).annotate(
        line=Subquery(lines.values("hash")[:1])
    )
    return {pk: spelled_code(pk, mark_of_line(line)) for pk, line in found.values_list("pk", "line") if line}


def read_code(typed: str) -> tuple[int, str] | None:
    """Which list, and which signs; None when this cannot be a code. Gaps and small letters do no harm."""
    signs = GAPS.sub("", typed[:80]).upper()
    if not MARK < len(signs) <= MARK + LONGEST or not set(signs) <= set(SIGNS):
        return None
    number = 0
    for sign in signs[:-MARK]:
        number = number * len(SIGNS) + SIGNS.index(sign)
    return (number, signs[-MARK:]) if number < 2**63 else None


def said_of_code(typed: str) -> SaidOfPaper | None:
    """What a code says; None when no paper of this site carries it."""
    read = read_code(typed)
    if read is None:
        return None
    number, mark = read
    lists = sheets().select_related("accepted_by")
    sheet = lists.filter(pk=number).first()
    said = said_of_list(sheet, mark) if sheet is not None else None
    if said is not None:
        return said
    copied = FairCopy.objects.filter(mark=mark).values(
        "sheet"
    )  # printed on the machine that had the tournament before
    moved = lists.filter(pk__in=copied).first()
    return said_of_list(moved, mark) if moved is not None and written_elsewhere(moved) else None


def taken_over(sheet: ScoreSheet) -> bool:
    """Whether anything that stands on this list happened on another machine: then nothing of it is vouched for here."""
    return sheet.table.series.tournament.taken_over_at is not None and written_elsewhere(sheet)


def written_elsewhere(sheet: ScoreSheet) -> bool:
    """Whether the list was taken over from another machine, on which it had another number."""
    return JournalEntry.objects.filter(sheet=sheet, written_elsewhere__isnull=False).exists()


def said_of_list(sheet: ScoreSheet, mark: str) -> SaidOfPaper | None:
    """What these signs say about this list: its whole story is read, and the line that they follow from."""
    story = list(JournalEntry.objects.filter(sheet=sheet).order_by("number"))
    at = next((place for place, line in enumerate(story) if mark_of_line(line.hash) == mark), None)
    if at is None:
        return None
    after = story[at + 1 :]
    first = next((place for place, line in enumerate(after) if line.deed not in QUIET), len(after))
    accepted = next((line for line in reversed(after[:first]) if line.deed == "sheet_accepted"), None)
    changes = tuple(line for line in after[first:] if line.deed not in QUIET)
    return SaidOfPaper(
        sheet=sheet,
        code=spelled_code(sheet.pk, mark),
        entered_at=story[at].at,
        accepted_at=accepted.at if accepted else None,
        accepted_by=accepted.actor if accepted else "",
        changes=changes,
        rulings=rulings_among(sheet, changes),
    )


def rulings_among(sheet: ScoreSheet, changes: Sequence[JournalEntry]) -> tuple[Ruling, ...]:
    """The rulings that these lines tell of."""
    rulings = Ruling.objects.filter(sheet=sheet).select_related("undoes", "game", "decided_by")
    return tuple(
        ruling for ruling in rulings.order_by("number") if any(tells_of(line, ruling) for line in changes)
    )


def tells_of(line: JournalEntry, ruling: Ruling) -> bool:
    """Whether a line is that of this ruling: most name its number; a lifted penalty is named by the one it lifts."""
    named = line.facts.get("by_ruling") or line.facts.get("ruling")
    match line.deed:
        case "penalty_lifted":
            return bool(ruling.undoes is not None and ruling.undoes.number == named)
        case "protest_decided" | "protest_reopened":
            of_protests = ruling.kind in (Ruling.Kind.PROTEST, Ruling.Kind.REOPENED)
            return of_protests and ruling.decided_at == line.at
    return bool(ruling.number == named)
