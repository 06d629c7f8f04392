"""Sets a tournament up: its frame, its people, its field of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify

from scoring.models import RuleSet as RuleSetRow
from scoring.rules import Ending
from scoring.selectors import rules_of
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_create, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.publish_right import match_publishing_right
from tournaments.models import Club, Pair, Player, Registration, Role, Team, Tournament, User


class SetupRefused(Refusal):
    """A tournament or a registration that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a tournament is: everything a director decides before the first deal."""

    name: str
    place: str
    starts_on: date
    ends_on: date
    series_count: int
    rounds: int
    target: int | None
    table_size: int
    release: str = Tournament.Release.LIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """A person as typed at the desk."""

    given_name: str
    family_name: str
    club: str = ""
    born_on: date | None = None
    sex: str = ""


@transaction.atomic
def create_tournament(
    frame: Frame, *, rule_set: RuleSetRow, confirmed: Sequence[str], by: Actor, now: datetime
) -> Tournament:
    """A new tournament; whoever creates it is its director. Values that need a confirmation must have it."""
    must(may_create(by))
    assert by.user is not None
    check_frame(frame, rule_set, confirmed)
    tournament = Tournament.objects.create(
        slug=free_slug(frame),
        rule_set=rule_set,
        created_at=now,
        **{name: getattr(frame, name) for name in frame.__slots__},
    )
    Role.objects.create(tournament=tournament, user=by.user, kind=Role.Kind.DIRECTOR)
    match_publishing_right(by.user)
    journal.write(
        tournament,
        "tournament_created",
        by=by,
        now=now,
        facts={
            "name": frame.name,
            "rules": rule_set.key,
            "rules_version": rule_set.version,
            "fingerprint": rule_set.fingerprint,
            "confirmed": list(confirmed),
        },
    )
    return tournament


def check_frame(frame: Frame, rule_set: RuleSetRow, confirmed: Sequence[str]) -> None:
    """What the rule set wants of a tournament."""
    rules = rules_of(rule_set)
    missing = [place for place in rules.to_confirm if place not in confirmed]
    if missing:
        raise SetupRefused(
            gettext_noop(
                "Dieses Regelwerk hat einen vorgeschlagenen Wert: Bitte ankreuzen, dass er gelten soll."
            )
        )
    if frame.table_size not in rules.table.sizes:
        raise SetupRefused(
            gettext_noop("Tische zu {size} gibt es in diesem Regelwerk nicht. Möglich: {sizes}."),
            size=frame.table_size,
            sizes=", ".join(map(str, rules.table.sizes)),
        )
    if frame.target is not None and Ending.TARGET not in rules.series.endings:
        raise SetupRefused(
            gettext_noop("Dieses Regelwerk spielt eine feste Zahl von Runden: Das Punkteziel leer lassen.")
        )
    if frame.ends_on < frame.starts_on:
        raise SetupRefused(gettext_noop("Das Ende liegt vor dem Beginn: Bitte die Daten tauschen."))


def free_slug(frame: Frame) -> str:
    """An address that nobody has yet."""
    stem = slugify(frame.name)[:60] or "turnier"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken:
        return stem
    return next(slug for n in range(2, len(taken) + 3) if (slug := f"{stem}-{n}") not in taken)


@transaction.atomic
def grant_role(*, tournament_id: int, user: User, kind: str, by: Actor, now: datetime) -> Role:
    """Make somebody referee or director of this tournament."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    role, new = Role.objects.get_or_create(tournament=tournament, user=user, kind=kind)
    if new:
        match_publishing_right(user)
        journal.write(tournament, "role_granted", by=by, now=now, facts={"user": str(user), "kind": kind})
    return role


@transaction.atomic
def withdraw_role(*, tournament_id: int, role_id: int, by: Actor, now: datetime) -> None:
    """Take a role back; one director always stays."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    role = tournament.roles.filter(pk=role_id).select_related("user").first()
    if role is None:
        return
    if role.kind == Role.Kind.DIRECTOR and tournament.roles.filter(kind=Role.Kind.DIRECTOR).count() == 1:
        raise SetupRefused(
            gettext_noop("Ein Turnier braucht eine Turnierleitung: Zuerst jemand anderen dazu machen.")
        )
    journal.write(
        tournament, "role_withdrawn", by=by, now=now, facts={"user": str(role.user), "kind": role.kind}
    )
    role.delete()
    match_publishing_right(role.user)


def find_or_add_player(new: NewPlayer) -> Player:
    """The player of this name and club, or a new one. Without a club it is the only one known by this name."""
    club = club_named(new.club)
    return known_player(new, club) or Player.objects.create(
        given_name=new.given_name, family_name=new.family_name, club=club, born_on=new.born_on, sex=new.sex
    )


def known_player(new: NewPlayer, club: Club | None) -> Player | None:
    """Who is known by this name in this club; without a club the only one of this name."""
    named = Player.objects.filter(
        given_name__iexact=new.given_name, family_name__iexact=new.family_name
    ).select_related("club")
    known = named.filter(club=club).first()
    if known is None and club is None:
        namesakes = list(named)
        if len(namesakes) > 1:
            raise SetupRefused(
                gettext_noop("{name} gibt es mehrmals: Bitte den Verein dazuschreiben ({clubs})."),
                name=namesakes[0].name,
                clubs=", ".join(str(player.club) for player in namesakes),
            )
        known = namesakes[0] if namesakes else None
    return known


def club_named(name: str) -> Club | None:
    """The club of this name, new where nobody has named it before; None without a name."""
    if not name:
        return None
    club, _new = Club.objects.get_or_create(name__iexact=name, defaults={"name": name})
    return club


@transaction.atomic
def register_player(
    *,
    tournament_id: int,
    player: Player | NewPlayer,
    by: Actor,
    now: datetime,
    start_number: int | None = None,
    guest: bool = False,
) -> Registration:
    """Enter a player into the field under the next free start number, or the one that was asked for."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if tournament.status == Tournament.Status.FINISHED:
        raise SetupRefused(gettext_noop("Dieses Turnier ist beendet: Anmeldungen sind nicht mehr möglich."))
    if isinstance(player, NewPlayer):
        player = find_or_add_player(player)
    number = start_number or (tournament.registrations.aggregate(top=Max("start_number"))["top"] or 0) + 1
    refuse_double(tournament, player, number)
    registration = Registration.objects.create(
        tournament=tournament, player=player, start_number=number, guest=guest, registered_at=now
    )
    journal.write(
        tournament, "player_registered", by=by, now=now, facts={"start_number": number, "name": player.name}
    )
    return registration


def refuse_double(tournament: Tournament, player: Player | None, start_number: int | None) -> None:
    """Refuse a player or a start number that is in the field already."""
    earlier = tournament.registrations.filter(player=player).first() if player else None
    if player is not None and earlier is not None:
        raise SetupRefused(
            gettext_noop("{name} ist schon angemeldet, mit der Startnummer {number}."),
            name=player.name,
            number=earlier.start_number,
        )
    if start_number is not None and tournament.registrations.filter(start_number=start_number).exists():
        raise SetupRefused(
            gettext_noop("Die Startnummer {number} ist schon vergeben: Eine andere wählen."),
            number=start_number,
        )


def refuse_newcomer(tournament: Tournament, new: NewPlayer, start_number: int | None) -> None:
    """What registering this person would refuse; nothing is written, so a page may ask before it shows a change."""
    club = Club.objects.filter(name__iexact=new.club).first() if new.club else None
    player = None if new.club and club is None else known_player(new, club)
    refuse_double(tournament, player, start_number)


@transaction.atomic
def withdraw_player(
    *, tournament_id: int, start_number: int, reason: str, by: Actor, now: datetime
) -> Registration:
    """Take a player out of the field from the next draw on; what he has played stays."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    registration = registered(tournament, start_number)
    if registration.withdrawn_at is not None:
        raise SetupRefused(gettext_noop("{name} ist schon ausgeschieden."), name=registration.name)
    registration.withdrawn_at, registration.withdrawn_reason = now, reason
    registration.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    journal.write(
        tournament, "player_withdrawn", by=by, now=now, facts={"start_number": start_number}, reason=reason
    )
    return registration


@transaction.atomic
def readmit_player(
    *, tournament_id: int, start_number: int, by: Actor, now: datetime, reason: str = ""
) -> Registration:
    """Bring a withdrawn player back for the draws to come."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    registration = registered(tournament, start_number)
    if registration.withdrawn_at is None:
        raise SetupRefused(gettext_noop("{name} ist nicht ausgeschieden."), name=registration.name)
    registration.withdrawn_at, registration.withdrawn_reason = None, ""
    registration.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    journal.write(
        tournament, "player_readmitted", by=by, now=now, facts={"start_number": start_number}, reason=reason
    )
    return registration


@transaction.atomic
def form_team(
    *, tournament_id: int, name: str, start_numbers: Sequence[int], by: Actor, now: datetime
) -> Team:
    """A team of up to four from the field."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if not 2 <= len(set(start_numbers)) == len(start_numbers) <= 4:
        raise SetupRefused(gettext_noop("Eine Mannschaft hat zwei bis vier verschiedene Spieler."))
    if tournament.teams.filter(name__iexact=name).exists():
        raise SetupRefused(
            gettext_noop("Die Mannschaft „{name}“ gibt es schon: Einen anderen Namen wählen."), name=name
        )
    team = Team.objects.create(tournament=tournament, name=name)
    for place, number in enumerate(start_numbers, 1):
        member = registered(tournament, number)
        if member.team_id is not None:
            raise SetupRefused(gettext_noop("{name} spielt schon in einer Mannschaft."), name=member.name)
        member.team, member.team_place = team, place
        member.save(update_fields=["team", "team_place"])
    journal.write(
        tournament, "team_formed", by=by, now=now, facts={"name": name, "start_numbers": list(start_numbers)}
    )
    return team


@transaction.atomic
def form_pair(*, tournament_id: int, first: int, second: int, by: Actor, now: datetime) -> Pair:
    """A tandem of two from the field."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if first == second:
        raise SetupRefused(gettext_noop("Ein Tandem hat zwei verschiedene Spieler."))
    number = (tournament.pairs.aggregate(top=Max("number"))["top"] or 0) + 1
    pair = Pair.objects.create(tournament=tournament, number=number)
    for place, start_number in enumerate((first, second), 1):
        member = registered(tournament, start_number)
        if member.pair_id is not None:
            raise SetupRefused(gettext_noop("{name} spielt schon in einem Tandem."), name=member.name)
        member.pair, member.pair_place = pair, place
        member.save(update_fields=["pair", "pair_place"])
    journal.write(
        tournament, "pair_formed", by=by, now=now, facts={"number": number, "start_numbers": [first, second]}
    )
    return pair


@transaction.atomic
def correct_player(
    *,
    tournament_id: int,
    start_number: int,
    corrected: NewPlayer,
    by: Actor,
    now: datetime,
    born_and_sex: bool = False,
) -> Registration:
    """Mend a name or club that was typed wrongly, or also day of birth and sex; the person stays the same everywhere.

    So every tournament on whose pages the name changes has the line, and its pages kept by readers are old.
    """
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    registration = registered(tournament, start_number)
    player = registration.player
    before = [player.given_name, player.family_name, str(player.club or "")]
    club = club_named(corrected.club)
    after = [corrected.given_name, corrected.family_name, str(club or "")]
    mended = ["given_name", "family_name", "club"]
    if born_and_sex and (player.born_on, player.sex) != (corrected.born_on, corrected.sex):
        before += [str(player.born_on or ""), player.sex]
        after += [str(corrected.born_on or ""), corrected.sex]
        player.born_on, player.sex = corrected.born_on, corrected.sex
        mended += ["born_on", "sex"]
    if before == after:
        return registration
    player.given_name, player.family_name, player.club = corrected.given_name, corrected.family_name, club
    player.save(update_fields=mended)
    for everywhere in player.registrations.select_related("tournament").order_by("tournament"):
        journal.write(
            everywhere.tournament,
            "player_corrected",
            by=by,
            now=now,
            facts={"start_number": everywhere.start_number, "before": before, "after": after},
        )
    return registration


@transaction.atomic
def dissolve_team(*, tournament_id: int, team_id: int, by: Actor, now: datetime) -> None:
    """Take a team apart that was put together wrongly; its players stay in the field."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    team = tournament.teams.filter(pk=team_id).first()
    if team is None:
        return
    numbers = list(team.members.order_by("team_place").values_list("start_number", flat=True))
    team.members.update(team=None, team_place=None)
    journal.write(
        tournament, "team_dissolved", by=by, now=now, facts={"name": team.name, "start_numbers": numbers}
    )
    team.delete()


@transaction.atomic
def dissolve_pair(*, tournament_id: int, pair_id: int, by: Actor, now: datetime) -> None:
    """Take a tandem apart that was put together wrongly; its players stay in the field."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    pair = tournament.pairs.filter(pk=pair_id).first()
    if pair is None:
        return
    numbers = list(pair.members.order_by("pair_place").values_list("start_number", flat=True))
    pair.members.update(pair=None, pair_place=None)
    journal.write(
        tournament, "pair_dissolved", by=by, now=now, facts={"number": pair.number, "start_numbers": numbers}
    )
    pair.delete()


def registered(tournament: Tournament, start_number: int) -> Registration:
    """The registration with this start number."""
    found = tournament.registrations.select_related("player__club").filter(start_number=start_number).first()
    if found is None:
        raise SetupRefused(gettext_noop("Die Startnummer {number} ist nicht vergeben."), number=start_number)
    return found
