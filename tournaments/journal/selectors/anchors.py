"""Whether the journal is still the one of a printed paper: by the line at the foot of the record, or by the code of any list."""

from __future__ import annotations

from tournaments.event.selectors.journal import Anchor, anchored
from tournaments.lists.selectors.check_codes import mark_of_line, read_code
from tournaments.models import Tournament


def anchored_code(tournament: Tournament, typed: str) -> Anchor:
    """What the check code of a printed list says about the journal up to the line that it follows from.

    The code is made of that line's hash, which covers every line before it, of every table: each list on paper is an anchor
    of the whole journal until then, and two tables' papers bear witness for each other.
    """
    read = read_code(typed)
    if read is None:
        return Anchor.UNREADABLE
    sheet, mark = read
    story = tournament.journal.filter(sheet=sheet).order_by("number").values_list("number", "hash")
    found = next((line for line in story if mark_of_line(line[1]) == mark), None)
    if (
        found is None
    ):  # the list is here and none of its lines has this hash any more; or it is another tournament's
        return Anchor.CHANGED if story else Anchor.MISSING
    return anchored(tournament, number=found[0], signs=found[1])
