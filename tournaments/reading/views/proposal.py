"""What was read, in the grid in which lists are typed: doubtful cells with their picture, taken over like anything typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.shorthand import SPELLED
from scoring.speech import say
from tournaments.event.permissions import may_direct, may_referee, may_score, must
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.models import PaperReading
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet, need_role
from tournaments.paper_entry.forms.grid import GridForm, cell_name, total_name
from tournaments.paper_entry.views.grid import grid_page
from tournaments.paper_entry.views.next_list import tell_taken
from tournaments.reading.selectors.queue import pages_of, sentence_of, strip_places
from tournaments.reading.services.queue import take


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper_read(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The proposal; „übernehmen“ writes it through the same deed as typing, with what was asked and answered."""
    found = find_sheet(slug, series, table)
    actor = need_role(request, may_referee, found.table.series.tournament)
    must(may_score(actor, found))
    view = sheet_view(found, now=timezone.now())
    pages = pages_of(found)
    if not pages:
        messages.info(request, _("Für diese Liste liegt nichts Gelesenes mehr bereit."))
        return redirect("sheet", slug, series, table)
    if request.method != "POST":
        form = GridForm(proposed(view, pages), view=view)
        form.is_valid()
        return read_page(request, view, form, pages, seen=view.sheet.version)
    form = GridForm(request.POST, view=view)
    if not form.is_valid() or not form.confirmed:
        return read_page(request, view, form, pages, seen=form.seen_version, status=422)
    with Attempt(form) as attempt:
        typing = take(
            sheet_id=found.pk,
            results=form.results,
            answers=answers(request.POST),
            submission=form.submission,
            seen_version=form.seen_version,
            by=actor,
            now=timezone.now(),
            confirmed={number: [doubt.code for doubt in doubts] for number, doubts in form.doubts.items()},
            paper_totals=form.paper,
            as_examples=request.POST.get("beispiele") == "ja" and may_direct(actor, view.tournament),
        )
        tell_taken(request, len(typing.rows))
        return redirect("paper_queue", slug)
    fresh = sheet_view(find_sheet(slug, series, table), now=timezone.now())
    again = GridForm(request.POST, view=fresh)
    again.is_valid()
    again.add_error(None, attempt.said)
    return read_page(request, fresh, again, pages, seen=fresh.sheet.version, status=attempt.status)


def proposed(view: SheetView, pages: Any) -> dict[str, str]:
    """What was read as if somebody had typed it; what stands on the list already stays."""
    result = pages[-1].proposal.get("result", {})
    data = {"seen_version": str(view.sheet.version), "submission": str(uuid4())}
    data |= {cell_name(one["game"], one["seat"]): one["text"] for one in result.get("entries", ())}
    data |= {total_name(one["what"], one["seat"]): one["text"] for one in result.get("feet", ())}
    return data


def answers(sent: Mapping[str, str]) -> dict[str, str]:
    """What stood in each cell when it was sent, in the letters of the list."""
    found = {}
    for name, text in sent.items():
        game, _dash, seat = name.removeprefix("z").partition("_")
        if name.startswith("z") and game.isdecimal() and seat.isdecimal() and len(name) < 9:
            typed = str(text).strip().upper()[:12]
            found[f"{game}-{seat}"] = SPELLED.get(typed, typed)
    return found


def read_page(
    request: HttpRequest,
    view: SheetView,
    form: GridForm,
    pages: Any,
    *,
    seen: int,
    status: int = 200,
) -> HttpResponse:
    """The grid, the questions above it, and beside it the paper."""
    return grid_page(
        request,
        view,
        form,
        seen=seen,
        submission=form.submission,
        status=status,
        template="tournaments/reading/proposal.html",
        heading=_("Vom Papier gelesen"),
        questions=questions(view, pages),
        slips=[say(one) for one in slips_of(pages) if one],
        pictures=[
            reverse("reading_picture", args=[view.tournament.slug, one.pk]) for one in pages if one.straight
        ],
        places={
            "strips": strips_of(pages),
            "settles": pages[-1].proposal.get("result", {}).get("settles", {}),
        },
        directs=may_direct(actor_of(request), view.tournament),
    )


def slips_of(pages: Any) -> list[Any]:
    return [sentence_of(one["sentence"]) for one in pages[-1].proposal.get("result", {}).get("slips", ())]


def strips_of(pages: Any) -> dict[str, list[int]]:
    """Where each cell is: page, left, top, right, bottom."""
    return {
        place: [number, *box]
        for number, page in enumerate(pages)
        for place, box in strip_places(page).items()
    }


def questions(view: SheetView, pages: Any) -> list[dict[str, Any]]:
    """What is doubtful, in the order in which one reads."""
    page_of = {place: page for page in pages for place in strip_places(page)}
    found = []
    for entry in pages[-1].proposal.get("result", {}).get("entries", ()):
        if not entry["asked"]:
            continue
        page: PaperReading | None = page_of.get(f"{entry['game']}-{entry['seat']}")
        found.append(
            {
                "name": cell_name(entry["game"], entry["seat"]),
                "label": _("Spiel %(game)s, Platz %(seat)s") % {"game": entry["game"], "seat": entry["seat"]},
                "candidates": entry["candidates"],
                "strip": reverse(
                    "reading_strip", args=[view.tournament.slug, page.pk, entry["game"], entry["seat"]]
                )
                if page
                else "",
            }
        )
    return found
