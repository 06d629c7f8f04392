"""Takes a whole tournament over from another machine: all of it or nothing, and it must come out the same."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction

from scoring.models import RuleSet
from scoring.sentence import gettext_noop
from scoring.services import publish_rules
from tournaments.event.permissions import Actor, must_administer
from tournaments.event.selectors.journal import chain_head, first_broken
from tournaments.event.selectors.rows import Row
from tournaments.event.services import journal, setup
from tournaments.event.services.machine import write_line as write_of_machine
from tournaments.event.services.publish_right import match_publishing_right
from tournaments.event.services.ruled_rows import link_earlier_rows
from tournaments.federation.services.clubs import proved
from tournaments.files.selectors.belongings import LATER, ONLY_HERE, TAKEN, model_of, standings_document
from tournaments.files.services.file_rows import checked
from tournaments.files.services.file_shapes import refuse_misshapen
from tournaments.files.services.origin import TakeOverRefused, proved_origin
from tournaments.files.services.rehearsal import CannotBeShown, rehearse
from tournaments.models import Club, JournalEntry, Player, Role, Seal, Tournament, User
from tournaments.sealing.selectors import origin_holds, seals_are_read
from tournaments.storage.invisible_characters import visible

__all__ = ["FORMAT", "MANIFEST", "VERSION", "TakeOverRefused", "part_name", "take_over"]
FORMAT, VERSION = "romme-club-tournament", 1
MANIFEST = "manifest.json"
BATCH = 500
SLUG = re.compile(r"[-a-zA-Z0-9_]{1,80}")
EPOCH = "2000-01-01T00:00:00+00:00"  # of names that are no accounts


# What comes of values that nobody would have typed.
UNSOUND = (
    IntegrityError,
    DataError,
    ValidationError,
    CannotBeShown,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
log = logging.getLogger(__name__)


def part_name(label: str) -> str:
    """The part that holds the rows of a table: `rows/tournaments.game.json`."""
    return f"rows/{label.lower()}.json"


def take_over(parts: Mapping[str, Any], *, by: Actor, now: datetime, unproved: bool = False) -> Tournament:
    """The tournament of a file, on this machine; under the club whose own laptop has signed it.

    Where keys of clubs are registered, a file that none of them has signed comes in only if the administrator says so
    (`unproved`), and counts in no season.
    """
    must_administer(by)
    try:
        origin = proved_origin(parts[MANIFEST], unproved=unproved)
        for label in TAKEN:
            refuse_misshapen(label, parts.get(part_name(label), []))
        with transaction.atomic():
            made = Taking(parts).take(by, now)
            if origin.key is not None:
                proved(made, origin.key, by=by, now=now)
            return made
    except UNSOUND as fault:
        log.warning("a tournament was not taken over: %s", type(fault).__name__)  # names stay out of logs
        raise TakeOverRefused(
            gettext_noop("Die Angaben in der Datei passen nicht zusammen. Das Turnier wird nicht übernommen.")
        ) from fault


@dataclass(slots=True)
class Taking:
    """Writes part after part and remembers which key became which."""

    parts: Mapping[str, Any]
    keys: dict[type[models.Model], dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def take(self, by: Actor, now: datetime) -> Tournament:
        """Rules, people, accounts, then every table in its order; then it is compared with what it was."""
        self.refuse_twice()
        self.rules(now)
        self.people()
        self.names_of_accounts()
        for label in TAKEN:
            name = part_name(label)
            self.rows(label, self.parts.get(name, []) if label in LATER else self.part(name))
        [key] = self.keys[Tournament].values()
        tournament = Tournament.objects.select_related("rule_set").get(pk=key)
        link_earlier_rows(tournament)
        self.compare(tournament)
        assert by.user is not None
        Role.objects.get_or_create(tournament=tournament, user=by.user, kind=Role.Kind.DIRECTOR)
        match_publishing_right(by.user)
        told = {
            "exported_at": datetime.fromisoformat(self.parts[MANIFEST]["exported_at"]).isoformat(),
            "slug": str(self.parts[MANIFEST]["tournament"]["slug"])[:80],
        }
        _lines, head = chain_head(tournament)
        journal.write(tournament, "tournament_imported", by=by, now=now, facts=told)
        make_names_visible(tournament, by=by, now=now)
        Tournament.objects.filter(pk=tournament.pk).update(taken_over_at=now)
        tournament.refresh_from_db()
        rehearse(tournament, director=by.user)
        write_of_machine("tournament_taken_over", tournament=tournament, by=by, now=now, more={"head": head})
        return tournament

    def part(self, name: str) -> Any:
        if name not in self.parts:
            raise damaged(name)
        return self.parts[name]

    def refuse_twice(self) -> None:
        """A tournament is known by the first line of its journal, which no other has."""
        lines = self.part(part_name("tournaments.JournalEntry"))
        known = (
            JournalEntry.objects.filter(number=1, hash=lines[0]["hash"]).select_related("tournament").first()
        )
        if known is not None:
            raise TakeOverRefused(
                gettext_noop("Dieses Turnier ist schon hier: „{name}“."), name=known.tournament.name
            )

    def rules(self, now: datetime) -> None:
        """Publish the rule sets of the file under their very text; one that is known here is used as it is."""
        for said in self.part("rules.json"):
            text, based_on = said["canonical"], said["based_on"]
            if hashlib.sha256(text.encode()).hexdigest() != said["fingerprint"]:
                raise damaged("rules.json")
            row = RuleSet.objects.filter(fingerprint=said["fingerprint"]).first()
            if row is None:
                base = RuleSet.objects.get(pk=self.keys[RuleSet][based_on]) if based_on else None
                row = publish_rules(json.loads(text), by=None, now=now, based_on=base)
            if row.fingerprint != said["fingerprint"]:
                raise damaged("rules.json")
            self.keys[RuleSet][said["id"]] = row.pk

    def people(self) -> None:
        """Players of the same name, club and day of birth are the same; others are added."""
        said = self.part("people.json")
        names = {club["id"]: club["name"] for club in said["clubs"]}
        for club in said["clubs"]:
            known = (
                Club.objects.filter(name=club["name"]).first()
                or Club.objects.filter(name__iexact=club["name"]).first()
            )
            self.keys[Club][club["id"]] = (known or created(Club, club, {})).pk
        taken: set[int] = set()
        for player in said["players"]:
            alike = Player.objects.filter(
                given_name=player["given_name"],
                family_name=player["family_name"],
                club__name=names.get(player["club_id"]),
                born_on=player["born_on"],
            )
            alike = alike if player["club_id"] else alike.filter(club__isnull=True)
            known_player = next((one for one in alike.order_by("pk") if one.pk not in taken), None)
            found = known_player or created(
                Player, player, {"club_id": self.keys[Club].get(player["club_id"])}
            )
            taken.add(found.pk)
            self.keys[Player][player["id"]] = found.pk

    def names_of_accounts(self) -> None:
        """Keep by name who did what elsewhere; no account is made, and nobody here is meant."""
        mark = self.mark()
        for said in self.part("accounts.json"):
            named = said["first_name"] or said["last_name"]
            row = {
                "username": f"elsewhere-{mark}-{len(self.keys[User]) + 1}",
                "first_name": said["first_name"],
                "last_name": said["last_name"] if named else said["username"],
                "password": "!",
                "is_active": False,
                "date_joined": EPOCH,
            }
            user = checked(User, row)
            assert isinstance(user, User)
            user.set_unusable_password()
            user.save(force_insert=True)
            self.keys[User][said["id"]] = user.pk

    def mark(self) -> str:
        """Twelve signs that no other tournament has: of the first line of its journal."""
        return str(self.part(part_name("tournaments.JournalEntry"))[0]["hash"])[:12]

    def rows(self, label: str, rows: list[Row]) -> None:
        """One table, its keys exchanged; rows that follow rows of their own table one after the other."""
        model = model_of(label)
        if model is Seal and not seals_are_read():
            return  # without pyHanko nobody could say whose they are
        if any(name.related_model is model for name in model._meta.concrete_fields):
            for row in rows:
                thing = self.sound(model, row)
                thing.save(force_insert=True)
                self.keys[model][row["id"]] = thing.pk
            return
        things = [self.sound(model, row) for row in rows]
        made = model._base_manager.bulk_create(things, batch_size=BATCH)
        self.keys[model] = {row["id"]: thing.pk for row, thing in zip(rows, made, strict=True)}

    def sound(self, model: type[models.Model], row: Row) -> models.Model:
        """The thing of a row, with the keys of this machine, as sound as a typed one."""
        thing = checked(model, self.exchanged(model, row))
        if isinstance(thing, JournalEntry) and thing.written_elsewhere is None:
            raise damaged(part_name("tournaments.JournalEntry"))
        if isinstance(thing, Seal) and not origin_holds(thing):
            raise damaged(part_name("tournaments.Seal"))
        return thing

    def exchanged(self, model: type[models.Model], row: Row) -> Row:
        """A row with the keys of this machine."""
        new = {name: value for name, value in row.items() if name != "id"}
        for name in model._meta.concrete_fields:
            if name.is_relation and new.get(name.attname) is not None:
                new[name.attname] = self.keys[name.related_model][new[name.attname]]  # type: ignore[index]
        if model is Tournament:
            new |= dict.fromkeys(ONLY_HERE["tournaments.Tournament"])
            new["slug"] = free(slug(new["slug"]))
        return new

    def compare(self, tournament: Tournament) -> None:
        """Refuse unless the journal is unbroken and the standings are the same to the byte."""
        if first_broken(JournalEntry.objects.filter(tournament=tournament).order_by("number")) is not None:
            raise damaged(part_name("tournaments.JournalEntry"))
        if json.loads(standings_document(tournament)) != self.part("standings.json"):
            raise damaged("standings.json")


def make_names_visible(tournament: Tournament, *, by: Actor, now: datetime) -> None:
    """Correct names that hold control or format characters: files of earlier versions may, and are read all the same.

    Each correction has its line in the journal. Other texts stay as they were stored, since hashes cover them.
    """
    field = tournament.registrations.select_related("player__club").order_by("start_number")
    for one in field:
        player = one.player
        said = [player.given_name, player.family_name, str(player.club or "")]
        given, family, club = [" ".join(visible(text).split()) for text in said]
        if all(visible(text) == text for text in said):
            continue
        setup.correct_player(
            tournament_id=tournament.pk,
            start_number=one.start_number,
            corrected=setup.NewPlayer(given_name=given, family_name=family or "?", club=club),
            by=by,
            now=now,
        )
    name, place = (" ".join(visible(text).split()) for text in (tournament.name, tournament.place))
    if (name, place) != (tournament.name, tournament.place):
        Tournament.objects.filter(pk=tournament.pk).update(name=name or tournament.slug, place=place)


def created(model: Any, row: Row, changed: Row) -> Any:
    new = {name: value for name, value in row.items() if name != "id"} | changed
    thing = checked(model, new)
    thing.save(force_insert=True)
    return thing


def slug(said: Any) -> str:
    """An address as the site makes them, before anything is looked for with it."""
    if not isinstance(said, str) or not SLUG.fullmatch(said):
        raise ValidationError("slug")
    return said


def free(slug: str) -> str:
    """The same address, unless somebody here has it."""
    taken = set(Tournament.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    if slug not in taken:
        return slug
    return next(other for n in range(2, len(taken) + 3) if (other := f"{slug[:70]}-{n}") not in taken)


def damaged(name: str) -> TakeOverRefused:
    return TakeOverRefused(
        gettext_noop(
            "Der Teil „{part}“ passt nicht zum Rest. Das Turnier wird nicht übernommen: Die Datei noch einmal holen."
        ),
        part=name,
    )
