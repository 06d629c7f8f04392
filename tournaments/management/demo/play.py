"""Plays the demo through the services, so that its journal is real: who, what and when stand in fixtures/demo.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify

from scoring.numbers import GameNumber, SeatNumber, SeriesNumber
from scoring.selectors import newest_version, rules_of
from scoring.services import publish_built_in
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.core.dealing import dealer, games_of_series, players_of_game
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import (
    Frame,
    NewPlayer,
    create_tournament,
    form_pair,
    form_team,
    grant_role,
    register_player,
    withdraw_player,
)
from tournaments.lists.services.sheets import accept, enter_game
from tournaments.lists.services.signing import sign_list
from tournaments.management.demo.games import likely_result, likely_sums
from tournaments.management.demo.money import MoneyPlan, hand_out, open_the_box, read_money
from tournaments.models import Role, ScoreSheet, Signature, Tournament, User
from tournaments.paper_entry.services.totals import enter_totals
from tournaments.rulings.services import penalise_loose_hand
from tournaments.rulings.services.deals import rule_misdeal
from tournaments.seating.services.series import draw_series

PLAN = Path(settings.BASE_DIR) / "fixtures" / "demo.toml"
ZONE = ZoneInfo("Europe/Luxembourg")  # the plan's clock, wherever the laptop stands
SUBMISSIONS = UUID("00000000-0000-0000-0000-0000000de304")
TO_SIGN, TO_ACCEPT = timedelta(minutes=4), timedelta(minutes=9)  # after the last game
DRAWING_TABLE = 2
A_NAME = (  # a flourish that is nobody's
    "[[[90,250],[130,120],[165,90],[180,130],[150,220],[120,270]],[[120,180],[210,170],[240,200],[225,240],[255,235],"
    "[290,190],[300,215],[315,240],[345,200],[370,190],[380,235],[415,215],[450,185],[475,195],[470,235],[520,225]],"
    "[[560,230],[640,215],[760,222],[880,205]]]"
)
AT_THE_DESK = "Laptop am Tisch der Leitung"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPlan:
    """One series of the plan: its seed, its hours, and the lists that are not accepted yet."""

    seed: str
    drawn: datetime
    begins: datetime
    left_at: Mapping[str, str] = field(default_factory=dict)  # table → open, complete or signed
    open_after: int = 0
    sums_only: bool = False  # every list came in on paper, and somebody typed nothing but its sums

    def last_game(self, table: int, planned: int) -> int:
        return self.open_after if self.left_at.get(str(table)) == "open" else planned


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """One tournament of the plan."""

    name: str
    place: str
    rules: str
    starts_on: date
    ends_on: date
    begins: datetime
    series_count: int
    rounds: int
    table_size: int
    seed: str
    field: tuple[int, ...]
    minutes_per_game: tuple[int, ...]
    tandems: tuple[tuple[int, int], ...]
    teams: Mapping[str, tuple[int, ...]]
    series: tuple[SeriesPlan, ...]
    deeds: tuple[Mapping[str, Any], ...]
    money: MoneyPlan | None = None

    @property
    def slug(self) -> str:
        """By this address the loader knows that the evening is there already."""
        return slugify(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPlan:
    """The whole demo."""

    players: tuple[NewPlayer, ...]
    users: tuple[Mapping[str, str], ...]
    evenings: tuple[Evening, ...]


def read_plan(path: Path = PLAN) -> DemoPlan:
    """The plan as values; a name that is missing or unknown stops here."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    clubs = ("", *document["clubs"])
    players = tuple(
        NewPlayer(given_name=given, family_name=family, sex=sex, club=clubs[club])
        for given, family, sex, club in document["players"]
    )
    return DemoPlan(
        players=players,
        users=tuple(document["users"]),
        evenings=tuple(read_evening(part, len(players)) for part in document["evenings"]),
    )


def read_evening(part: dict[str, Any], players: int) -> Evening:
    everybody = tuple(range(1, players + 1))
    return Evening(
        **part
        | {
            "begins": part["begins"].replace(tzinfo=ZONE),
            "field": everybody if part["field"] == "all" else tuple(part["field"]),
            "minutes_per_game": tuple(part["minutes_per_game"]),
            "tandems": tuple((first, second) for first, second in part["tandems"]),
            "teams": {name: tuple(numbers) for name, numbers in part["teams"].items()},
            "series": tuple(read_series(series) for series in part["series"]),
            "deeds": tuple(part.get("deeds", ())),
            "money": read_money(part["money"]) if "money" in part else None,
        }
    )


def read_series(part: dict[str, Any]) -> SeriesPlan:
    hours = {name: part[name].replace(tzinfo=ZONE) for name in ("drawn", "begins")}
    return SeriesPlan(**part | hours)


@transaction.atomic
def load_demo(plan: DemoPlan, *, new_password: Callable[[str], str], now: datetime) -> tuple[Tournament, ...]:
    """Play every evening of the plan where none of them is there; a second call changes nothing. All or nothing.

    An evening that a later version adds does not appear beside the tournaments of a club that updates.
    `new_password` is asked once for each account that has to be made.
    """
    if Tournament.objects.filter(slug__in=[evening.slug for evening in plan.evenings]).exists():
        return ()
    publish_built_in(now=now)
    director, referee, *_others = (
        Actor(user=demo_account(user, new_password), device=AT_THE_DESK) for user in plan.users
    )
    return tuple(Playing(plan, evening, director, referee).play() for evening in plan.evenings)


def demo_account(user: Mapping[str, str], new_password: Callable[[str], str]) -> User:
    """The account of this name; one that exists keeps its password, and what it may.

    A new one gets a password that is printed, and is good at this machine alone. Who administers, does so for the demo:
    on a machine that holds anything else, the printed password lets no administrator in.
    """
    known = User.objects.filter(username=user["name"]).first()
    if known is not None:
        return known
    administers = user.get("administers", "") == "yes"
    made = User.objects.create_user(
        username=user["name"],
        password=new_password(user["name"]),
        first_name=user["given_name"],
        last_name=user["family_name"],
        is_staff=administers,
        is_superuser=administers,
    )
    made.printed_password = True
    made.save(update_fields=["printed_password"])
    return made


@dataclass(frozen=True, slots=True, order=True)
class DueDeal:
    """A game that is due: the order of these is the order of the evening."""

    at: datetime
    table: int
    number: int


class Playing:
    """One evening while it is being played."""

    def __init__(self, plan: DemoPlan, evening: Evening, director: Actor, referee: Actor) -> None:
        self.plan, self.evening, self.director, self.referee = plan, evening, director, referee

    def play(self) -> Tournament:
        self.tournament = self.set_up()
        self.rules = rules_of(self.tournament.rule_set)
        self.enter_field()
        self.take_money()
        for number, series in enumerate(self.evening.series, 1):
            self.play_series(number, series)
        for deed in self.evening.deeds:
            if deed["do"] == "withdraw":
                self.withdraw(deed)
        if self.evening.money is not None:
            last = self.evening.series[-1].begins + timedelta(hours=3)
            hand_out(self.evening.money, self.tournament, by=self.director, now=last)
        return Tournament.objects.get(pk=self.tournament.pk)

    def set_up(self) -> Tournament:
        evening = self.evening
        row = newest_version(evening.rules)
        assert row is not None, "the built-in rule sets were published"
        names = ("name", "place", "starts_on", "ends_on", "series_count", "rounds", "table_size")
        tournament = create_tournament(
            Frame(**{name: getattr(evening, name) for name in names}, target=None),
            rule_set=row,
            confirmed=rules_of(row).to_confirm,
            by=self.director,
            now=evening.begins,
        )
        assert self.referee.user is not None
        grant_role(
            tournament_id=tournament.pk,
            user=self.referee.user,
            kind=Role.Kind.REFEREE,
            by=self.director,
            now=evening.begins,
        )
        return tournament

    def enter_field(self) -> None:
        """Everybody comes to the desk, half a minute each; then tandems and teams."""
        here, by, now = self.tournament.pk, self.director, self.evening.begins
        for player in self.evening.field:
            now += timedelta(seconds=30)
            register_player(tournament_id=here, player=self.plan.players[player - 1], by=by, now=now)
        for first, second in self.evening.tandems:
            form_pair(tournament_id=here, first=first, second=second, by=by, now=now)
        for name, numbers in self.evening.teams.items():
            form_team(tournament_id=here, name=name, start_numbers=numbers, by=by, now=now)

    def take_money(self) -> None:
        """While the field is entered, the next table takes the fees."""
        if self.evening.money is not None:
            numbers = tuple(range(1, len(self.evening.field) + 1))
            now = self.evening.begins + timedelta(minutes=22)
            open_the_box(
                self.evening.money, self.tournament, start_numbers=numbers, by=self.director, now=now
            )

    def play_series(self, number: int, plan: SeriesPlan) -> None:
        series = draw_series(
            tournament_id=self.tournament.pk,
            number=SeriesNumber(number),
            seed=plan.seed,
            by=self.director,
            now=plan.drawn,
        )
        lists = {sheet.table.number: sheet for sheet in sheets().filter(table__series=series)}
        last = {
            table: plan.last_game(
                table,
                games_of_series(sheet.table.size, self.evening.rounds, one_deal=self.rules.series.one_deal),
            )
            for table, sheet in lists.items()
        }
        if plan.sums_only:
            self.type_sums(number, plan, lists, last)
            return
        deals = sorted(
            deal for table, sheet in lists.items() for deal in self.deals(plan, sheet, last[table])
        )
        for deal in deals:
            self.play_game(number, lists[deal.table], deal)
        ends = {deal.table: deal.at for deal in deals}
        for table in sorted(lists, key=lambda table: (ends[table], table)):
            self.close(lists[table], ends[table], plan.left_at.get(str(table), "accepted"))

    def type_sums(
        self, number: int, plan: SeriesPlan, lists: Mapping[int, ScoreSheet], games: Mapping[int, int]
    ) -> None:
        """The lists of a series come to the desk on paper, one after the other; their sums are typed there."""
        now = plan.begins + timedelta(minutes=self.evening.minutes_per_game[-1] * max(games.values()))
        for table, sheet in sorted(lists.items()):
            now += timedelta(minutes=2)
            seed = f"{self.evening.seed}/{number}/{table}"
            enter_totals(
                sheet_id=sheet.pk,
                sums=likely_sums(self.rules, sheet.table.size, games[table], seed=seed),
                games=games[table],
                submission=uuid5(SUBMISSIONS, seed),
                seen_version=self.version(sheet),
                by=self.director,
                now=now,
            )
            self.close(sheet, now, plan.left_at.get(str(table), "accepted"))

    def deals(self, plan: SeriesPlan, sheet: ScoreSheet, last: int) -> Iterator[DueDeal]:
        """The hours of a table's games; no two tables write in the same second."""
        table, minutes = sheet.table.number, self.evening.minutes_per_game[sheet.table.size]
        for number in range(1, last + 1):
            at = plan.begins + timedelta(minutes=minutes * number, seconds=7 * table + number % 5)
            yield DueDeal(at, table, number)

    def play_game(self, series: int, sheet: ScoreSheet, deal: DueDeal) -> None:
        """Report a game, then do what the plan says about it; after a misdeal it is played again."""
        name = f"{self.evening.seed}/{series}/{deal.table}/{deal.number}"
        self.report(sheet, deal.number, seed=name, now=deal.at)
        for deed in self.evening.deeds:
            if (deed["series"], deed.get("table"), deed.get("game")) != (series, deal.table, deal.number):
                continue
            soon = deal.at + timedelta(minutes=1)
            ruling = {"sheet_id": sheet.pk, "number": deal.number, "reason": deed["reason"]}
            ruling |= {"seen_version": self.version(sheet), "by": self.referee, "now": soon}
            if deed["do"] == "misdeal":
                ruling.pop("number")
                rule_misdeal(**ruling, fault=deed["fault"], disputed=False)
                for again in range(deed["fault"], deal.number + 1):
                    soon += timedelta(minutes=2)
                    self.report(sheet, again, seed=f"{name}/again/{again}", now=soon)
            if deed["do"] == "penalty":
                penalise_loose_hand(**ruling, seat_number=SeatNumber(self.loser(sheet, deal.number)))

    def report(self, sheet: ScoreSheet, number: int, *, seed: str, now: datetime) -> None:
        size = sheet.table.size
        playing = players_of_game(number, size, self.rules.table.dealer_sits_out(size))
        enter_game(
            sheet_id=sheet.pk,
            number=GameNumber(number),
            result=likely_result(self.rules, playing, seed=seed),
            submission=uuid5(SUBMISSIONS, seed),
            seen_version=self.version(sheet),
            by=self.scorer(sheet),
            now=now,
        )

    def scorer(self, sheet: ScoreSheet) -> Actor:
        return Actor(sheet_id=sheet.pk, device=f"Telefon an Tisch {sheet.table.number}")

    def version(self, sheet: ScoreSheet) -> int:
        """The version that somebody who looks at the list now has seen."""
        return ScoreSheet.objects.values_list("version", flat=True).get(pk=sheet.pk)

    def loser(self, sheet: ScoreSheet, number: int) -> int:
        """The seat left of the dealer that still held cards."""
        game = sheet.games.get(number=number, struck_at__isnull=True)
        held = set(game.lines.filter(won=False).values_list("seat__number", flat=True))
        size = sheet.table.size
        order = players_of_game(number, size, self.rules.table.dealer_sits_out(size))
        return next(seat for seat in order if seat in held and seat != dealer(number, size))

    def close(self, sheet: ScoreSheet, ended: datetime, left_at: str) -> None:
        """Sign and accept a finished list, as far as the plan goes."""
        if left_at in ("open", "complete"):
            return
        for seat in range(1, sheet.table.size + 1):
            sign_list(
                sheet_id=sheet.pk,
                seat_number=SeatNumber(seat),
                **self.way_to_sign(sheet, seat),
                seen_version=self.version(sheet),
                by=self.scorer(sheet),
                now=ended + TO_SIGN + timedelta(seconds=15 * seat),
            )
        if left_at == "accepted":
            accept(
                sheet_id=sheet.pk, seen_version=self.version(sheet), by=self.director, now=ended + TO_ACCEPT
            )

    def way_to_sign(self, sheet: ScoreSheet, seat: int) -> dict[str, str]:
        """Most sign on paper; at table 2 the first writes on the screen, and the others have their codes."""
        if sheet.table.number != DRAWING_TABLE:
            return {"method": Signature.Method.PAPER}
        if seat == 1:
            return {"method": Signature.Method.DRAWN, "drawn": A_NAME}
        return {
            "method": Signature.Method.PIN,
            "pin": own_code(
                sheet.table.seats.select_related("registration").get(number=seat).registration
            ).pin,
        }

    def withdraw(self, deed: Mapping[str, Any]) -> None:
        withdraw_player(
            tournament_id=self.tournament.pk,
            start_number=deed["start_number"],
            reason=deed["reason"],
            by=self.director,
            now=deed["at"].replace(tzinfo=ZONE),
        )
