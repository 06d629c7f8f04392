"""Which standings somebody may see, in one place: those of this moment, or the newest that were published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring.numbers import SeriesNumber
from tournaments.models import Publication, Registration, Tournament
from tournaments.models.naming import Naming, names_shown, reads_full_names
from tournaments.models.rankings import SHORT
from tournaments.rankings.selectors.announced import (
    announced,
    announced_in,
    nothing_yet,
    ranking_in,
    standings_in,
)
from tournaments.rankings.selectors.rankings import Category, Ranking, Scope, ranking
from tournaments.rankings.selectors.snapshots import (
    Document,
    Snapshot,
    read_snapshot,
    snapshot,
    text_of,
    wanted_of,
)
from tournaments.rankings.selectors.standings import Standings, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The standings that this visitor may see. Pages, screens, files and the API all ask here."""

    what: Standings
    publication: Publication | None  # None: as they are now, or nothing was published yet
    draft: bool  # whether they are those of this moment
    document: Document | None = None  # of the publication

    @property
    def open_lists(self) -> int | None:
        """How many lists waited when it was published; None where the present decides."""
        return self.document["open_lists"] if self.document else None

    def ranking(self, category: Category, scope: Scope) -> Ranking:
        """One ranking for these eyes."""
        if self.document is not None:
            return announced(self.document, self.what.tournament, category, scope)
        return ranking(self.what.tournament, category, scope, given=self.what)

    @property
    def choices(self) -> list[tuple[Category, Scope]]:
        """Every ranking that there is to be seen."""
        return wanted_of(self.what) if self.document is None else announced_in(self.document)


def standings_shown(tournament: Tournament, *, draft: bool, series: SeriesNumber | None = None) -> Shown:
    """`draft` comes from `permissions.may_see_draft`; without it only what was published is shown."""
    if draft:
        return Shown(what=standings(tournament, series=series), publication=None, draft=True)
    newest = latest(tournament)
    if newest is None:
        return Shown(what=nothing_yet(tournament), publication=None, draft=False)
    return standings_published(newest, tournament, series=series)


def standings_published(
    one: Publication, tournament: Tournament, *, series: SeriesNumber | None = None
) -> Shown:
    """The standings of one publication, the newest or an old one."""
    document = read_snapshot(one.document)
    if getattr(one, "shy", True):
        document = as_wished(document, tournament)
    what = standings_in(document, tournament, series=series)
    return Shown(what=what, publication=one, draft=False, document=document)


def text_for_readers(one: Publication, tournament: Tournament) -> str:
    """The very text, unless somebody in it has wished since then to be called otherwise."""
    document = read_snapshot(one.document)
    wished = as_wished(document, tournament)
    return one.document if wished is document else text_of(wished)


# Publications -------------------------------------------------------------------------------------------------


def latest(tournament: Tournament) -> Publication | None:
    """The newest publication, with its document."""
    return tournament.publications.annotate(shy=somebody_is_shy()).order_by("-number").first()


def publications(tournament: Tournament) -> QuerySet[Publication]:
    """Every publication, the newest first; without the long text."""
    return tournament.publications.defer("document").order_by("-number")


def with_fingerprint(tournament: Tournament, typed: str) -> list[Publication]:
    """The publications that have this fingerprint, typed whole or its first twelve signs, in groups or not."""
    signs = "".join(typed.split()).lower()
    if len(signs) < SHORT or not signs.isascii() or not signs.isalnum():
        return []
    return list(publications(tournament).filter(fingerprint__startswith=signs))


# What would change --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPlace:
    """Where somebody stands, and with what."""

    rank: int
    points: int
    augen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChange:
    """Somebody who stands elsewhere, or with other sums, than was published."""

    name: str
    before: PublishedPlace | None
    after: PublishedPlace | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingStandings:
    """Standings that only those see who lead."""

    newest: Publication | None  # what all others see
    changes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsDifference:
    """The draft beside what was published last."""

    draft: Snapshot
    newest: Publication | None
    changes: tuple[PlaceChange, ...]
    elsewhere: tuple[
        tuple[str, SeriesNumber | None, str | None], ...
    ]  # other rankings: category, series, day

    @property
    def unchanged(self) -> bool:
        return self.newest is not None and self.newest.fingerprint == self.draft.fingerprint


def difference(tournament: Tournament) -> StandingsDifference:
    """What a publication would change now."""
    draft, newest = snapshot(tournament), latest(tournament)
    after = draft.document
    before = read_snapshot(newest.document) if newest else None
    return StandingsDifference(
        draft=draft,
        newest=newest,
        changes=tuple(place_changes(before, after)) if before else (),
        elsewhere=tuple(elsewhere(before, after)) if before else (),
    )


def waiting_to_be_published(tournament: Tournament) -> WaitingStandings | None:
    """Whether others see other standings than those of this moment; None where everybody sees these."""
    if tournament.release == Tournament.Release.LIVE:
        return None
    what = difference(tournament)
    return (
        None
        if what.unchanged or not what.draft.games
        else WaitingStandings(newest=what.newest, changes=len(what.changes))
    )


def places_in(document: Document) -> dict[int, PublishedPlace]:
    return {
        row["of"][0]: PublishedPlace(rank=row["rank"], points=row["points"], augen=row["augen"])
        for row in ranking_in(document, category="players", series=None)
    }


def listed_name(said: dict[str, str]) -> str:
    return ", ".join(filter(None, (said["family_name"], said["given_name"])))


def place_changes(before: Document, after: Document) -> Iterator[PlaceChange]:
    """Everybody whose rank or sums are others, in the order of the draft; who is gone comes last."""
    were, are = places_in(before), places_in(after)
    names = {one["number"]: listed_name(one) for document in (before, after) for one in document["people"]}
    for number in [*are, *(number for number in were if number not in are)]:
        if were.get(number) != are.get(number):
            yield PlaceChange(name=names[number], before=were.get(number), after=are.get(number))


def elsewhere(before: Document, after: Document) -> Iterator[tuple[str, SeriesNumber | None, str | None]]:
    """The rankings beside the one of all that would change."""
    old, new = (
        {(one["category"], one["series"], one["day"]): one["rows"] for one in document["rankings"]}
        for document in (before, after)
    )
    for key in [*new, *(key for key in old if key not in new)]:
        if key != ("players", None, None) and old.get(key) != new.get(key):
            yield key


# The names that people wish to have in public today: a wish also counts for what hangs already ---------------


def as_wished(document: Document, tournament: Tournament) -> Document:
    """The document as this reader sees it; the very same one where nobody in it has a wish of which it knows nothing."""
    if reads_full_names(tournament.pk):
        return document
    shy = tournament.registrations.exclude(shown_as=Naming.FULL)
    return renamed(document, dict(shy.values_list("start_number", "shown_as")))


def somebody_is_shy() -> Exists:
    """Whether anybody at the tournament of a publication has a wish: asked along with it, so that a page asks no more for it."""
    here = Registration.objects.filter(tournament=OuterRef("tournament"))
    return Exists(here.exclude(shown_as=Naming.FULL))


def renamed(document: Document, wishes: Mapping[int, str]) -> Document:
    """Other names for these start numbers: where people stand, and in every word that was made of their names."""
    people, others = [], {}
    for one in document["people"]:
        given_name, family_name = names_shown(
            one["given_name"],
            one["family_name"],
            wish=wishes.get(one["number"], Naming.FULL),
            start_number=one["number"],
        )
        people.append(one | {"given_name": given_name, "family_name": family_name})
        if (before := full_name(one)) != (after := full_name(people[-1])):
            others[before] = after
    if not others:
        return document
    rankings = [
        one | {"rows": [in_words(row, others) for row in one["rows"]]} for one in document["rankings"]
    ]
    return {**document, "people": people, "rankings": rankings}


def full_name(person: Mapping[str, str]) -> str:
    return f"{person['given_name']} {person['family_name']}".strip()


def in_words(row: dict[str, Any], others: Mapping[str, str]) -> dict[str, Any]:
    """A row with the names of tandems, and the names in its remarks, made anew."""
    return {
        key: in_value(value, others) if key in ("name", "remarks") else value for key, value in row.items()
    }


def in_value(value: Any, others: Mapping[str, str]) -> Any:
    match value:
        case str():
            for before, after in others.items():
                value = value.replace(before, after)
            return value
        case list():
            return [in_value(one, others) for one in value]
        case dict():
            return {key: in_value(one, others) for key, one in value.items()}
        case _:
            return value
