"""Writes seasons: set up, and changed by a new version that says what counts from now on. Nothing is overwritten."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.text import slugify

from scoring.rules import Family
from scoring.seasons import Rule
from scoring.selectors import rules_of
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_create, must
from tournaments.event.refusals import Stale
from tournaments.models import Club, ClubKey, Organiser, Season, SeasonEvent, SeasonVersion, Tournament
from tournaments.rankings.permissions import may_keep_season

Unit = SeasonVersion.Unit
MOST_OF_A_CLUB = 50


class SeasonRefused(Refusal):
    """A season that cannot be."""


class StaleSeason(Stale, SeasonRefused):
    """Somebody has changed the season since it was seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFrame:
    """Everything that a season is."""

    name: str
    holder: str = ""
    club: Club | None = None
    starts_on: date
    ends_on: date
    unit: str
    rule: str
    figure: int
    guests_ranked: bool = True
    of_a_club: int = 0  # so many of each club count for it; 0: clubs are not ranked


@transaction.atomic
def create_season(
    frame: SeasonFrame, *, tournaments: Collection[int], by: Actor, now: datetime
) -> SeasonVersion:
    """A new season; whoever sets it up keeps it."""
    must(may_create(by))
    assert by.user is not None
    check_season(frame)
    season = Season.objects.create(slug=free_season_slug(frame.name), made_by=by.user, made_at=now)
    return write_version(season, 1, frame, tournaments, by=by, now=now, reason="")


@transaction.atomic
def change_season(
    *,
    season_id: int,
    frame: SeasonFrame,
    tournaments: Collection[int],
    seen: int,
    reason: str,
    by: Actor,
    now: datetime,
) -> SeasonVersion:
    """The next version; the same again is the version that is there."""
    season = Season.objects.select_for_update().get(pk=season_id)
    newest = season.versions.order_by("-number")[0]
    must(may_keep_season(by, season))
    check_season(frame)
    counted = set(newest.events.values_list("tournament_id", flat=True))
    hidden = newest.events.filter(
        tournament__hidden_at__isnull=False
    )  # no form offers them, and none drops them
    tournaments = set(tournaments) | set(hidden.values_list("tournament_id", flat=True))
    if frame_of(newest) == frame and counted == tournaments:
        return newest
    if newest.number != seen:
        raise StaleSeason(
            gettext_noop("Die Saison ist inzwischen geändert (Nr. {number}): Bitte noch einmal ansehen."),
            number=newest.number,
        )
    return write_version(season, newest.number + 1, frame, tournaments, by=by, now=now, reason=reason)


def frame_of(version: SeasonVersion) -> SeasonFrame:
    return SeasonFrame(**{name: getattr(version, name) for name in SeasonFrame.__slots__})


def write_version(
    season: Season,
    number: int,
    frame: SeasonFrame,
    tournaments: Collection[int],
    *,
    by: Actor,
    now: datetime,
    reason: str,
) -> SeasonVersion:
    chosen = list(Tournament.objects.select_related("rule_set").filter(pk__in=tournaments))
    check_alike(chosen)
    check_proved(chosen)
    version = SeasonVersion.objects.create(
        season=season,
        number=number,
        made_at=now,
        made_by=by.label,
        reason=reason,
        **{name: getattr(frame, name) for name in SeasonFrame.__slots__},
    )
    SeasonEvent.objects.bulk_create(SeasonEvent(version=version, tournament=one) for one in chosen)
    return version


def check_season(frame: SeasonFrame) -> None:
    if not frame.name:
        raise SeasonRefused(gettext_noop("Bitte der Saison einen Namen geben."))
    if frame.ends_on < frame.starts_on:
        raise SeasonRefused(gettext_noop("Das Ende liegt vor dem Beginn: Bitte die Daten tauschen."))
    if frame.unit not in Unit.values or frame.rule not in list(Rule):
        raise SeasonRefused(gettext_noop("Bitte wählen, was ein Ergebnis ist und wie gewertet wird."))
    if not 0 <= frame.of_a_club <= MOST_OF_A_CLUB:
        raise SeasonRefused(
            gettext_noop("Für einen Verein zählen höchstens {most}; 0 heißt: keine Vereinswertung."),
            most=MOST_OF_A_CLUB,
        )
    if frame.figure < 1:
        raise SeasonRefused(
            gettext_noop("Bitte eine Zahl ab 1 eintragen: wie viele zählen oder gestrichen werden.")
        )


def check_alike(tournaments: Collection[Tournament]) -> None:
    """Refuse a season that mixes both families of rules: points by a table and Augen won cannot be added."""
    families: set[Family] = {rules_of(one.rule_set).family for one in tournaments}
    if len(families) > 1:
        raise SeasonRefused(
            gettext_noop(
                "Turniere nach den Grundregeln und nach einer Punktetabelle lassen sich nicht zusammen werten."
            )
        )


def check_proved(tournaments: Collection[Tournament]) -> None:
    """Where clubs have registered keys, what was taken over counts only if a club's own laptop has signed it."""
    taken_over = [one.pk for one in tournaments if one.taken_over_at is not None]
    if not taken_over or not ClubKey.objects.exists():
        return
    proved = Organiser.objects.filter(tournament__in=taken_over, key__isnull=False).values("tournament")
    strange = Tournament.objects.filter(pk__in=taken_over).exclude(pk__in=proved).first()
    if strange is not None:
        raise SeasonRefused(
            gettext_noop(
                "„{name}“ ist ohne bestätigte Herkunft übernommen und zählt in keiner Saison: Die Datei vom Laptop des Vereins selbst holen."
            ),
            name=strange.name,
        )


def free_season_slug(name: str) -> str:
    """An address that no season has yet."""
    stem = slugify(name)[:60] or "saison"
    taken = set(Season.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken:
        return stem
    return next(slug for n in range(2, len(taken) + 3) if (slug := f"{stem}-{n}") not in taken)
