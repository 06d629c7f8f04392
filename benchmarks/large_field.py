"""A large tournament that is played out, in seconds: rows in bulk, games from a small stock. For benchmarks that only read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import count
from uuid import UUID

from django.db import transaction

from benchmarks import database  # before any model
from scoring.numbers import GameNumber, SeatNumber, SeriesNumber
from scoring.points import Result
from scoring.selectors import newest_version, rules_of
from tournaments.event.core.dealing import dealer, games_of_series, players_of_game
from tournaments.event.permissions import Actor
from tournaments.event.services.setup import Frame, create_tournament
from tournaments.lists.services.sheets import line_of_seat
from tournaments.management.demo.games import likely_result
from tournaments.models import (
    Game,
    Line,
    Player,
    Registration,
    ScoreSheet,
    Seat,
    Series,
    Table,
    Tournament,
    User,
)

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
STOCK = 97  # different games; a prime, so that they fall differently at every table
AT_ONCE = 250  # tables whose games are in memory

assert database


def large_field(players: int, series: int) -> Tournament:
    """So many players at tables of four, all games of all series entered."""
    user, _new = User.objects.get_or_create(username="leitung")
    row = newest_version("club_2018")
    assert row is not None
    frame = Frame(
        name=f"Feld {players} × {series}",
        place="",
        starts_on=date(2026, 11, 14),
        ends_on=date(2026, 11, 14),
        series_count=series,
        rounds=5,
        target=None,
        table_size=4,
    )
    made = create_tournament(frame, rule_set=row, confirmed=(), by=Actor(user=user), now=NOON)
    people = Player.objects.bulk_create(
        (
            Player(given_name=f"Probe{number}", family_name=f"Spieler{number:05}")
            for number in range(1, players + 1)
        ),
        batch_size=2000,
    )
    field = Registration.objects.bulk_create(
        (
            Registration(tournament=made, player=player, start_number=number, registered_at=NOON)
            for number, player in enumerate(people, 1)
        ),
        batch_size=2000,
    )
    for number in range(1, series + 1):
        play_series(made, number, field)
    return made


@transaction.atomic
def play_series(made: Tournament, number: int, field: list[Registration]) -> None:
    """One series: everybody sits, everything is played."""
    drawn = Series.objects.create(
        tournament=made,
        number=SeriesNumber(number),
        mode=Series.Mode.LOTS,
        seed="Pik 7",
        drawn_at=NOON,
        posted_at=NOON,
    )
    moved = field[number * 7 :] + field[: number * 7]
    tables = Table.objects.bulk_create(
        (Table(series=drawn, number=at, size=4) for at in range(1, len(field) // 4 + 1)), batch_size=2000
    )
    seats = Seat.objects.bulk_create(
        (
            Seat(table=table, series=drawn, number=SeatNumber(place + 1), registration=moved[at * 4 + place])
            for at, table in enumerate(tables)
            for place in range(4)
        ),
        batch_size=2000,
    )
    sheets = ScoreSheet.objects.bulk_create(
        (ScoreSheet(table=table, scorer=seats[at * 4]) for at, table in enumerate(tables)), batch_size=2000
    )
    stock = stock_of(made)
    for first in range(0, len(sheets), AT_ONCE):
        played = [
            game
            for at in range(first, min(first + AT_ONCE, len(sheets)))
            for game in games(sheets[at], seats[at * 4 : at * 4 + 4], stock, made.rounds)
        ]
        Game.objects.bulk_create((game for game, _rows, _result in played), batch_size=2000)
        Line.objects.bulk_create(
            (line_of_seat(game, seat, result) for game, rows, result in played for seat in rows),
            batch_size=2000,
        )


def stock_of(made: Tournament) -> list[list[Result]]:
    """For each place of the dealer a stock of games."""
    rules = rules_of(made.rule_set)
    return [
        [likely_result(rules, players_of_game(deal, 4, True), seed=f"{deal}/{n}") for n in range(STOCK)]
        for deal in range(1, 5)
    ]


def games(
    sheet: ScoreSheet, seats: list[Seat], stock: list[list[Result]], rounds: int
) -> Iterator[tuple[Game, list[Seat], Result]]:
    taken = count(sheet.pk)
    for number in range(1, games_of_series(4, rounds) + 1):
        result = stock[(number - 1) % 4][(next(taken) * 31) % STOCK]
        game = Game(
            sheet=sheet,
            number=GameNumber(number),
            dealer=seats[dealer(number, 4) - 1],
            dealer_plays=False,
            finish=result.finish.value,
            submission=UUID(int=number),
            entered_at=NOON,
            entered_by="benchmark",
        )
        yield game, [seats[seat - 1] for seat in players_of_game(number, 4, True)], result
