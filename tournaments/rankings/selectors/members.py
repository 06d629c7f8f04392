"""Who belongs to which ranking: ladies, ages on one day, tandems, teams and clubs with those who count for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import assert_never

from tournaments.models import Category, Player, RankingSetup, Registration
from tournaments.rankings.selectors.facts import age_on, ages_on
from tournaments.rankings.selectors.standings import Standing, Standings

GROUPS = (Category.PAIRS, Category.MIXED_PAIRS, Category.TEAMS, Category.CLUBS)
NO_LIMIT = 999
AGES: Mapping[Category, Callable[[RankingSetup], tuple[int, int]]] = {
    Category.SENIORS: lambda setup: (setup.seniors_from, NO_LIMIT),
    Category.JUNIORS: lambda setup: (setup.juniors_from, setup.juniors_to),
    Category.YOUTH: lambda setup: (0, setup.youth_to),
}
LADY_AND_GENTLEMAN = sorted((Player.Sex.WOMAN.value, Player.Sex.MAN.value))
FULL_TEAM = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A tandem, a team or a club, with its members in the order of the singles."""

    category: Category
    key: int | str
    name: str
    members: tuple[Standing, ...]
    counted: tuple[Standing, ...]
    full: int | None  # how many count when everybody is there; None: as many as there are


def belongs(category: Category, registration: Registration, setup: RankingSetup) -> bool:
    """Whether a player takes part in a ranking of single players. Of whom it is not known, does not."""
    player = registration.player
    match category:
        case Category.PLAYERS:
            return True
        case Category.LADIES:
            return bool(player.sex == Player.Sex.WOMAN)
        case Category.SENIORS | Category.JUNIORS | Category.YOUTH:
            if player.born_on is None:
                return False
            first, last = AGES[category](setup)
            return first <= age_on(player.born_on, ages_on(setup.tournament, setup)) <= last
        case Category.PAIRS | Category.MIXED_PAIRS | Category.TEAMS | Category.CLUBS:
            raise ValueError(f"{category} is no ranking of single players")
        case unknown:
            assert_never(unknown)


def unsaid(category: Category, player: Player) -> bool:
    """Whether it is not known if a player belongs to this ranking."""
    match category:
        case Category.LADIES | Category.MIXED_PAIRS:
            return player.sex == Player.Sex.UNSAID
        case Category.SENIORS | Category.JUNIORS | Category.YOUTH:
            return player.born_on is None
        case Category.PLAYERS | Category.PAIRS | Category.TEAMS | Category.CLUBS:
            return False
        case unknown:
            assert_never(unknown)


FORMED_BY = {
    Category.PAIRS: "pair_id",
    Category.MIXED_PAIRS: "pair_id",
    Category.TEAMS: "team_id",
    Category.CLUBS: "",
}


def may_be_formed(category: Category, what: Standings) -> bool:
    """Whether anybody of the field has a tandem or team at all: most evenings nobody has, and nobody is asked for his."""
    column = FORMED_BY[category]
    everybody = chain((row.registration for row in what.rows), what.absent)
    return not column or any(getattr(one, column) is not None for one in everybody)


def groups_of(category: Category, what: Standings, players: Sequence[Standing]) -> tuple[Group, ...]:
    """Everybody by his tandem, team or club. A substitute counts for the tandem or team of the one he came for."""
    setup = what.facts.setup
    everybody = {one.start_number: one for one in (*(row.registration for row in what.rows), *what.absent)}
    wanted = mixed_pairs(everybody.values()) if category is Category.MIXED_PAIRS else None
    members: dict[int | str, list[Standing]] = defaultdict(list)
    names: dict[int | str, str] = {}
    for one in players:
        found = group_key(category, one.registration, everybody)
        if found is not None and (wanted is None or found[0] in wanted):
            key, name = found
            names[key] = name
            members[key].append(one)
    return tuple(
        Group(
            category=category,
            key=key,
            name=names[key],
            members=tuple(group),
            counted=tuple(group[: setup.club_counts]) if category is Category.CLUBS else tuple(group),
            full={Category.CLUBS: setup.club_counts, Category.TEAMS: FULL_TEAM}.get(category, 2),
        )
        for key, group in members.items()
    )


def group_key(
    category: Category, registration: Registration, everybody: Mapping[int, Registration]
) -> tuple[int | str, str] | None:
    """Key and name of the group for which a player plays, or of the one whose chair he has taken over."""
    if category is Category.CLUBS:
        club = registration.player.club
        return (club.name, club.name) if club else None
    seen: set[int] = set()
    one: Registration | None = registration
    while one is not None and one.start_number not in seen:
        seen.add(one.start_number)
        if category is Category.TEAMS and one.team is not None:
            return one.team.name, one.team.name
        if category is not Category.TEAMS and one.pair is not None:
            return one.pair.number, str(one.pair)
        one = everybody.get(one.stands_in_for) if one.stands_in_for is not None else None
    return None


def mixed_pairs(everybody: Iterable[Registration]) -> set[int]:
    """Tandems of a lady and a gentleman, as they were formed; a substitute changes nothing."""
    sexes: dict[int, list[str]] = defaultdict(list)
    for one in everybody:
        if one.pair is not None:
            sexes[one.pair.number].append(one.player.sex)
    return {number for number, both in sexes.items() if sorted(both) == LADY_AND_GENTLEMAN}
