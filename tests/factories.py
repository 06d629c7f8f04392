"""A tournament in one line: plain functions that build through the services, so that every fact has its journal line."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import UUID, uuid5

from django.db import transaction

from scoring.engine.law import Finish
from scoring.models import RuleSet
from scoring.numbers import GameNumber, SeriesNumber
from scoring.points import HandLeft, Result
from scoring.selectors import rules_of
from scoring.services import publish_built_in
from tournaments.event.core.course import Course
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services import journal
from tournaments.event.services import setup as tournaments_service
from tournaments.event.services.setup import Frame, NewPlayer
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services import sheets as sheets_service
from tournaments.lists.services import signing as signing_service
from tournaments.models import Game, Player, Registration, Role, ScoreSheet, Series, Tournament, User
from tournaments.seating.services import series as series_service

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
SPACE = UUID("00000000-0000-0000-0000-00000000c1ab")


def user(username: str = "leitung", **names: str) -> User:
    found = User.objects.filter(username=username).first()
    return found or User.objects.create_user(username=username, password="Kreuz-Bube-11", **names)


def director(username: str = "leitung") -> Actor:
    return Actor(user=user(username), device="Test")


def referee(tournament: Tournament, username: str = "schiri") -> Actor:
    person = user(username)
    tournaments_service.grant_role(
        tournament_id=tournament.pk, user=person, kind=Role.Kind.REFEREE, by=director(), now=NOON
    )
    return Actor(user=person, device="Test")


def scorer(sheet: ScoreSheet) -> Actor:
    return Actor(sheet_id=sheet.pk, device="Test")


def rule_row(key: str = "club_2018") -> RuleSet:
    """The built-in rules, published by conftest; published again where a test has taken them away."""
    published = RuleSet.objects.filter(key=key).first()
    return published or next(row for row in publish_built_in(now=NOON) if row.key == key)


def tournament(
    *,
    rules: str = "club_2018",
    players: int = 0,
    series: int = 3,
    rounds: int = 5,
    target: int | None = None,
    table_size: int = 4,
    name: str = "Probeturnier",
) -> Tournament:
    row = rule_row(rules)
    made = tournaments_service.create_tournament(
        Frame(
            name=name,
            place="Probesaal",
            starts_on=date(2026, 11, 14),
            ends_on=date(2026, 11, 14),
            series_count=series,
            rounds=rounds,
            target=target,
            table_size=table_size,
        ),
        rule_set=row,
        confirmed=rules_of(row).to_confirm,
        by=director(),
        now=NOON,
    )
    fill(made, players)
    return made


def fill(made: Tournament, players: int) -> None:
    """So many entries at once, as `register` would have written them one by one."""
    names = [person(number) for number in range(1, players + 1)]
    known = {
        (one.given_name, one.family_name): one
        for one in Player.objects.filter(family_name__in=[name.family_name for name in names], club=None)
    }
    new = [
        Player(given_name=one.given_name, family_name=one.family_name)
        for one in names
        if (one.given_name, one.family_name) not in known
    ]
    known |= {(one.given_name, one.family_name): one for one in Player.objects.bulk_create(new)}
    entered = Registration.objects.bulk_create(
        Registration(
            tournament=made,
            player=known[name.given_name, name.family_name],
            start_number=number,
            registered_at=NOON,
        )
        for number, name in enumerate(names, 1)
    )
    lines = [
        ("player_registered", {"start_number": one.start_number, "name": one.player.name}) for one in entered
    ]
    with transaction.atomic():
        journal.write_many(made, lines, by=director(), now=NOON)


def administrator(username: str = "verwaltung") -> Actor:
    """Who keeps the machine itself."""
    kept = user(username)
    User.objects.filter(pk=kept.pk).update(is_superuser=True, is_staff=True)
    kept.refresh_from_db()
    return Actor(user=kept)


def person(number: int) -> NewPlayer:
    return NewPlayer(given_name=f"Probe{number}", family_name=f"Spieler{number:03}")


def register(made: Tournament, number: int) -> Registration:
    return tournaments_service.register_player(
        tournament_id=made.pk,
        player=person(number),
        by=director(),
        now=NOON,
    )


def draw(made: Tournament, number: int = 1, seed: str = "probe") -> Series:
    return series_service.draw_series(
        tournament_id=made.pk, number=SeriesNumber(number), seed=seed, by=director(), now=NOON
    )


def sheet_of(series: Series, table: int = 1) -> ScoreSheet:
    return sheets().get(table__series=series, table__number=table)


def table_of(
    size: int = 4, *, rules: str = "club_2018", rounds: int = 5, target: int | None = None
) -> ScoreSheet:
    """A table of so many players with its open list."""
    made = tournament(
        rules=rules,
        players=size,
        rounds=rounds,
        target=target,
        table_size=max(size, 2) if rules == "basic" else 4,
    )
    return sheet_of(draw(made))


def result(
    winner: int | None = None, hands: dict[int, tuple[int, bool]] | None = None, finish: Finish = Finish.PLAIN
) -> Result:
    """`result(2, {3: (25, True), 4: (88, False)})`: seat 2 goes out, the others hold these Augen (opened?)."""
    return Result(
        finish=finish,
        winner=winner,
        hands={seat: HandLeft(augen=augen, opened=opened) for seat, (augen, opened) in (hands or {}).items()},
    )


def play(sheet: ScoreSheet, number: int, what: Result | None = None, by: Actor | None = None) -> Game:
    """Report one game; without a result it ends as usual."""
    seen = ScoreSheet.objects.values_list("version", flat=True).get(pk=sheet.pk)
    if what is None:
        view = sheet_view(sheets().get(pk=sheet.pk), now=NOON)
        what = as_usual(view.course, number)
    return report(sheet, number, what, seen=seen, by=by)


def play_all(sheet: ScoreSheet) -> ScoreSheet:
    """Report every game of a list that is played for a number of Runden."""
    view = sheet_view(sheets().get(pk=sheet.pk), now=NOON)
    assert view.planned is not None
    first = len(view.games) + 1
    for seen, number in enumerate(range(first, view.planned + 1), view.sheet.version):
        report(sheet, number, as_usual(view.course, number), seen=seen)
    return sheets().get(pk=sheet.pk)


def as_usual(course: Course, number: int) -> Result:
    """The player left of the dealer goes out, and the others hold 25, opened."""
    first, *others = course.deal(number).playing
    return result(first, dict.fromkeys(others, (25, True)))


def report(sheet: ScoreSheet, number: int, what: Result, *, seen: int, by: Actor | None = None) -> Game:
    return sheets_service.enter_game(
        sheet_id=sheet.pk,
        number=GameNumber(number),
        result=what,
        submission=uuid5(SPACE, f"{sheet.pk}/{number}/{seen}"),
        seen_version=seen,
        by=by or scorer(sheet),
        now=NOON,
    )


def sign_all(sheet: ScoreSheet) -> ScoreSheet:
    for seat in sheet_view(sheet, now=NOON).unsigned:
        signing_service.sign_list(
            sheet_id=sheet.pk,
            seat_number=seat.number,
            method="paper",
            seen_version=sheets().get(pk=sheet.pk).version,
            by=scorer(sheet),
            now=NOON,
        )
    return sheets().get(pk=sheet.pk)


def accept(sheet: ScoreSheet) -> ScoreSheet:
    return sheets_service.accept(
        sheet_id=sheet.pk, seen_version=sheets().get(pk=sheet.pk).version, by=director(), now=NOON
    )


def undone():
    """A savepoint for what the database refuses, so that the test goes on."""
    return transaction.atomic()


def view_rules(sheet: ScoreSheet):
    """The rules of a list's tournament, as a value."""
    return rules_of(sheet.table.series.tournament.rule_set)
