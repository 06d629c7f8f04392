"""Standings from the lines, cold: milliseconds and queries for 200 players × 5 series, growth, the page and its 304."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from uuid import UUID

from django.db import connection
from django.db.models import Sum
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from benchmarks import database  # before any model
from benchmarks.harness import Figure, cpu_seconds, side_by_side
from benchmarks.large_field import large_field
from scoring.numbers import GameNumber, SeriesNumber
from scoring.selectors import newest_version, rules_of
from scoring.services import publish_built_in
from tournaments.event.core.dealing import dealer, games_of_series, players_of_game
from tournaments.event.permissions import Actor
from tournaments.event.services.setup import Frame, create_tournament
from tournaments.lists.services.sheets import line_of_seat
from tournaments.management.demo.games import likely_result
from tournaments.models import Game, Line, Player, Registration, ScoreSheet, Seat, Tournament, User
from tournaments.rankings.selectors.rankings import rankings
from tournaments.rankings.selectors.snapshots import wanted_of
from tournaments.rankings.selectors.standings import standings
from tournaments.seating.services.series import draw_series

PLAYED_ONE_BY_ONE = 200  # players; a larger field is written in bulk, with games from a stock
NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


def field(players: int, series: int) -> Tournament:
    """A tournament that is played out. Its rows are written in bulk, without journal: reading is measured, not writing."""
    user, _new = User.objects.get_or_create(username="leitung")
    by, row = Actor(user=user), newest_version("club_2018")
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
    made = create_tournament(frame, rule_set=row, confirmed=(), by=by, now=NOON)
    people = Player.objects.bulk_create(
        Player(given_name=f"Probe{number}", family_name=f"Spieler{number:05}") for number in range(players)
    )
    Registration.objects.bulk_create(
        Registration(tournament=made, player=player, start_number=number, registered_at=NOON)
        for number, player in enumerate(people, 1)
    )
    for number in range(1, series + 1):
        drawn = draw_series(tournament_id=made.pk, number=SeriesNumber(number), seed="Pik 7", by=by, now=NOON)
        for sheet in ScoreSheet.objects.filter(table__series=drawn).select_related("table"):
            play(sheet, made)
    return made


def play(sheet: ScoreSheet, made: Tournament) -> None:
    """Every game of a list."""
    rules, size = rules_of(made.rule_set), sheet.table.size
    seats = {int(seat.number): seat for seat in Seat.objects.filter(table=sheet.table)}
    played = []
    for number in range(1, games_of_series(size, made.rounds) + 1):
        order = players_of_game(number, size, rules.table.dealer_sits_out(size))
        result = likely_result(rules, order, seed=f"{sheet.pk}/{number}")
        game = Game(
            sheet=sheet,
            number=GameNumber(number),
            dealer=seats[dealer(number, size)],
            dealer_plays=not rules.table.dealer_sits_out(size),
            finish=result.finish.value,
            submission=UUID(int=number),
            entered_at=NOON,
            entered_by="benchmark",
        )
        played.append((game, order, result))
    Game.objects.bulk_create(game for game, _order, _result in played)
    Line.objects.bulk_create(
        line_of_seat(game, seats[seat], result) for game, order, result in played for seat in order
    )


def floor(made: Tournament) -> Callable[[], object]:
    """The least that a database must do: add the Augen up, by player."""
    lines = Line.objects.filter(game__sheet__table__series__tournament=made, game__struck_at__isnull=True)
    return lambda: list(lines.values("seat__registration_id").annotate(sum=Sum("augen")).order_by())


def queries(work: Callable[[], object]) -> int:
    """How many questions the work asks the database."""
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)


def figures(*, quick: bool) -> Iterator[Figure]:
    database.empty_tables()
    publish_built_in(now=NOON)
    for players, series in [(40, 2), (80, 2)] if quick else [(200, 5), (1_000, 6), (10_000, 6)]:
        made = field(players, series) if players <= PLAYED_ONE_BY_ONE else large_field(players, series)
        name = f"{players} × {series}"
        works: dict[str, Callable[[], object]] = {"ours": partial(standings, made), "floor": floor(made)}
        taken = side_by_side(works, rounds=3 if quick or players > PLAYED_ONE_BY_ONE else 5)
        lines = standings(made).games * 3
        yield Figure(
            name=f"standings {name}, {lines} lines",
            value=taken["ours"] * 1e3,
            unit="ms",
            ratio=taken["ours"] / taken["floor"],
            compared_with="the time in which SQL adds up the Augen alone; less is better",
        )
        yield Figure(name=f"standings {name}, each line", value=taken["ours"] * 1e6 / lines, unit="µs")
        yield Figure(name=f"standings {name}, queries", value=queries(works["ours"]), unit="")
        yield from every_ranking(made, name)
        yield from page(made, name)


def every_ranking(made: Tournament, name: str) -> Iterator[Figure]:
    """All categories, over everything and of each series, out of sums that are there."""
    what = standings(made)
    wanted = wanted_of(what)
    taken = cpu_seconds(lambda: rankings(made, wanted, given=what))
    yield Figure(name=f"rankings {name}, {len(wanted)} of them", value=taken * 1e3, unit="ms")


def page(made: Tournament, name: str) -> Iterator[Figure]:
    """The public page: cold, its bytes, and what it costs when nothing changed."""
    with database.plain_static_files(), override_settings(ALLOWED_HOSTS=["*"]):
        client = Client()
        link = f"/turnier/{made.slug}/rangliste/"
        first = client.get(link)
        assert first.status_code == 200
        cold = queries(lambda: client.get(link))
        yield Figure(name=f"page {name}, cold", value=cpu_seconds(lambda: client.get(link)) * 1e3, unit="ms")
        yield Figure(name=f"page {name}, queries", value=cold, unit="")
        yield Figure(
            name=f"page {name}, compressed", value=len(gzip.compress(first.content)) / 1e3, unit="kB"
        )
        known = {"If-None-Match": client.get(link).headers["ETag"]}
        assert client.get(link, headers=known).status_code == 304
        unchanged = queries(lambda: client.get(link, headers=known))
        yield Figure(
            name=f"page {name}, unchanged",
            value=cpu_seconds(lambda: client.get(link, headers=known)) * 1e3,
            unit="ms",
        )
        yield Figure(name=f"page {name}, unchanged, queries", value=unchanged, unit="")
