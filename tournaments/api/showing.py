"""From what the selectors know to the documents of the API. Nothing is added up here."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from scoring.numbers import SeriesNumber
from scoring.rules import Family
from scoring.selectors import rules_of
from scoring.speech import say
from scoring.wording.phrases import nearest
from tournaments import models
from tournaments.api.shapes import desk, standings, tournaments
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.clock import clock_of
from tournaments.lists.selectors.progress import TableProgress
from tournaments.models import Role
from tournaments.rankings.selectors.rankings import Category, RankingRow, Scope
from tournaments.rankings.selectors.standings import SeriesTotal, Standing
from tournaments.rankings.words.figures import figures_by_key
from tournaments.seating.selectors.places import Hanging, LaidTable

ROOT = "/api/v1"
STATES: dict[Life, tournaments.State] = {
    Life.OPEN: "open",
    Life.COMPLETE: "complete",
    Life.SIGNED: "signed",
    Life.ACCEPTED: "accepted",
    Life.FINAL: "accepted",  # since when says `final_at`: the answer does not go stale by itself
}


def address_of(tournament: models.Tournament, *parts: object) -> str:
    """The address of something of this tournament."""
    return "/".join([ROOT, "tournaments", quote(tournament.slug), *map(str, parts)])


# Tournaments --------------------------------------------------------------------------------------------------


def tournament_short(one: models.Tournament) -> tournaments.TournamentShort:
    """The short document of a tournament, from a row that `all_tournaments` has found."""
    return tournaments.TournamentShort(
        slug=one.slug,
        name=one.name,
        place=one.place,
        starts_on=one.starts_on,
        ends_on=one.ends_on,
        status=one.status,
        players=one.players,  # type: ignore[attr-defined]  # annotated
        series_drawn=one.drawn or 0,  # type: ignore[attr-defined]  # annotated
        series_planned=one.series_count,
    )


def tournament_shape(one: models.Tournament) -> tournaments.Tournament:
    """One tournament, in two more queries."""
    directors = one.roles.filter(kind=Role.Kind.DIRECTOR).select_related("user")
    return tournaments.Tournament(
        slug=one.slug,
        name=one.name,
        place=one.place,
        starts_on=one.starts_on,
        ends_on=one.ends_on,
        status=one.status,
        revision=one.revision,
        rules=rules_short(one),
        length=tournaments.Rounds(rounds=one.rounds, target=one.target),
        taken_over_at=one.taken_over_at,
        table_size=one.table_size,
        series_planned=one.series_count,
        players=one.registrations.filter(withdrawn_at__isnull=True).count(),
        directors=[str(role.user) for role in directors],
        lot_seed=one.lot_seed,
        standings_are="live" if one.release == models.Tournament.Release.LIVE else "published",
    )


def rules_short(one: models.Tournament) -> tournaments.RulesShort:
    row = one.rule_set
    return tournaments.RulesShort(
        key=row.key, version=row.version, name=row.title, fingerprint=row.fingerprint
    )


def rules_shape(one: models.Tournament) -> tournaments.Rules:
    """The rule set with its document."""
    row = one.rule_set
    return tournaments.Rules(
        **rules_short(one).model_dump(),
        family=rules_of(row).family.value,
        edition=row.edition,
        document=row.document,
    )


def person_shape(one: models.Registration) -> tournaments.Person:
    """As everybody may see him: no birthday, no reason."""
    return tournaments.Person(
        start_number=one.start_number,
        name=one.player.name,
        listed_name=one.player.listed_name,
        club=str(one.player.club or ""),
        team=one.team.name if one.team else "",
        pair=one.pair.number if one.pair else None,
        guest=one.guest,
        withdrawn=one.withdrawn_at is not None,
    )


def registration_shape(one: models.Registration) -> desk.Registration:
    """As the desk sees him."""
    return desk.Registration(
        **person_shape(one).model_dump(),
        given_name=one.player.given_name,
        family_name=one.player.family_name,
        born_on=one.player.born_on,
        sex=one.player.sex,
        registered_at=one.registered_at,
        withdrawn_at=one.withdrawn_at,
        withdrawn_reason=one.withdrawn_reason,
        seeded=one.seeded,
        strength=one.strength,
    )


def series_shape(one: Hanging) -> tournaments.Series:
    return tournaments.Series(
        number=one.number,
        mode=one.mode,
        seed=one.seed,
        posted_at=one.posted_at,
        laid=one.laid is not None,
        played=one.is_played,
    )


def table_seats(table: LaidTable) -> tournaments.TableSeats:
    return tournaments.TableSeats(
        table=table.number,
        seats=[
            tournaments.Chair(
                seat=seat.number,
                start_number=seat.registration.start_number,
                name=seat.registration.name,
                club=str(seat.registration.player.club or ""),
                keeps_the_list=seat.keeper,
            )
            for seat in table.seats
        ],
    )


def progress_shape(table: TableProgress) -> tournaments.TableProgress:
    return tournaments.TableProgress(
        table=table.number,
        state=STATES[table.life],
        played=table.played,
        planned=table.planned,
        signed=table.signed,
        sitting=table.sitting,
        totals_only=table.totals_only,
        version=table.version,
    )


def clock_shape(one: models.Series) -> tournaments.Clock:
    running = clock_of(one)
    return tournaments.Clock(
        series=one.number,
        running=running is not None,
        started_at=running.started_at if running else None,
        minutes=running.minutes if running else None,
        ends_at=running.ends_at if running else None,
    )


# Standings ----------------------------------------------------------------------------------------------------


def total(what: SeriesTotal) -> standings.Total:
    return standings.Total(
        points=what.net_points,
        plus=what.plus_points,
        crosses=what.crosses,
        penalties=what.penalty_points,
        augen=what.augen,
        games=what.games_played,
        totals_only=what.totals_only,
    )


def standing_shape(row: Standing, family: Family) -> standings.Row:
    place = row.place
    return standings.Row(
        **total(row.total).model_dump(),
        rank=place.rank,
        shared=place.shared,
        parted_by=place.parted_by.value if place.parted_by else None,
        start_number=row.registration.start_number,
        name=row.registration.name,
        club=str(row.registration.player.club or ""),
        points_per_game=rounded_points(row.points_per_game),
        figures=figures_by_key(row, family),
        series=each_series(row.series),
    )


def each_series(parts: dict[SeriesNumber, SeriesTotal]) -> list[standings.SeriesTotal]:
    return [
        standings.SeriesTotal(**total(part).model_dump(), series=number)
        for number, part in sorted(parts.items())
    ]


def rounded_points(points: float | None) -> float | None:
    return None if points is None else float(nearest(points, 4))


def ranking_choice_shape(
    tournament: models.Tournament, category: Category, scope: Scope
) -> standings.RankingChoice:
    asked = {"series": scope.series, "day": scope.day and scope.day.isoformat()}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    path = address_of(tournament, "rankings", category.value)
    return standings.RankingChoice(
        category=category.value,
        series=scope.series,
        day=scope.day,
        url=f"{path}?{query}" if query else path,
    )


def ranking_row(row: RankingRow, family: Family) -> standings.RankingRow:
    place = row.place
    return standings.RankingRow(
        **total(row.total).model_dump(),
        rank=place.rank,
        shared=place.shared,
        parted_by=place.parted_by.value if place.parted_by else None,
        name=row.name,
        start_numbers=[one.start_number for one in row.registrations],
        points_per_game=rounded_points(row.points_per_game),
        figures=figures_by_key(row, family),
        series=each_series(row.series),
        remarks=[standings.Remark(code=one.code, detail=say(one.sentence)) for one in row.remarks],
    )


def publication_short(one: models.Publication) -> standings.PublicationShort:
    return standings.PublicationShort(
        number=one.number, published_at=one.published_at, fingerprint=one.fingerprint, games=one.games
    )


# The journal --------------------------------------------------------------------------------------------------


def journal_line(entry: models.JournalEntry) -> desk.JournalLine:
    table = entry.sheet.table if entry.sheet else None
    return desk.JournalLine(
        number=entry.number,
        at=entry.at,
        who=entry.actor,
        device=entry.device,
        deed=entry.deed,
        facts=entry.facts,
        reason=entry.reason,
        series=table.series.number if table else None,
        table=table.number if table else None,
        elsewhere=entry.written_elsewhere is not None,
        previous_hash=entry.previous_hash,
        hash=entry.hash,
    )
