"""The director's desk: the one next step, the tables of the series, the lists that wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.speech import say
from tournaments.desk.selectors import desk as selector
from tournaments.desk.selectors.desk import Desk, Step
from tournaments.desk.views.ways import doors
from tournaments.event.permissions import may_direct, may_referee
from tournaments.lists.forms.table import SignForm
from tournaments.lists.selectors.progress import TableProgress
from tournaments.lists.services import sheets as sheets_service
from tournaments.lists.words.clock import shown_clock
from tournaments.lists.words.life import life_in_words
from tournaments.models import Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet, find_tournament, need_role, page
from tournaments.pages.fresh import polls
from tournaments.pages.words import numbers, status_badge, tables_in_words
from tournaments.rankings.selectors.publications import waiting_to_be_published
from tournaments.rankings.services.finish import finish_tournament

FEW = 4  # tables that are still named one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """The next step as the page shows it: what, why, and where to go."""

    title: str
    text: str
    url: str = ""
    label: str = ""


@never_cache
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk; asked for news it answers 204 while nothing has happened."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    if polls(request) and request.headers.get("X-Seen") == str(tournament.revision):
        return HttpResponse(status=204)
    return desk_page(request, tournament)


def desk_page(
    request: HttpRequest, tournament: Tournament, *, refused: str = "", status: int = 200
) -> HttpResponse:
    """The whole desk, or the part that moves."""
    seen = selector.desk(tournament, now=timezone.now())
    context: dict[str, Any] = {
        "tournament": tournament,
        "desk": seen,
        "sign": sign(seen),
        "chips": [chip(seen, table) for table in seen.tables],
        "directs": may_direct(actor_of(request), tournament),
        "refused": refused,
        "waiting": waiting_to_be_published(tournament),
        "clock": shown_clock(seen.current, now=timezone.now()) if seen.current else None,
    }
    if polls(request):
        return page(request, "tournaments/desk/_state.html", **context)
    return page(
        request,
        "tournaments/desk/desk.html",
        current="desk",
        status=status,
        status_now=status_badge(tournament),
        doors=doors(seen, directs=context["directs"]),
        **context,
    )


def chip(seen: Desk, table: TableProgress) -> dict[str, Any]:
    """One table at a glance: number, how far, and where its list is."""
    of = table.planned if table.planned is not None else "?"
    word = f"{table.played}/{of}" if table.life == "open" else life_in_words(table.life)
    if table.life == "complete":
        word = _("{signed} von {size} unterschrieben").format(signed=table.signed, size=table.sitting)
    if table.totals_only:
        word = _("{word}, nur Summen").format(word=word)
    assert seen.current is not None
    return {
        "number": table.table.number,
        "state": table.life.value,
        "word": word,
        "three": table.table.size == 3,
        "url": reverse("sheet", args=[seen.tournament.slug, seen.current.number, table.table.number]),
    }


def table_numbers(tables: tuple[TableProgress, ...]) -> list[int]:
    return [table.table.number for table in tables]


def sign(seen: Desk) -> Sign:
    """The one next step in words."""
    slug = seen.tournament.slug
    match seen.step:
        case Step.REGISTER:
            assert seen.field.refusal is not None
            return Sign(
                title=_("Spieler anmelden"),
                text=say(seen.field.refusal),
                url=reverse("registrations", args=[slug]),
                label=_("Zu den Anmeldungen"),
            )
        case Step.DRAW:
            return Sign(
                title=_("Serie {number} auslosen").format(number=seen.next_number),
                text=ngettext(
                    "{players} Spieler: {tables}.", "{players} Spieler: {tables}.", seen.field.players
                ).format(players=seen.field.players, tables=tables_in_words(seen.field.by_size)),
                url=reverse("draw", args=[slug]),
                label=_("Serie {number} auslosen").format(number=seen.next_number),
            )
        case Step.ACCEPT:
            return accept_sign(seen)
        case Step.SIGN:
            return missing_sign(
                seen.unsigned,
                ngettext(
                    "Unterschriften fehlen an Tisch {tables}",
                    "Unterschriften fehlen an den Tischen {tables}",
                    len(seen.unsigned),
                ),
                _("Unterschriften fehlen an {count} Tischen"),
            )
        case Step.PLAY:
            return missing_sign(
                seen.open,
                ngettext("Tisch {tables} fehlt noch", "Die Tische {tables} fehlen noch", len(seen.open)),
                _("{count} Tische spielen noch"),
            )
        case Step.LOT:
            return Sign(
                title=_("Das Los ziehen"),
                text=_("Einige sind in allem gleich. Das Los bringt sie in eine Reihenfolge."),
                url=reverse("final_lot", args=[slug]),
                label=_("Zum Los"),
            )
        case Step.FINISH:
            return Sign(
                title=_("Turnier abschließen"),
                text=_(
                    "Alle Listen sind angenommen. Nach dem Abschluss wird nichts mehr ausgelost oder angemeldet."
                ),
                url=reverse("finish", args=[slug]),
                label=_("Turnier abschließen"),
            )
        case Step.DONE:
            return Sign(
                title=_("Das Turnier ist beendet"),
                text=_("Die Rangliste steht."),
                url=reverse("standings", args=[slug]),
                label=_("Zur Rangliste"),
            )


def accept_sign(seen: Desk) -> Sign:
    """Lists that lie on the desk."""
    if seen.signed:
        return Sign(
            title=ngettext(
                "Liste von Tisch {tables} annehmen", "Listen der Tische {tables} annehmen", len(seen.signed)
            ).format(tables=numbers(table_numbers(seen.signed))),
            text=_("Alle haben unterschrieben. Nach dem Annehmen ändert nur noch ein Entscheid etwas daran."),
        )
    return Sign(
        title=_("Listen früherer Serien annehmen"),
        text=ngettext(
            "{count} Liste ist noch nicht angenommen.",
            "{count} Listen sind noch nicht angenommen.",
            len(seen.earlier),
        ).format(count=len(seen.earlier)),
    )


def missing_sign(tables: tuple[TableProgress, ...], few: str, many: str) -> Sign:
    """What the hall still owes: named while it is little, counted while it is much."""
    if len(tables) > FEW:
        return Sign(
            title=many.format(count=len(tables)), text=_("Sobald die Listen da sind, erscheinen sie hier.")
        )
    return Sign(
        title=few.format(tables=numbers(table_numbers(tables))),
        text=_("Sobald alles eingetragen und unterschrieben ist, erscheint die Liste hier zum Annehmen."),
    )


def accept(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Take a signed list; one that has moved on since is shown as it is now."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return redirect("desk", slug)
    found = find_sheet(slug, series, table)
    with Attempt() as attempt:
        seen_version = SignForm.version_in(request.POST)
        sheets_service.accept(sheet_id=found.pk, seen_version=seen_version, by=actor, now=timezone.now())
    if attempt.refused:
        said = _("Tisch {table}: {why}").format(table=table, why=attempt.said)
        return desk_page(request, find_tournament(slug), refused=said, status=attempt.status)
    messages.success(request, _("Die Liste von Tisch {table} ist angenommen.").format(table=table))
    return redirect("desk", slug)


def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the tournament, after a last look."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    refused = ""
    if request.method == "POST":
        with Attempt() as attempt:
            finish_tournament(tournament_id=tournament.pk, by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(request, _("Das Turnier ist abgeschlossen."))
            return redirect("desk", slug)
        refused = attempt.said
    seen = selector.desk(tournament, now=timezone.now())
    return page(
        request,
        "tournaments/desk/finish.html",
        tournament=tournament,
        current="desk",
        desk=seen,
        undrawn=tournament.series_count - (seen.current.number if seen.current else 0),
        refused=refused,
        status=422 if refused else 200,
    )
