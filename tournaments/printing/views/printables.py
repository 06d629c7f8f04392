"""Everything that can be printed, in the order of the day: one line each gives it address, right and button.

To add one, write what makes its bytes and a line here: docs/recipes.md, "A printable".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.event.permissions import Actor, may_direct, may_referee
from tournaments.models import Tournament
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.printing.selectors import emblem_of
from tournaments.printing.views import choices, files
from tournaments.printing.views.choices import Choice, Offered
from tournaments.printing.views.files import File, pdf_answer

ANYWAY = "trotzdem"  # in the address of a file that is printed although its content can still change


class PrintMoment(Enum):
    """What belongs together at the desk."""

    BEFORE = gettext_lazy("Vor dem ersten Spiel")
    SERIES = gettext_lazy("Zu jeder Serie")
    AFTER = gettext_lazy("Nach dem letzten Spiel")


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """One thing to print. Without `make` the file is another room's, and `name` is the name of its address."""

    key: str
    name: str
    moment: PrintMoment
    title: Any
    help: Any
    address: str = ""  # below papier/
    make: Callable[[HttpRequest, Tournament], File] | None = None
    may: Callable[[Actor, Tournament], bool] | None = None  # None: everybody
    choices: Callable[[Offered], tuple[Choice, ...]] = choices.nothing_to_choose
    fixed: tuple[tuple[str, str], ...] = ()  # goes into the address unasked
    secret: bool = False  # it carries codes
    provisional: Callable[[HttpRequest, Tournament], list[str]] | None = (
        None  # reasons to ask before printing
    )


PRINTABLES: tuple[Printable, ...] = (
    Printable(
        key="start",
        name="start_cards_pdf",
        moment=PrintMoment.BEFORE,
        title=gettext_lazy("Startkarten"),
        help=gettext_lazy(
            "Eine für jeden: seine Plätze, Spalten zum Mitschreiben, der Code seiner eigenen Seite."
        ),
        address="startkarten",
        make=files.start_cards,
        may=may_direct,
        choices=choices.start_number_choices,
        secret=True,
    ),
    Printable(
        key="badges",
        name="badges_pdf",
        moment=PrintMoment.BEFORE,
        title=gettext_lazy("Namensschilder"),
        help=gettext_lazy(
            "Zehn auf einem Bogen, 85 × 54 mm, mit Schnittmarken; auch für Turnierleitung und Schiedsrichter."
        ),
        address="namensschilder",
        make=files.badges,
        may=may_referee,
    ),
    Printable(
        key="neutral",
        name="neutral_pdf",
        moment=PrintMoment.BEFORE,
        title=gettext_lazy("Leere Liste für jedes Turnier"),
        help=gettext_lazy("Ohne Namen, ohne Code: zum Kopieren und für den Fall, dass der Rechner ausfällt."),
        address="leere-liste",
        make=files.neutral_list,
        choices=choices.seats_of_neutral,
    ),
    Printable(
        key="rules",
        name="rules_pdf",
        moment=PrintMoment.BEFORE,
        title=gettext_lazy("Regeln"),
        help=gettext_lazy("Das Regelwerk dieses Turniers mit allen Lesarten, zum Auslegen und Nachschlagen."),
        address="regeln",
        make=files.rules,
    ),
    Printable(
        key="day",
        name="day_guide_pdf",
        moment=PrintMoment.BEFORE,
        title=gettext_lazy("Der Tag auf einer Seite"),
        help=gettext_lazy("Was nach was kommt und wozu welche Seite da ist: zum Aufhängen neben dem Laptop."),
        address="tag",
        make=files.day_guide,
    ),
    Printable(
        key="board",
        name="board_pdf",
        moment=PrintMoment.SERIES,
        title=gettext_lazy("Sitzordnung für die Wand"),
        help=gettext_lazy("Groß, nach Namen oder nach Tischen; mit Codes nur für die Listenführer."),
        address="sitzordnung",
        make=files.board,
        choices=choices.order_of_board,
    ),
    Printable(
        key="lists",
        name="series_lists",
        moment=PrintMoment.SERIES,
        title=gettext_lazy("Spiellisten"),
        help=gettext_lazy("Alle Tische in einer Datei. Leere tragen den Code des Tisches."),
        choices=choices.filled_lists,
        secret=True,
    ),
    Printable(
        key="tables",
        name="table_cards_pdf",
        moment=PrintMoment.SERIES,
        title=gettext_lazy("Tischkarten"),
        help=gettext_lazy("Zum Falten und Aufstellen: die Nummer von weitem, Namen und Code von nahem."),
        address="tischkarten",
        make=files.table_cards,
        may=may_referee,
        choices=choices.series_choices,
        secret=True,
    ),
    Printable(
        key="places",
        name="place_cards_pdf",
        moment=PrintMoment.SERIES,
        title=gettext_lazy("Platzkarten"),
        help=gettext_lazy("Vier auf einem Bogen, zum Falten, eine für jeden Stuhl."),
        address="platzkarten",
        make=files.place_cards,
        may=may_referee,
        choices=choices.series_choices,
    ),
    Printable(
        key="slips",
        name="slips_pdf",
        moment=PrintMoment.SERIES,
        title=gettext_lazy("Ergebniszettel"),
        help=gettext_lazy("Vier auf einem Bogen, einer für jeden Tisch."),
        address="ergebniszettel",
        make=files.slips,
        may=may_referee,
        choices=choices.filled_slips,
    ),
    Printable(
        key="standings",
        name="standings_pdf",
        moment=PrintMoment.SERIES,
        title=gettext_lazy("Rangliste für die Wand"),
        help=gettext_lazy("So viele Seiten, wie es braucht."),
        choices=choices.ranking_choices,
    ),
    Printable(
        key="certificates",
        name="certificates_pdf",
        moment=PrintMoment.AFTER,
        title=gettext_lazy("Urkunden"),
        help=gettext_lazy("Eine je Seite, der letzte Platz zuerst: So werden sie ausgerufen."),
        address="urkunden",
        make=files.certificates,
        may=may_direct,
        choices=choices.certificate_choices,
        provisional=files.certificates_provisional,
    ),
    Printable(
        key="receipts",
        name="receipts_pdf",
        moment=PrintMoment.AFTER,
        title=gettext_lazy("Quittungsliste der Preise"),
        help=gettext_lazy("Wer wie viel bekommt, mit einer Zeile zum Unterschreiben."),
    ),
    Printable(
        key="single",
        name="receipts_pdf",
        moment=PrintMoment.AFTER,
        title=gettext_lazy("Quittungen einzeln"),
        help=gettext_lazy("Ein Abschnitt für jeden Preis."),
        fixed=(("einzeln", "1"),),
    ),
    Printable(
        key="statistics",
        name="statistics_pdf",
        moment=PrintMoment.AFTER,
        title=gettext_lazy("Statistik"),
        help=gettext_lazy("Punkte je Serie, Augen, Hand-Rommés: als Bilder."),
    ),
    Printable(
        key="record",
        name="record_pdf",
        moment=PrintMoment.AFTER,
        title=gettext_lazy("Turnierbericht"),
        help=gettext_lazy(
            "Der ganze Tag: Teilnehmer, Serien, Entscheide, Ergebnisse, Auszug aus dem Protokoll; zum Unterschreiben."
        ),
        address="niederschrift",
        make=files.record,
        may=may_referee,
    ),
)


@require_safe
def print_file(request: HttpRequest, slug: str, *, printable: Printable) -> HttpResponse:
    """Return the file of a printable, or ask first where its content can still change."""
    tournament = find_tournament(slug)
    if printable.may is not None:
        need_role(request, printable.may, tournament)
    if printable.provisional is not None and ANYWAY not in request.GET:
        reasons = printable.provisional(request, tournament)
        if reasons:
            return ask_before_printing(request, tournament, printable, reasons)
    assert printable.make is not None
    name, content = printable.make(request, tournament)
    return pdf_answer(tournament, name, content)


def ask_before_printing(
    request: HttpRequest, tournament: Tournament, printable: Printable, reasons: list[str]
) -> HttpResponse:
    """Say on the screen that results can still change, and link to the file all the same."""
    asked = request.GET.copy()
    asked[ANYWAY] = "1"
    return page(
        request,
        "tournaments/printing/provisional.html",
        tournament=tournament,
        current="desk",
        printable=printable,
        reasons=reasons,
        anyway=f"{request.path}?{asked.urlencode()}",
    )


@require_safe
def printing(request: HttpRequest, slug: str) -> HttpResponse:
    """One button for each file, its choices beside it; without scripts they are plain forms."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    offered = Offered(tournament)
    moments = [
        {
            "title": moment.value,
            "prints": [
                {"what": one, "url": reverse(one.name, args=[slug]), "choices": one.choices(offered)}
                for one in PRINTABLES
                if one.moment is moment
            ],
        }
        for moment in PrintMoment
    ]
    return page(
        request,
        "tournaments/printing/start.html",
        tournament=tournament,
        current="desk",
        moments=moments,
        emblem=emblem_of(tournament),
    )
