"""What can be chosen beside a button of „Drucken“ before a file is made; it goes into the file's address."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.printing.paper.certificates import Design
from tournaments.rankings.selectors.rankings import categories_of, days_of
from tournaments.rankings.selectors.standings import Standings, standings
from tournaments.rankings.views.rankings import ADDRESS
from tournaments.seating.selectors import places
from tournaments.seating.selectors.places import Hanging


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A field beside the button."""

    name: str
    label: str
    options: tuple[tuple[str, str, bool], ...]  # value, words, chosen
    number: str = ""  # instead of options: a number that is typed


class Offered:
    """What choices are made from, asked for once for the whole page."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def what(self) -> Standings:
        return standings(self.tournament)

    @cached_property
    def hanging(self) -> tuple[Hanging, ...]:
        return tuple(places.hanging(self.tournament))


def nothing_to_choose(_offered: Offered) -> tuple[Choice, ...]:
    return ()


def series_choices(offered: Offered, *, whole: bool = False) -> tuple[Choice, ...]:
    """The series that hang out; the one that people look for now is chosen."""
    now = places.current(list(offered.hanging))
    options = [
        (str(one.number), _("Serie {number}").format(number=one.number), not whole and one is now)
        for one in offered.hanging
    ]
    if whole:
        options.insert(0, ("", _("ganzes Turnier"), True))
    return (
        (Choice(name="serie", label=_("Serie"), options=tuple(options)),) if offered.hanging or whole else ()
    )


def ranking_choices(offered: Offered) -> tuple[Choice, ...]:
    """Which ranking: who is compared, and over what."""
    categories = categories_of(offered.tournament, given=offered.what)
    names = tuple(
        (ADDRESS[category], str(category.label), not number) for number, category in enumerate(categories)
    )
    chosen = [Choice(name="wertung", label=_("Wertung"), options=names)] if names else []
    days = days_of(offered.tournament, given=offered.what)
    if len(days) > 1:
        each = [(f"{day:%Y-%m-%d}", date_format(day, "SHORT_DATE_FORMAT"), False) for day in days]
        chosen.append(Choice(name="tag", label=_("Tag"), options=(("", _("alle Tage"), True), *each)))
    return (*chosen, *series_choices(offered, whole=True))


def start_number_choices(_offered: Offered) -> tuple[Choice, ...]:
    return (Choice(name="nummer", label=_("Nur Startnummer"), options=(), number=_("alle")),)


def order_of_board(offered: Offered) -> tuple[Choice, ...]:
    options = (
        ("namen", _("nach Namen"), True),
        ("tischen", _("nach Tischen"), False),
        ("codes", _("Tische mit Codes"), False),
    )
    return (*series_choices(offered), Choice(name="nach", label=_("Geordnet"), options=options))


def filled_lists(offered: Offered) -> tuple[Choice, ...]:
    options = (
        ("1", _("leer"), True),
        ("", _("wie sie sind"), False),
        ("gegenliste", _("leer, als Gegenliste"), False),
        ("versiegelt", _("angenommene, versiegelt (Zip)"), False),
    )
    return (*series_choices(offered), Choice(name="leer", label=_("Ausgefüllt?"), options=options))


def seats_of_neutral(offered: Offered) -> tuple[Choice, ...]:
    """Tables of the tournament's rules, and any other by the basic rules."""
    size = offered.tournament.table_size
    options = tuple(
        (str(seats), _("{seats} Plätze").format(seats=seats), seats == size) for seats in range(2, 7)
    )
    return (Choice(name="plaetze", label=_("Tisch zu"), options=options),)


def filled_slips(offered: Offered) -> tuple[Choice, ...]:
    options = (("", _("wie er ist"), True), ("1", _("leer"), False))
    return (*series_choices(offered), Choice(name="leer", label=_("Ausgefüllt?"), options=options))


def certificate_choices(offered: Offered) -> tuple[Choice, ...]:
    """Which ranking, how far down, and in which dress."""
    names = {Design.FRAME: _("mit Rahmen"), Design.BAND: _("mit grünem Band"), Design.PLAIN: _("schlicht")}
    designs = tuple((design.value, names[design], design is Design.FRAME) for design in Design)
    return (
        *ranking_choices(offered),
        Choice(name="bis", label=_("Bis Platz"), options=(), number="3"),
        Choice(name="art", label=_("Gestaltung"), options=designs),
        Choice(name="lage", label=_("Blatt"), options=(("", _("hoch"), True), ("quer", _("quer"), False))),
    )
