"""The files behind the buttons of „Drucken“: what is asked for, as the name of the file and its bytes (printables.py)."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.rules.loader import built_in
from scoring.selectors import rules_of
from tournaments.access.selectors.codes import codes_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.permissions import may_direct, may_referee
from tournaments.event.selectors.sheets import sheets
from tournaments.event.selectors.tournaments import registrations
from tournaments.field.views.own_code import scanned_own_page, typed_own_page
from tournaments.journal.paper.day_record import record_pdf
from tournaments.journal.selectors.day_record import day_record
from tournaments.lists.paper.pdf import neutral_pdf
from tournaments.lists.selectors.in_bulk import unfinished_series
from tournaments.lists.selectors.sheets import sheet_views
from tournaments.lists.words.facts import CodeFacts
from tournaments.models import ScoreSheet, Tournament
from tournaments.pages.files import PDF, file_answer
from tournaments.pages.frame import find_tournament, need_role
from tournaments.pages.phone_addresses import scanned_address, site_for_phones, typed_address
from tournaments.printing.paper import cards
from tournaments.printing.paper.certificates import Design
from tournaments.printing.selectors import picture_of
from tournaments.rankings.selectors.publications import standings_shown
from tournaments.rankings.views.rankings import ranking_asked
from tournaments.rankings.words.rankings import reasons_provisional
from tournaments.seating.selectors import places
from tournaments.seating.selectors.all_seats import seats_of_everybody
from tournaments.seating.selectors.places import Hanging, LaidTable

File = tuple[str, bytes]  # how it is called, and what it is
USUAL_CERTIFICATES, MOST_CERTIFICATES = 3, 999
FEWEST_SEATS, MOST_SEATS, NEUTRAL_GAMES = 2, 6, 20


def pdf_answer(tournament: Tournament, name: str, content: bytes) -> HttpResponse:
    """A file to look at and to print; kept by no cache, since it may carry codes and is as old as it is."""
    answer = file_answer(content, PDF, f"{tournament.name}, {name}.pdf", inline=True)
    answer["Cache-Control"] = "private, no-store"
    return answer


def series_asked(request: HttpRequest, tournament: Tournament) -> Hanging | None:
    """The series in the address, or the one that people look for now; None while nothing hangs out."""
    hanging = places.hanging(tournament)
    typed = request.GET.get("serie", "")
    if not typed:
        return places.current(hanging)
    found = next((one for one in hanging if str(one.number) == typed), None)
    if found is None:
        raise Http404(_("Diese Serie ist noch nicht ausgelost."))
    return found


def with_series(name: str, series: Hanging | None) -> str:
    return name if series is None else _("{name}, Serie {series}").format(name=name, series=series.number)


def lists_laid(series: Hanging | None) -> list[ScoreSheet]:
    """The lists of a series that is laid, in the order of the tables."""
    if series is None or series.laid is None:
        return []
    return list(sheets().filter(table__series=series.laid).order_by("table__number"))


def digits(request: HttpRequest, key: str) -> int | None:
    typed = request.GET.get(key, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 7 else None


def numbers_asked(request: HttpRequest, key: str) -> frozenset[int] | None:
    """Several numbers in an address, as in ?tische=1,3; None where none is asked for: then all are meant."""
    parts = request.GET.get(key, "").split(",")
    found = frozenset(int(one) for one in parts if one.isascii() and one.isdecimal() and len(one) < 7)
    return found or None


def asked_tables(request: HttpRequest, tournament: Tournament, series: Hanging | None) -> list[LaidTable]:
    """The tables of a series, or those of them that ?tische=1,3 says."""
    wanted = numbers_asked(request, "tische")
    tables = places.tables_of_series(tournament, series) if series else []
    return [table for table in tables if wanted is None or table.number in wanted]


# What everybody may read --------------------------------------------------------------------------------------


def board(request: HttpRequest, tournament: Tournament) -> File:
    """The seating for the wall, by name; with ?nach=tischen table by table; ?nach=codes only for those who lead."""
    order = request.GET.get("nach", "")
    if order == "codes":
        need_role(request, may_referee, tournament)
    series = series_asked(request, tournament)
    tables = places.tables_of_series(tournament, series) if series else []
    codes = table_codes(request, lists_laid(series)) if order == "codes" else {}
    by_table = order in ("tischen", "codes")
    content = cards.board_pdf(tournament, series, tables, by_table=by_table, codes=codes, now=timezone.now())
    name = _("Sitzordnung nach Tischen") if by_table else _("Sitzordnung nach Namen")
    return (with_series(name, series), content)


def day_guide(_request: HttpRequest, tournament: Tournament) -> File:
    """What comes after what, to hang beside the laptop."""
    return (_("Der Tag auf einer Seite"), cards.day_guide_pdf(tournament, now=timezone.now()))


def rules(_request: HttpRequest, tournament: Tournament) -> File:
    """The rules of this tournament on one or two pages."""
    return (_("Regeln"), cards.rules_pdf(tournament, now=timezone.now()))


# What only those get who lead: codes let in, and badges, slips and the record are theirs to hand out ----------


def table_cards(request: HttpRequest, tournament: Tournament) -> File:
    """A card for each table of a series, with the code of its list where it has one; with ?tische=1,3 for these."""
    series = series_asked(request, tournament)
    tables = asked_tables(request, tournament, series)
    codes = table_codes(request, lists_laid(series))
    content = cards.table_cards_pdf(tournament, series, tables, codes, now=timezone.now())
    return (with_series(_("Tischkarten"), series), content)


def table_codes(request: HttpRequest, lists: Sequence[ScoreSheet]) -> dict[int, CodeFacts]:
    """By the number of the table."""
    site, codes = site_for_phones(request), codes_of(lists)
    return {
        sheet.table.number: CodeFacts(
            link=scanned_address(site, codes[sheet.pk]),
            typed=typed_address(site, codes[sheet.pk]),
            pin=codes[sheet.pk].spoken_pin,
        )
        for sheet in lists
    }


def place_cards(request: HttpRequest, tournament: Tournament) -> File:
    """A card for each chair of a series; with ?tische=1,3 at these tables."""
    series = series_asked(request, tournament)
    tables = asked_tables(request, tournament, series)
    content = cards.place_cards_pdf(tournament, series, tables, now=timezone.now())
    return (with_series(_("Platzkarten"), series), content)


def start_cards(request: HttpRequest, tournament: Tournament) -> File:
    """A card for everybody who plays; with ?nummer=17 for one player, with ?nummer=3,17 for these."""
    wanted = numbers_asked(request, "nummer")
    field = registrations(tournament).select_related("team", "pair").filter(withdrawn_at__isnull=True)
    if wanted is not None:
        field = field.filter(start_number__in=wanted)
    people, site = list(field), site_for_phones(request)
    codes = {}
    for one in people:
        code = own_code(one)
        codes[one.start_number] = CodeFacts(
            link=scanned_own_page(site, code), typed=typed_own_page(site, code), pin=code.spoken_pin
        )
    content = cards.start_cards_pdf(
        tournament, people, seats_of_everybody(tournament), codes, now=timezone.now()
    )
    return (_("Startkarten"), content)


def badges(request: HttpRequest, tournament: Tournament) -> File:
    """A badge for everybody who plays, and for those who lead; with ?nummer=3,17 for these players alone."""
    wanted = numbers_asked(request, "nummer")
    field = list(registrations(tournament).filter(withdrawn_at__isnull=True))
    officials = list(tournament.roles.select_related("user").order_by("kind", "user__username"))
    if wanted is not None:
        field, officials = [one for one in field if one.start_number in wanted], []
    content = cards.badges_pdf(tournament, field, officials, now=timezone.now())
    return (_("Namensschilder"), content)


def slips(request: HttpRequest, tournament: Tournament) -> File:
    """A slip for each table of a series as it stands; with ?leer=1 to be filled in."""
    series, now = series_asked(request, tournament), timezone.now()
    wanted = numbers_asked(request, "tische")
    lists = [one for one in lists_laid(series) if wanted is None or one.table.number in wanted]
    views, blank = sheet_views(lists, now=now), bool(request.GET.get("leer"))
    content = cards.slips_pdf(tournament, series, views, blank=blank, now=now)
    name = with_series(_("Ergebniszettel"), series)
    return (f"{name}{_(', leer') if blank else ''}", content)


def certificates(request: HttpRequest, tournament: Tournament) -> File:
    """Certificates of the ranking that ?wertung=tandem, ?serie=2 or ?tag= say, for the places until ?bis=3."""
    seen = standings_shown(tournament, draft=True)
    what = seen.ranking(*ranking_asked(request, seen))
    until = min(digits(request, "bis") or USUAL_CERTIFICATES, MOST_CERTIFICATES)
    content = cards.certificates_pdf(
        what,
        until=until,
        now=timezone.now(),
        design=design_asked(request),
        across=request.GET.get("lage") == "quer",
        emblem=picture_of(tournament),
    )
    return (f"{_('Urkunden')}, {what.category.label}", content)


def certificates_provisional(request: HttpRequest, tournament: Tournament) -> list[str]:
    """Return why the ranking that is asked for can still change; empty once its last list is accepted."""
    if tournament.status == Tournament.Status.FINISHED:
        return []
    seen = standings_shown(tournament, draft=True)
    _category, scope = ranking_asked(request, seen)
    return reasons_provisional(unfinished_series(tournament).within(seen.what.facts.series_in(scope)))


def neutral_list(request: HttpRequest, tournament: Tournament) -> File:
    """A blank list for any tournament: of the tournament's rules where they know such tables, else of the basic rules."""
    seats = min(max(digits(request, "plaetze") or tournament.table_size, FEWEST_SEATS), MOST_SEATS)
    rules = rules_of(tournament.rule_set)
    if seats not in rules.table.sizes:
        rules = built_in("basic")
    games = seats * max(1, NEUTRAL_GAMES // seats)
    content = neutral_pdf(rules, seats=seats, games=games, now=timezone.now())
    return (_("Leere Spielliste, {seats} Plätze").format(seats=seats), content)


def design_asked(request: HttpRequest) -> Design:
    asked_for = request.GET.get("art", "")
    return Design(asked_for) if asked_for in {design.value for design in Design} else Design.FRAME


def record(_request: HttpRequest, tournament: Tournament) -> File:
    """The day's record, as it stands now."""
    return (_("Turnierbericht"), record_pdf(day_record(tournament), now=timezone.now()))


@require_safe
def series_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect from the choices on the page „Drucken“ to the address of a series' lists."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    series = series_asked(request, tournament)
    if series is None or series.laid is None:
        raise Http404(_("Für diese Serie liegen noch keine Listen."))
    filled = request.GET.get("leer", "")
    if filled == "versiegelt":
        return redirect(reverse("series_sealed", args=[slug, series.number]))
    kind = {"": "", "gegenliste": "?gegenliste=1"}.get(filled, "?leer=1")
    return redirect(reverse("sheets_pdf", args=[slug, series.number]) + kind)
