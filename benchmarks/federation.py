"""A federation's pages with 1,000 tournaments and 50,000 people: home, calendar, register and search, cold, as somebody signed in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from benchmarks import database  # isort: skip  # sets Django up
from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.harness import Figure, cpu_seconds, side_by_side
from scoring.services import publish_built_in
from tournaments.models import Club, Organiser, Player, Registration, Role, Tournament, User

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
CLUBS = 200
SYLLABLES = ("ka", "ro", "be", "li", "nu", "sto", "mei", "fra", "tu", "wel")


def name_of(number: int) -> str:
    """A word that nobody is called, another for each number."""
    said = ""
    for _place in range(4):
        number, place = divmod(number, len(SYLLABLES))
        said += SYLLABLES[place]
    return said.capitalize()


def fill(tournaments: int, people: int) -> User:
    """Clubs, players, tournaments of a year with their fields; one who directs some of them and keeps the machine."""
    rule_set = publish_built_in(now=NOON)[1]
    clubs = Club.objects.bulk_create(Club(name=f"{name_of(n)} {n}") for n in range(CLUBS))
    players = Player.objects.bulk_create(
        Player(given_name=name_of(n * 7), family_name=f"{name_of(n)}{n // 10_000}", club=clubs[n % CLUBS])
        for n in range(people)
    )
    Player.objects.bulk_create(  # one of two hundred is entered by two clubs
        Player(given_name=one.given_name, family_name=one.family_name, club=clubs[n % CLUBS])
        for n, one in enumerate(players[::200])
    )
    today = date.today()  # noqa: DTZ011 - the calendar begins today
    rows = []
    for n in range(tournaments):
        day = today + timedelta(days=n * 365 // tournaments - 180)
        status = ("finished", "running", "setup")[(day >= today) + (day > today)]
        rows.append(
            Tournament(
                slug=f"pokal-{n}", name=f"Pokal {name_of(n)}", place=name_of(n * 3), starts_on=day, ends_on=day,
                rule_set=rule_set, series_count=4, rounds=12, table_size=4, status=status, created_at=NOON,
            )
        )  # fmt: skip
    made = Tournament.objects.bulk_create(rows)
    Organiser.objects.bulk_create(
        Organiser(tournament=one, club=clubs[n % CLUBS], set_at=NOON, set_by="") for n, one in enumerate(made)
    )
    each = people // tournaments
    Registration.objects.bulk_create(
        (
            Registration(
                tournament=one, player=players[n * each + place], start_number=place + 1, registered_at=NOON
            )
            for n, one in enumerate(made)
            for place in range(each)
        ),
        batch_size=5_000,
    )
    user = User.objects.create_superuser("bench")
    Role.objects.bulk_create(Role(tournament=one, user=user, kind="director") for one in made[:20])
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return user


def figures(*, quick: bool = False) -> list[Figure]:
    database.empty_tables()
    user = fill(*((100, 2_000) if quick else (1_000, 50_000)))
    client = Client()
    client.force_login(user)
    found = name_of(1234)
    pages = {
        "home": reverse("home"),
        "calendar": reverse("calendar"),
        "calendar as a file": reverse("calendar_ics"),
        "federation": reverse("federation"),
        "a club": reverse("club", args=[Club.objects.first().pk]),  # type: ignore[union-attr]
        "register, a whole name": f"{reverse('player_register')}?name={found}",
        "register, names that stand twice": reverse("players_twice"),
        "register, one entry": reverse("player_entry", args=[Player.objects.earliest("pk").pk]),
        "register, two letters": f"{reverse('player_register')}?name={found[:2]}",
        "search at the desk": f"{reverse('finder', args=['pokal-0'])}?suche={name_of(5)}",
    }

    def ask(address: str) -> None:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    with database.plain_static_files():
        taken = side_by_side(
            {name: (lambda address=address: ask(address)) for name, address in pages.items()},  # type: ignore[misc]
            rounds=3 if quick else 7,
            measure=cpu_seconds,
        )
    return [Figure(name=name, value=taken[name] * 1000, unit="ms") for name in pages]
