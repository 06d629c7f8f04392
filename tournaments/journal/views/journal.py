"""The journal: who, what, when, from which device and why; searched, checked, and taken away as a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict, StreamingHttpResponse
from django.utils.timezone import get_current_timezone, localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.event.permissions import may_referee
from tournaments.event.selectors.journal import (
    Wanted,
    anchored,
    chain,
    first_broken,
    journal_of,
    last_from_elsewhere,
)
from tournaments.event.selectors.names import plain
from tournaments.journal.formats import csv_lines, json_lines
from tournaments.journal.selectors.anchors import anchored_code
from tournaments.journal.views.tables import JournalTable
from tournaments.journal.words.journal import DEEDS, LineTold, line_told
from tournaments.models import JournalEntry, Tournament
from tournaments.pages.frame import find_tournament, need_role, page

PER_PAGE = 50
LONGEST = 80  # signs of a search


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAsked:
    """What somebody looks for, as it was typed, and as the database is asked."""

    words: str
    who: str
    deed: str
    series: str
    table: str
    since: str
    until: str

    @property
    def wanted(self) -> Wanted:
        return Wanted(
            deed=self.deed if self.deed in DEEDS else "",
            series=small_number(self.series),
            table=small_number(self.table),
            since=hour_of(self.since),
            until=hour_of(self.until),
        )

    @property
    def anything(self) -> bool:
        return any(getattr(self, name) for name in self.__slots__)

    @property
    def reads_words(self) -> bool:
        """Whether the words of the lines have to be read, which no database knows."""
        return bool(self.words or self.who)

    def fits(self, line: LineTold) -> bool:
        """Whether every typed word stands in the line, whatever its capitals and accents."""
        said = plain(line.all_words)
        return plain(self.who) in plain(f"{line.who} {line.device}") and all(
            word in said for word in plain(self.words).split()
        )


def search_asked(data: QueryDict) -> SearchAsked:
    def typed(name: str) -> str:
        return str(data.get(name, "")).strip()[:LONGEST]

    return SearchAsked(
        words=typed("suche"),
        who=typed("wer"),
        deed=typed("was"),
        series=typed("serie"),
        table=typed("tisch"),
        since=typed("von"),
        until=typed("bis"),
    )


def small_number(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) < 6 else None


def hour_of(typed: str) -> datetime | None:
    """An hour as a browser sends it, in the time of the hall; nonsense does not matter."""
    try:
        found = datetime.fromisoformat(typed)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=get_current_timezone())


@never_cache
@require_safe
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Every deed, the newest first; and whether the chain still holds."""
    tournament = found_for_referees(request, slug)
    what = search_asked(request.GET)
    entries = journal_of(tournament, what.wanted)
    lines: Any = entries
    if what.reads_words:
        lines = [entry for entry in entries if what.fits(line_told(entry))]
    at = Paginator(lines, PER_PAGE).get_page(request.GET.get("seite"))
    query = request.GET.copy()
    query.pop("seite", None)
    return page(
        request,
        "tournaments/journal/journal.html",
        tournament=tournament,
        current="desk",
        lines_table=JournalTable([line_told(entry) for entry in at]),
        at=at,
        broken=first_broken(chain(tournament)),
        count=tournament.journal.count(),
        elsewhere=last_from_elsewhere(tournament),
        deeds=sorted(DEEDS.items(), key=lambda pair: str(pair[1])),
        asked=what,
        query=query.urlencode(),
    )


def found_for_referees(request: HttpRequest, slug: str) -> Tournament:
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    return tournament


@never_cache
@require_safe
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole chain, checked now: how many lines, the last hash, and how anybody checks it for himself."""
    tournament = found_for_referees(request, slug)
    newest = tournament.journal.order_by("-number").first()
    printed = str(request.GET.get("zeile", "")).strip(), str(request.GET.get("summe", "")).strip()[:80]
    anchor = None
    if any(printed):
        number = (
            int(printed[0]) if printed[0].isascii() and printed[0].isdecimal() and len(printed[0]) < 10 else 0
        )
        by_code = not printed[0] and "-" in printed[1]
        anchor = (
            anchored_code(tournament, printed[1])
            if by_code
            else anchored(tournament, number=number, signs=printed[1])
        )
    return page(
        request,
        "tournaments/journal/journal_check.html",
        tournament=tournament,
        current="desk",
        broken=first_broken(chain(tournament)),
        count=tournament.journal.count(),
        newest=line_told(newest) if newest else None,
        older=tournament.journal.filter(scheme=1).count(),
        printed=printed,
        anchor=anchor.value if anchor else "",
    )


@never_cache
@require_safe
def as_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The lines that fit, oldest first, to be read in a table."""
    tournament = found_for_referees(request, slug)
    what = search_asked(request.GET)
    entries = journal_of(tournament, what.wanted).order_by("number").iterator(chunk_size=1000)
    rows = (journal_csv_row(line) for line in lines_told(entries) if not what.reads_words or what.fits(line))
    return attached(csv_lines(rows), f"{slug}-protokoll.csv", "text/csv; charset=utf-8")


@never_cache
@require_safe
def as_jsonl(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The lines with their hashes; without a filter this is the whole chain, to be checked anywhere."""
    tournament = found_for_referees(request, slug)
    entries = (
        journal_of(tournament, search_asked(request.GET).wanted).order_by("number").iterator(chunk_size=1000)
    )
    return attached(json_lines(entries), f"{slug}-protokoll.jsonl", "application/x-ndjson; charset=utf-8")


def lines_told(entries: Iterable[JournalEntry]) -> Iterator[LineTold]:
    return (line_told(entry) for entry in entries)


def journal_csv_row(line: LineTold) -> tuple[Any, ...]:
    when = localtime(line.at).strftime("%d.%m.%Y %H:%M:%S")
    return (
        line.number,
        when,
        line.who,
        line.device,
        line.what,
        line.where,
        line.details,
        line.why,
        line.hash,
    )


def attached(text: Iterable[str], name: str, kind: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
