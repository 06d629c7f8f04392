"""Opens every page, file and answer of a tournament that was taken over, before anybody else does.

A file may be sound row by row and still tell something that no page can show: facts of a deed without the name that its
words need, a plan without its tables. So everything is opened once as its director would, inside the transaction that
takes the tournament over; what cannot be shown is not taken over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random, SystemRandom
from typing import Any

from django.contrib.messages.middleware import MessageMiddleware
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.sentence import Refusal
from tournaments.event.selectors.sheets import sheets
from tournaments.journal.words.journal import line_told
from tournaments.lists.paper.pdf import fair_copy_pdf
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.models import FairCopy, Series, Tournament, User
from tournaments.pages.sessions import SessionStore

MOST_PAGES = 600  # beyond them a sample that nobody can foresee, with something of every kind
NOT_OPENED = frozenset({"workbook_file", "backup", "backup_file", "tournament_zip", "screen"})
Opened = tuple[str, dict[str, Any]]


class CannotBeShown(Exception):
    """A page of this tournament breaks; which one is for the log of the server."""


def rehearse(tournament: Tournament, *, director: User) -> None:
    """Open everything; CannotBeShown at the first thing that breaks."""
    for entry in tournament.journal.order_by("number").iterator(chunk_size=1000):
        must_be_shown("journal line", line_told, entry)
    for sheet in sheets().filter(table__series__tournament=tournament):
        must_be_shown("list", sheet_view, sheet, now=timezone.now())
    for copy in FairCopy.objects.filter(sheet__table__series__tournament=tournament):
        must_be_shown("fair copy", fair_copy_pdf, copy.words, name="x", sealed_by="", now=copy.made_at)
    for name, arguments in sampled(list(pages_to_rehearse(tournament)), MOST_PAGES, SystemRandom()):
        must_be_shown(name, open_page, name, arguments, director)


def sampled(pages: Sequence[Opened], most: int, chance: Random) -> list[Opened]:
    """All of them, or so many by lot: first one of every kind, then any. Who forges a file cannot know where nobody looks."""
    if len(pages) <= most:
        return list(pages)
    mixed = chance.sample(pages, len(pages))
    first: dict[str, Opened] = {}
    for one in mixed:
        first.setdefault(one[0], one)
    kinds = list(first.values())
    others = [one for one in mixed if first[one[0]] is not one]
    return [*kinds, *others][:most]


def must_be_shown(what: str, show: Any, *args: Any, **named: Any) -> None:
    try:
        show(*args, **named)
    except (Refusal, Http404):
        return  # a sentence is an answer
    except Exception as fault:
        raise CannotBeShown(what) from fault


def open_page(name: str, arguments: dict[str, Any], director: User) -> None:
    """One page, as this person sees it."""
    address = reverse(name, kwargs=arguments)
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", address, address
    request.META = {"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "REMOTE_ADDR": "127.0.0.1"}
    request.user = director
    request.session = SessionStore()
    MessageMiddleware(lambda _request: HttpResponse()).process_request(request)
    found = get_resolver().resolve(address)
    request.resolver_match = found
    answer = found.func(request, *found.args, **found.kwargs)
    if isinstance(answer, TemplateResponse):
        answer.render()
    if answer.status_code >= 500:
        raise CannotBeShown(name)
    if answer.streaming:
        b"".join(answer.streaming_content)


def pages_to_rehearse(tournament: Tournament) -> Iterator[Opened]:
    """Every address that shows something of the tournament: of itself, of each series, of each list, of each version."""
    by_names: dict[frozenset[str], list[str]] = {}
    for name, asked in addresses():
        by_names.setdefault(asked, []).append(name)
    series = list(Series.objects.filter(tournament=tournament).order_by("number"))
    places: dict[frozenset[str], list[dict[str, Any]]] = {
        frozenset(): [{}],
        frozenset({"series"}): [{"series": one.number} for one in series],
        frozenset({"series", "table"}): [
            {"series": one.table.series.number, "table": one.table.number}
            for one in sheets().filter(table__series__tournament=tournament).order_by("pk")
        ],
        frozenset({"version"}): [
            {"version": one.version} for one in tournament.seating_plans.order_by("-pk")
        ],
        frozenset({"ruling"}): [{"ruling": one.number} for one in tournament.rulings.order_by("pk")],
    }
    for more, arguments in places.items():
        for argument in arguments:
            for name in by_names.get(more | {"slug"}, ()):
                yield name, {"slug": tournament.slug, **argument}


def addresses() -> Iterator[tuple[str, frozenset[str]]]:
    """The names of all addresses that a tournament has, with what they ask for."""
    for name, asked in named_in(get_resolver().url_patterns, "", frozenset()):
        if "slug" in asked and name.rpartition(":")[2] not in NOT_OPENED:
            yield name, asked


def named_in(patterns: list[Any], space: str, above: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Every named address below, with the names of its places: its own, and those of what it stands in."""
    for one in patterns:
        asked = above | frozenset(one.pattern.regex.groupindex)
        if not isinstance(one, URLResolver):
            if one.name:
                yield f"{space}{one.name}", asked
        elif one.namespace != "admin":
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from named_in(one.url_patterns, inner, asked)
