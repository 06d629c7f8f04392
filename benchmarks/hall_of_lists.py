"""A hall in the middle of a series, for benchmarks of its pages: a phone at a table, a director, a screen, a reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.test import Client
from django.urls import reverse

from benchmarks import database  # before any model
from benchmarks.standings import play
from scoring.numbers import GameNumber, SeriesNumber
from scoring.selectors import newest_version, rules_of
from scoring.services import publish_built_in
from tournaments.access.selectors.codes import code_of
from tournaments.event.core.dealing import dealer, players_of_game
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import Frame, create_tournament
from tournaments.lists.services.sheets import line_of_seat
from tournaments.management.demo.games import likely_result
from tournaments.models import (
    Game,
    Line,
    Player,
    Registration,
    ScoreSheet,
    Screen,
    Seat,
    Tournament,
    User,
)
from tournaments.seating.services.series import draw_series

assert database

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The tournament, whose lists of the second series are under way, and its director."""

    tournament: Tournament
    director: User

    def lists(self) -> list[ScoreSheet]:
        """The lists that are being played."""
        return list(sheets().filter(table__series__tournament=self.tournament, table__series__number=2))

    def address(self, name: str, sheet: ScoreSheet, *more: Any) -> str:
        return reverse(name, args=[self.tournament.slug, 2, sheet.table.number, *more])


def hall(players: int = 40, *, played: int = 6) -> Hall:
    """One series played out, of a second one so many games; a screen hangs on the wall."""
    publish_built_in(now=NOON)
    director, _new = User.objects.get_or_create(username="leitung", defaults={"is_active": True})
    by, row = Actor(user=director), newest_version("club_2018")
    assert row is not None
    frame = Frame(
        name=f"Halle {players}",
        place="",
        starts_on=date(2026, 11, 14),
        ends_on=date(2026, 11, 14),
        series_count=2,
        rounds=5,
        target=None,
        table_size=4,
    )
    made = create_tournament(frame, rule_set=row, confirmed=(), by=by, now=NOON)
    people = Player.objects.bulk_create(
        Player(given_name=f"Probe{number}", family_name=f"Spieler{number:04}") for number in range(players)
    )
    Registration.objects.bulk_create(
        Registration(tournament=made, player=player, start_number=number, registered_at=NOON)
        for number, player in enumerate(people, 1)
    )
    for number in (1, 2):
        drawn = draw_series(tournament_id=made.pk, number=SeriesNumber(number), seed="Pik 7", by=by, now=NOON)
        for sheet in ScoreSheet.objects.filter(table__series=drawn).select_related("table"):
            if number == 1:
                play(sheet, made)
            else:
                begin(sheet, made, played)
    Screen.objects.create(
        tournament=made, number=1, code="47111", programme=Screen.Programme.AUTO, added_at=NOON
    )
    made.refresh_from_db()
    return Hall(tournament=made, director=director)


def begin(sheet: ScoreSheet, made: Tournament, games: int) -> None:
    """The first games of a list."""
    rules, seats = (
        rules_of(made.rule_set),
        {int(one.number): one for one in Seat.objects.filter(table=sheet.table)},
    )
    for number in range(1, games + 1):
        order = players_of_game(number, sheet.table.size, rules.table.dealer_sits_out(sheet.table.size))
        result = likely_result(rules, order, seed=f"{sheet.pk}/{number}")
        game = Game.objects.create(
            sheet=sheet,
            number=GameNumber(number),
            dealer=seats[dealer(number, sheet.table.size)],
            dealer_plays=not rules.table.dealer_sits_out(sheet.table.size),
            finish=result.finish.value,
            submission=uuid5(UUID(int=sheet.pk), str(number)),
            entered_at=NOON + timedelta(minutes=number),
            entered_by="benchmark",
        )
        Line.objects.bulk_create(line_of_seat(game, seats[seat], result) for seat in order)


def phone(hall: Hall, sheet: ScoreSheet) -> Client:
    """A phone that has scanned the code of this table."""
    caller = Client(
        headers={"user-agent": "Mozilla/5.0 (Linux; Android 14; K) Chrome/140.0 Mobile Safari/537.36"}
    )
    answer = caller.get(reverse("table_link", args=[code_of(sheet).token]))
    assert answer.status_code == 302
    assert caller.get(hall.address("sheet", sheet)).status_code == 200
    return caller


def desk(hall: Hall) -> Client:
    """The director's browser."""
    caller = Client()
    caller.force_login(hall.director)
    return caller


def cookies_of(caller: Client) -> str:
    """As a browser sends them."""
    return "; ".join(f"{name}={morsel.value}" for name, morsel in caller.cookies.items())
