"""A table's list: read by everybody, kept by its list keeper, signed by its seats, taken by the director."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.event.permissions import Actor, may_direct, may_referee, may_score, must, must_read
from tournaments.lists.forms.table import HandOverForm, SignForm
from tournaments.lists.selectors.check_codes import taken_over
from tournaments.lists.selectors.second_typing import unsettled
from tournaments.lists.selectors.sheets import Life, SheetView, scorer_may_correct, sheet_view
from tournaments.lists.services import sheets as sheets_service
from tournaments.lists.services import signing as signing_service
from tournaments.lists.views import life_words
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.words.clock import shown_clock
from tournaments.models import Game, Ruling, ScoreSheet, Signature
from tournaments.pages.attempts import Attempt
from tournaments.pages.forms import ReasonForm
from tournaments.pages.frame import actor_of, find_sheet, page


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What this person may do with this list; the services ask again."""

    score: bool
    rule: bool
    direct: bool


def rights_of(actor: Actor, sheet: ScoreSheet) -> Rights:
    tournament = sheet.table.series.tournament
    return Rights(
        score=may_score(actor, sheet),
        rule=may_referee(actor, tournament),
        direct=may_direct(actor, tournament),
    )


def posted(request: HttpRequest) -> QueryDict | None:
    """What was sent, also when it was nothing; None when nothing was sent."""
    return request.POST if request.method == "POST" else None


def address(view: SheetView | ScoreSheet, name: str = "sheet", *more: Any) -> str:
    """The address of a page of this list."""
    table = view.table if isinstance(view, ScoreSheet) else view.sheet.table
    return reverse(name, args=[table.series.tournament.slug, table.series.number, table.number, *more])


def crumbs(view: SheetView, here: str = "") -> list[dict[str, str]]:
    """Where this page is: tournament, series, table, and what is done here."""
    series = view.sheet.table.series
    slug = view.tournament.slug
    path = [
        {"label": view.tournament.name, "url": reverse("tournament", args=[slug])},
        {
            "label": _("Serie %(number)s") % {"number": series.number},
            "url": reverse("seating_series", args=[slug, series.number]),
        },
        {"label": _("Tisch %(number)s") % {"number": view.sheet.table.number}, "url": address(view)},
    ]
    if not here:
        path[-1]["url"] = ""
        return path
    return [*path, {"label": here, "url": ""}]


def sheet_page(
    request: HttpRequest, template: str, view: SheetView, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page about one list, in the frame of its tournament."""
    actor = actor_of(request)
    if view.life is Life.OPEN:
        context.setdefault("clock", shown_clock(view.sheet.table.series, now=timezone.now()))
    if actor.user is None and actor.sheet_id == view.sheet.pk:
        context["role"] = sheet_rows.sheet_title(view)
        context["at_table"] = True  # the list keeper: the next game first, nothing that leads away
    return page(
        request,
        template,
        tournament=view.tournament,
        current="",
        status=status,
        view=view,
        sheet_url=address(view),
        elsewhere=taken_over(view.sheet),
        **context,
    )


def row_link(view: SheetView, rights: Rights) -> sheet_rows.Link:
    """Where a row leads: to its entry for who may write it, to its rulings for who may rule."""

    def link(game: Game | None) -> str:
        if game is None:
            coming = view.next_game
            return address(view, "game", coming.number) if rights.score and coming else ""
        if rights.rule or (rights.score and scorer_may_correct(view, game.number)):
            return address(view, "game", game.number)
        return ""

    return link


def list_context(request: HttpRequest, view: SheetView) -> dict[str, Any]:
    """Everything that the moving part of the list's page shows."""
    rights = rights_of(actor_of(request), view.sheet)
    return {
        "rights": rights,
        "steps": sheet_rows.life_steps(view),
        "seats": sheet_rows.drawn_seats(view, ink=rights.score),
        "sheet": sheet_rows.drawn_sheet(view, link=row_link(view, rights), show_doubts=rights.score),
        "tally": sheet_rows.tally_bar(view),
        "doubts": sheet_rows.said_doubts(view) if rights.score else [],
        "penalties": sheet_rows.said_penalties(view),
        "rulings": sheet_rulings(view),
        "target": sheet_rows.target_words(view),
        "until": sheet_rows.objections_until(view),
        "differing": ", ".join(map(str, unsettled(view))),
        "mismatches_url": address(view, "mismatches"),
        "state_url": address(view, "sheet_state"),
        "game_url": address(view, "game", view.next_game.number) if view.next_game else "",
        "signatures_url": address(view, "signatures"),
        "hand_over_url": address(view, "hand_over"),
        "accept_url": address(view, "accept_sheet"),
        "take_back_url": address(view, "take_back"),
        "penalty_url": address(view, "penalty"),
        "lend_url": address(view, "lend_table"),
        "protest_url": address(view, "protest"),
        "journal_url": journal_url(view),
        "paper_links": paper_links(view),
        "hand_url": hand_url(view) if rights.rule else "",
        **life_words.life_context(view, now=timezone.now()),
    }


def paper_links(view: SheetView) -> dict[str, Any]:
    """What the links to paper hang on."""
    table = view.sheet.table
    return {
        "slug": view.tournament.slug,
        "series": table.series.number,
        "table": table.number,
        "life": view.life.value,
        "games": bool(view.games),
        "totals": bool(view.totals),
    }


def journal_url(view: SheetView) -> str:
    """The deeds about this list alone."""
    table = view.sheet.table
    return (
        f"{reverse('journal', args=[view.tournament.slug])}?serie={table.series.number}&tisch={table.number}"
    )


def hand_url(view: SheetView) -> str:
    """Where a hand is judged: for the game that is being played, otherwise for the last one."""
    number = view.next_game.number if view.next_game else max((game.number for game in view.games), default=0)
    return address(view, "hand_of_game", number) if number else ""


def sheet_rulings(view: SheetView) -> list[Ruling]:
    """What was decided about this list; penalties have their own lines."""
    if not getattr(view.sheet, "has_rulings", True):
        return []
    rulings = Ruling.objects.filter(sheet=view.sheet).exclude(kind=Ruling.Kind.PENALTY)
    return list(rulings.select_related("game", "decided_by").order_by("number"))


@never_cache
@require_safe
def sheet(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The list as everybody may read it."""
    found = find_sheet(slug, series, table)
    must_read(actor_of(request), found)
    return whole_list(request, found)


def whole_list(
    request: HttpRequest, found: ScoreSheet, *, status: int = 200, refused: str = ""
) -> HttpResponse:
    view = sheet_view(found, now=timezone.now())
    return sheet_page(
        request,
        "tournaments/lists/sheet.html",
        view,
        status=status,
        refused=refused,
        heading=sheet_rows.sheet_title(view),
        crumbs=crumbs(view),
        actions=actions(view),
        **list_context(request, view),
    )


def actions(view: SheetView) -> list[dict[str, str]]:
    """What can be done with the whole list, as far as its pages exist."""
    try:
        found = [{"url": address(view, "sheet_pdf"), "label": _("Drucken"), "icon": "print"}]
        if view.sheet.accepted_at is not None:
            found.append({"url": address(view, "sheet_seals"), "label": _("Versiegelt"), "icon": "lock"})
        return found
    except NoReverseMatch:
        return []


@never_cache
def signatures(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Each seat reads its sums and confirms the list; who is missing stays visible."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    form = SignForm(posted(request))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with Attempt(form) as attempt:
                signed = signing_service.sign_list(
                    sheet_id=found.pk, by=actor, now=timezone.now(), **form.cleaned_data
                )
            if not attempt.refused:
                return after_signing(request, found, signed)
            status = attempt.status
    view = sheet_view(find_sheet(slug, series, table), now=timezone.now())
    return sheet_page(
        request,
        "tournaments/lists/signatures.html",
        view,
        status=status,
        heading=_("Unterschriften"),
        crumbs=crumbs(view, _("Unterschriften")),
        form=form,
        seats=sheet_rows.drawn_seats(view, ink=True),
        open_list=view.life is Life.OPEN,
        hand_over_url=address(view, "hand_over"),
    )


def after_signing(request: HttpRequest, found: ScoreSheet, signed: Signature) -> HttpResponse:
    """Back to the names while somebody is missing, otherwise to the finished list."""
    name = signed.seat.registration.name
    messages.success(request, _("%(name)s hat unterschrieben.") % {"name": name})
    waiting = sheet_view(found, now=timezone.now()).unsigned
    return redirect(address(found, "signatures" if waiting else "sheet"))


@never_cache
def hand_over(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Somebody else at the table keeps the list from now on."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    view = sheet_view(found, now=timezone.now())
    form = HandOverForm(posted(request), seats=view.sitting, scorer=found.scorer)
    if request.method == "POST" and form.is_valid():
        seat = form.cleaned_data["seat"]
        with Attempt(form) as attempt:
            sheets_service.hand_over(sheet_id=found.pk, seat_number=seat, by=actor, now=timezone.now())
        if not attempt.refused:
            name = next(one.registration.name for one in view.seats if one.number == seat)
            messages.success(request, _("%(name)s führt jetzt die Liste.") % {"name": name})
            return redirect(address(view))
    return sheet_page(
        request,
        "tournaments/lists/hand_over.html",
        view,
        status=422 if form.errors else 200,
        heading=_("Listenführung übergeben"),
        crumbs=crumbs(view, _("Listenführung")),
        form=form,
    )


@require_POST
def accept_sheet(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The director takes the signed list."""
    found = find_sheet(slug, series, table)
    seen = SignForm.version_in(request.POST)
    with Attempt() as attempt:
        sheets_service.accept(sheet_id=found.pk, seen_version=seen, by=actor_of(request), now=timezone.now())
    if attempt.refused:
        return whole_list(
            request, find_sheet(slug, series, table), status=attempt.status, refused=attempt.said
        )
    messages.success(request, _("Die Liste ist angenommen."))
    return redirect(address(found))


@never_cache
def take_back(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The director undoes the acceptance of a list, with a reason."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_direct(actor, found.table.series.tournament))
    form = ReasonForm(posted(request), initial={"seen_version": found.version})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with Attempt(form) as attempt:
                sheets_service.take_back_acceptance(
                    sheet_id=found.pk, by=actor, now=timezone.now(), **form.cleaned_data
                )
            if not attempt.refused:
                messages.success(request, _("Die Annahme ist zurückgenommen."))
                return redirect(address(found))
            status = attempt.status
    found = find_sheet(slug, series, table)
    view = sheet_view(found, now=timezone.now())
    return sheet_page(
        request,
        "tournaments/lists/take_back.html",
        view,
        status=status,
        heading=_("Annahme zurücknehmen"),
        crumbs=crumbs(view, _("Annahme zurücknehmen")),
        form=form,
        seen=found.version,
        at_once=True,
    )
