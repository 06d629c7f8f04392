"""From seats, players and rankings to the words of boards, cards, badges, slips and certificates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from scoring.rules import Measure
from scoring.selectors import rules_of
from scoring.wording.phrases import signed
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.words.facts import CodeFacts
from tournaments.lists.words.foot import state_line
from tournaments.models import Registration, Role, Series, Tournament
from tournaments.paper.words import belongs_of, moment_of, series_name, where_of
from tournaments.printing.paper.badges import BadgeFacts
from tournaments.printing.paper.board import BoardFacts, SeatedName, SeatedTable
from tournaments.printing.paper.certificates import CertificateFacts
from tournaments.printing.paper.place_cards import PlaceCardFacts
from tournaments.printing.paper.slips import SlipFacts, SlipRow
from tournaments.printing.paper.start_cards import StartCardFacts
from tournaments.printing.paper.table_cards import TableCardFacts
from tournaments.rankings.selectors.rankings import Category, Ranking, RankingRow
from tournaments.rankings.words.rankings import ranking_name
from tournaments.seating.selectors.places import Hanging, LaidTable, telephone_book

# Seats --------------------------------------------------------------------------------------------------------


def board_facts(
    tournament: Tournament,
    series: Hanging | None,
    tables: Sequence[LaidTable],
    codes: Mapping[int, CodeFacts] | None = None,
) -> BoardFacts:
    """Who sits where in a series, laid or planned; without a series a board that says so."""
    title = _("Sitzordnung")
    return BoardFacts(
        title=title if series is None else f"{title} {series_name(series.number)}",
        event=tournament.name,
        where=where_of(tournament),
        note="" if series is None else note_of(series),
        names=tuple(
            SeatedName(
                name=seat.registration.player.listed_name,
                belongs=str(seat.registration.player.club or ""),
                table=str(table.number),
                seat=str(seat.number),
            )
            for table, seat in telephone_book(list(tables))
        ),
        tables=tuple(
            SeatedTable(
                number=str(table.number), seats=seats_on_card(table), code=(codes or {}).get(table.number)
            )
            for table in tables
        ),
    )


def note_of(series: Hanging) -> str:
    """How the seats came about, so that anybody can redo the draw."""
    parts = [str(Series.Mode(series.mode).label)]
    if series.seed:
        parts.append(_("Los {seed}").format(seed=series.seed))
    parts.append(_("ausgehängt {time}").format(time=moment_of(series.posted_at)))
    if series.laid is None:
        parts.append(_("geplant, es kann sich noch etwas ändern"))
    return " · ".join(parts)


def seats_on_card(table: LaidTable) -> tuple[tuple[str, str, bool], ...]:
    return tuple((str(seat.number), seat.registration.name, seat.keeper) for seat in table.seats)


def table_card_facts(
    tournament: Tournament, series: Hanging, tables: Sequence[LaidTable], codes: Mapping[int, CodeFacts]
) -> list[TableCardFacts]:
    """A card for each table; `codes` by the number of the table."""
    return [
        TableCardFacts(
            event=tournament.name,
            series=series_name(series.number),
            number=str(table.number),
            seats=seats_on_card(table),
            code=codes.get(table.number),
        )
        for table in tables
    ]


def place_card_facts(
    tournament: Tournament, series: Hanging, tables: Sequence[LaidTable]
) -> list[PlaceCardFacts]:
    """A card for each chair, in the order in which they are laid out."""
    return [
        PlaceCardFacts(
            event=tournament.name,
            series=series_name(series.number),
            given_name=seat.registration.player.given_name,
            family_name=seat.registration.player.family_name,
            table=str(table.number),
            seat=str(seat.number),
        )
        for table in tables
        for seat in table.seats
    ]


# People -------------------------------------------------------------------------------------------------------


def start_card_facts(
    tournament: Tournament,
    field: Sequence[Registration],
    seats: Mapping[int, Mapping[int, tuple[int, int]]],
    codes: Mapping[int, CodeFacts],
) -> list[StartCardFacts]:
    """A card for each player; `seats` by start number and series, `codes` by start number."""
    augen = Measure.AUGEN_LOW in rules_of(tournament.rule_set).measures
    return [
        StartCardFacts(
            event=tournament.name,
            where=where_of(tournament),
            name=one.name,
            start_number=str(one.start_number),
            belongs=belongs_of(one),
            seats=tuple(
                own_seat(number, seats.get(one.start_number, {}).get(number))
                for number in range(1, tournament.series_count + 1)
            ),
            with_augen=augen,
            code=codes[one.start_number],
        )
        for one in field
    ]


def own_seat(series: int, seat: tuple[int, int] | None) -> tuple[str, str, str]:
    """A line of the card; what nobody knows yet is left to be written."""
    return (str(series), "", "") if seat is None else (str(series), str(seat[0]), str(seat[1]))


def badge_facts(
    tournament: Tournament, field: Sequence[Registration], officials: Sequence[Role]
) -> list[BadgeFacts]:
    """First those who help, then the players."""
    helpers = [
        BadgeFacts(
            event=tournament.name,
            given_name=role.user.first_name or str(role.user),
            family_name=role.user.last_name,
            belongs="",
            corner=str(role.get_kind_display()),
        )
        for role in officials
    ]
    players = [
        BadgeFacts(
            event=tournament.name,
            given_name=one.player.given_name,
            family_name=one.player.family_name,
            belongs=str(one.player.club or ""),
            corner=str(one.start_number),
        )
        for one in field
    ]
    return [*helpers, *players]


# Results ------------------------------------------------------------------------------------------------------


def slip_facts(views: Sequence[SheetView], *, blank: bool) -> list[SlipFacts]:
    """A slip for each table: to be filled in, or with what its list comes to."""
    return [slip(view, blank=blank) for view in views]


def slip(view: SheetView, *, blank: bool) -> SlipFacts:
    blank = blank or not (view.games or view.totals)
    tournament_rules = view.rules.family.by_table
    rows = []
    for seat in view.seats:
        total = view.tally.totals[seat.number]
        values = (str(total.crosses), str(total.augen)) if tournament_rules else ()
        values = (*values, signed(total.net_points))
        one = seat.registration
        rows.append(
            SlipRow(
                seat=str(seat.number),
                start_number=" · ".join(
                    filter(
                        None, (_("Nr. {number}").format(number=one.start_number), str(one.player.club or ""))
                    )
                ),
                name=one.name,
                values=("",) * len(values) if blank else values,
            )
        )
    return SlipFacts(
        event=view.tournament.name,
        series=str(view.sheet.table.series.number),
        table=str(view.sheet.table.number),
        headings=(*((_("Kreuze"), _("Augen")) if tournament_rules else ()), _("Punkte")),
        rows=tuple(rows),
        state="" if blank else state_line(view),
    )


def certificate_facts(ranking: Ranking, *, until: int, emblem: bytes = b"") -> list[CertificateFacts]:
    """The places from the first to `until`, the last of them on top: so they are called out."""
    chosen = [row for row in ranking.rows if row.place.rank <= until]
    return [facts_of_certificate(ranking, row, emblem) for row in reversed(chosen)]


def facts_of_certificate(ranking: Ranking, row: RankingRow, emblem: bytes) -> CertificateFacts:
    tournament = ranking.tournament
    several = ranking.category in (Category.PAIRS, Category.MIXED_PAIRS, Category.TEAMS, Category.CLUBS)
    pair = ranking.category in (Category.PAIRS, Category.MIXED_PAIRS)
    people = tuple(one.name for one in row.registrations) if several else ()
    first = row.registrations[0] if row.registrations else None
    day = ranking.scope.day or tournament.ends_on
    said = (
        _("belegen in der Wertung „{ranking}“ mit {result} den")
        if pair
        else _("belegt in der Wertung „{ranking}“ mit {result} den")
    )
    return CertificateFacts(
        event=tournament.name,
        names=people if pair else (row.name,),  # a tandem has no name but those of its two
        members=() if pair else people[:8],
        belongs="" if several or first is None else str(first.player.club or ""),
        sentence=said.format(ranking=ranking_name(ranking), result=result_in_words(ranking, row)),
        place=_("{rank}. Platz").format(rank=row.place.rank),
        where=", ".join(filter(None, (tournament.place, date_format(day, "DATE_FORMAT")))),
        signers=(_("Turnierleitung"), _("Schiedsrichter")),
        emblem=emblem,
    )


def result_in_words(ranking: Ranking, row: RankingRow) -> str:
    """What it was for, in the third case: „612 Punkten aus 60 Spielen“."""
    points = npgettext("mit", "{points} Punkt", "{points} Punkten", abs(row.points)).format(
        points=signed(row.points)
    )
    if Measure.AUGEN_LOW in ranking.rules.measures:  # they may have decided
        points += " " + _("({augen} Augen)").format(augen=row.augen)
    games = npgettext("aus", "{games} Spiel", "{games} Spielen", row.games).format(games=row.games)
    return _("{points} aus {games}").format(points=points, games=games)
