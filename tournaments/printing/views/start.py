"""„Drucken“: everything that goes on paper, in the order of the day, each with its button and its choices."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.event.permissions import may_direct
from tournaments.models import Tournament
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.rankings.selectors.rankings import categories_of, days_of
from tournaments.rankings.selectors.standings import Standings, standings
from tournaments.rankings.views.rankings import ADDRESS
from tournaments.seating.selectors import places


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What can be chosen before a file is made; it goes into the address."""

    name: str
    label: str
    options: tuple[tuple[str, str, bool], ...]  # value, words, chosen
    number: str = ""  # instead of options: a number that is typed


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """One thing to print."""

    key: str
    title: str
    help: str
    url: str
    choices: tuple[Choice, ...] = ()
    fixed: tuple[tuple[str, str], ...] = ()  # goes into the address unasked
    secret: bool = False  # it carries codes


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What belongs together: before, during, after."""

    title: str
    prints: tuple[Print, ...]


@require_safe
def printing(request: HttpRequest, slug: str) -> HttpResponse:
    """One button for each page, the choices beside it; without scripts they are plain forms."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    what = standings(tournament)
    moments = (before(tournament), during(tournament, what), after(tournament, what))
    return page(
        request, "tournaments/printing/start.html", tournament=tournament, current="desk", moments=moments
    )


def address(tournament: Tournament, name: str) -> str:
    return reverse(name, args=[tournament.slug])


def series_choice(tournament: Tournament, *, whole: bool = False) -> tuple[Choice, ...]:
    """The series that hang out; the one that people look for now is chosen."""
    hanging = places.hanging(tournament)
    now = places.current(hanging)
    options = [
        (str(one.number), _("Serie {number}").format(number=one.number), not whole and one is now)
        for one in hanging
    ]
    if whole:
        options.insert(0, ("", _("ganzes Turnier"), True))
    return (Choice(name="serie", label=_("Serie"), options=tuple(options)),) if options else ()


def filled_choice() -> Choice:
    return Choice(
        name="leer", label=_("Ausgefüllt?"), options=(("", _("wie er ist"), True), ("1", _("leer"), False))
    )


def before(tournament: Tournament) -> Moment:
    return Moment(
        title=_("Vor dem ersten Spiel"),
        prints=(
            Print(
                key="start",
                title=_("Startkarten"),
                help=_(
                    "Eine für jeden: seine Plätze, Spalten zum Mitschreiben, der Code seiner eigenen Seite."
                ),
                url=address(tournament, "start_cards_pdf"),
                choices=(Choice(name="nummer", label=_("Nur Startnummer"), options=(), number=_("alle")),),
                secret=True,
            ),
            Print(
                key="badges",
                title=_("Namensschilder"),
                help=_(
                    "Zehn auf einem Bogen, 85 × 54 mm, mit Schnittmarken; auch für Leitung und Schiedsrichter."
                ),
                url=address(tournament, "badges_pdf"),
            ),
            Print(
                key="rules",
                title=_("Regeln"),
                help=_("Das Regelwerk dieses Turniers auf höchstens zwei Seiten, mit Prüfzeichen."),
                url=address(tournament, "rules_pdf"),
            ),
        ),
    )


def during(tournament: Tournament, what: Standings) -> Moment:
    series = series_choice(tournament)
    by = Choice(
        name="nach",
        label=_("Geordnet"),
        options=(
            ("namen", _("nach Namen"), True),
            ("tischen", _("nach Tischen"), False),
            ("codes", _("Tische mit Codes"), False),
        ),
    )
    return Moment(
        title=_("Zu jeder Serie"),
        prints=(
            Print(
                key="board",
                title=_("Sitzordnung für die Wand"),
                help=_("Groß, nach Namen oder nach Tischen; mit Codes nur für die Listenführer."),
                url=address(tournament, "board_pdf"),
                choices=(*series, by),
            ),
            Print(
                key="lists",
                title=_("Spiellisten"),
                help=_("Alle Tische in einer Datei. Leere tragen den Code des Tisches."),
                url=address(tournament, "series_lists"),
                choices=(
                    *series,
                    Choice(
                        name="leer",
                        label=_("Ausgefüllt?"),
                        options=(
                            ("1", _("leer"), True),
                            ("", _("wie sie sind"), False),
                            ("gegenliste", _("leer, als Gegenliste"), False),
                            ("versiegelt", _("angenommene, versiegelt (Zip)"), False),
                        ),
                    ),
                ),
                secret=True,
            ),
            Print(
                key="tables",
                title=_("Tischkarten"),
                help=_("Zum Falten und Aufstellen: die Nummer von weitem, Namen und Code von nahem."),
                url=address(tournament, "table_cards_pdf"),
                choices=series,
                secret=True,
            ),
            Print(
                key="places",
                title=_("Platzkarten"),
                help=_("Vier auf einem Bogen, zum Falten, eine für jeden Stuhl."),
                url=address(tournament, "place_cards_pdf"),
                choices=series,
            ),
            Print(
                key="slips",
                title=_("Ergebniszettel"),
                help=_("Vier auf einem Bogen, einer für jeden Tisch."),
                url=address(tournament, "slips_pdf"),
                choices=(*series, filled_choice()),
            ),
            Print(
                key="standings",
                title=_("Rangliste für die Wand"),
                help=_("So viele Seiten, wie es braucht."),
                url=address(tournament, "standings_pdf"),
                choices=ranking_choices(tournament, what),
            ),
        ),
    )


def ranking_choices(tournament: Tournament, what: Standings) -> tuple[Choice, ...]:
    """Which ranking: who is compared, and over what."""
    categories = categories_of(tournament, given=what)
    names = tuple(
        (ADDRESS[category], str(category.label), not number) for number, category in enumerate(categories)
    )
    chosen = [Choice(name="wertung", label=_("Wertung"), options=names)] if names else []
    days = days_of(tournament, given=what)
    if len(days) > 1:
        each = [(f"{day:%Y-%m-%d}", date_format(day, "SHORT_DATE_FORMAT"), False) for day in days]
        chosen.append(Choice(name="tag", label=_("Tag"), options=(("", _("alle Tage"), True), *each)))
    return (*chosen, *series_choice(tournament, whole=True))


def after(tournament: Tournament, what: Standings) -> Moment:
    places_until = Choice(name="bis", label=_("Bis Platz"), options=(), number="3")
    return Moment(
        title=_("Nach dem letzten Spiel"),
        prints=(
            Print(
                key="certificates",
                title=_("Urkunden"),
                help=_("Eine je Seite, der letzte Platz zuerst: So werden sie ausgerufen."),
                url=address(tournament, "certificates_pdf"),
                choices=(*ranking_choices(tournament, what), places_until),
            ),
            Print(
                key="receipts",
                title=_("Quittungsliste der Preise"),
                help=_("Wer wie viel bekommt, mit einer Zeile zum Unterschreiben."),
                url=address(tournament, "receipts_pdf"),
            ),
            Print(
                key="single",
                title=_("Quittungen einzeln"),
                help=_("Ein Abschnitt für jeden Preis."),
                url=address(tournament, "receipts_pdf"),
                fixed=(("einzeln", "1"),),
            ),
            Print(
                key="statistics",
                title=_("Statistik"),
                help=_("Punkte je Serie, Augen, Hand-Rommés: als Bilder."),
                url=address(tournament, "statistics_pdf"),
            ),
            Print(
                key="record",
                title=_("Niederschrift"),
                help=_(
                    "Der ganze Tag: Teilnehmer, Serien, Entscheide, Ergebnisse, Auszug aus dem Protokoll; zum Unterschreiben."
                ),
                url=address(tournament, "record_pdf"),
            ),
        ),
    )
