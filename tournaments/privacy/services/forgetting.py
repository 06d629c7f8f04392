"""Forgets a person: every name of his goes, every result stays, and every journal still proves itself.

What is stored of a tournament is never overwritten; this is the one deed that does, so it stands alone, says in every journal
concerned and in that of the machine that it was done, and by whom. Entries of the register that are one person are forgotten
together: whoever asks to be forgotten does not mean one of two clubs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any

from django.db import connection, models, transaction

from scoring import guards
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_administer, may_direct, must
from tournaments.event.selectors.journal import digest_of, hashed
from tournaments.event.selectors.persons import entries_of, tournament_of_two
from tournaments.event.services import journal, machine
from tournaments.files.selectors.belongings import TAKEN, model_of
from tournaments.models import (
    FairCopy,
    JournalEntry,
    PaperReading,
    Player,
    Publication,
    Registration,
    Seal,
    Seat,
    SheetPhoto,
    Signature,
    Tournament,
)
from tournaments.rankings.selectors.facts import age_on, ages_on, ranking_setup_of

ABOUT_A_PERSON = frozenset(
    {
        "player_registered",
        "player_corrected",
        "player_withdrawn",
        "player_readmitted",
        "registration_corrected",
    }
)

BESIDE = {"tournaments.ScreenMessage": "tournament"}  # texts of a tournament that travel in no file


class NotForgotten(Refusal):
    """A person who cannot be forgotten yet."""


def tournaments_of_entries(entries: Iterable[int]) -> list[Registration]:
    """Every tournament in which one of these entries of the register was ever registered."""
    found = Registration.objects.filter(player__in=entries).select_related("tournament__rule_set")
    return list(found.order_by("tournament_id", "pk"))


def may_forget(by: Actor, here: Iterable[Registration]) -> bool:
    """Whoever directs all tournaments of a person, or keeps the machine."""
    return may_administer(by) or all(may_direct(by, one.tournament) for one in here)


def locked_person(player_id: int) -> dict[int, Player]:
    """Every entry of this person, held; who is joined meanwhile is held too."""
    while True:
        entries = entries_of(player_id)
        found = Player.objects.select_for_update(of=("self",)).select_related("club").order_by("pk")
        held = {one.pk: one for one in found.filter(pk__in=entries)}
        if entries_of(player_id) == entries:
            return held


def refuse_forgetting(player: Player, entries: Iterable[int], typed: str, by: Actor) -> list[Registration]:
    """Who may: whoever directs all his tournaments, or keeps the machine; when: once all of them are over."""
    entries = tuple(entries)
    here = tournaments_of_entries(entries)
    must(may_forget(by, here))
    apart = tournament_of_two(entries)
    if apart is not None:
        raise NotForgotten(
            gettext_noop(
                "Im Spielerverzeichnis steht dieselbe Person zweimal, aber beide standen im Feld von „{tournament}“: "
                "Erst dort trennen."
            ),
            tournament=apart.name,
        )
    running = next(
        (one.tournament for one in here if one.tournament.status != Tournament.Status.FINISHED), None
    )
    if running is not None:
        raise NotForgotten(
            gettext_noop("„{tournament}“ ist noch nicht beendet: Danach lässt sich der Name löschen."),
            tournament=running.name,
        )
    if " ".join(typed.split()) != player.name:
        raise NotForgotten(gettext_noop("Zum Löschen bitte den Namen genau so eintragen, wie er oben steht."))
    return here


@transaction.atomic
def forget_person(*, player_id: int, typed: str, by: Actor, now: datetime) -> Player:
    """Take the name and everything drawn or photographed of a person out of every tournament; there is no way back."""
    entries = locked_person(player_id)
    here = refuse_forgetting(entries[player_id], entries, typed, by)
    for one in here:
        Tournament.objects.select_for_update().get(pk=one.tournament_id)
    with guards.lifted(connection):
        for one in here:
            spellings = spellings_in(one, entries)
            pseudonym = f"N. N. {one.player_id}"
            forget_lines(one, spellings)
            forget_publications(one, pseudonym)
            forget_pictures(one)
            forget_words(one.tournament, spellings, pseudonym)
            Registration.objects.filter(pk=one.pk).update(withdrawn_reason="", page_issue=one.page_issue + 1)
        for player in entries.values():
            player.born_on = another_day(player, [one for one in here if one.player_id == player.pk])
            player.given_name, player.family_name = "N.", f"N. {player.pk}"
            player.save(update_fields=["given_name", "family_name", "born_on"])
    for one in here:
        facts = {"start_number": one.start_number}
        journal.write(one.tournament, "person_forgotten", by=by, now=now, facts=facts)
    places = ", ".join(f"{one.tournament.slug} {one.start_number}" for one in here)
    names = ", ".join(f"N. N. {entry}" for entry in sorted(entries))
    machine.write_line("person_forgotten", by=by, now=now, more={"name": names, "places": places[:300]})
    return entries[player_id]


def spellings_in(one: Registration, entries: Mapping[int, Player]) -> tuple[str, ...]:
    """How he may be written in texts of this tournament: as he was entered here, and as elsewhere if nobody else here is called so."""
    others = Registration.objects.filter(tournament=one.tournament_id).exclude(player__in=entries)
    taken = {
        (given, family) for given, family in others.values_list("player__given_name", "player__family_name")
    }
    own = entries[one.player_id]
    elsewhere = [each for each in entries.values() if (each.given_name, each.family_name) not in taken]
    return tuple(dict.fromkeys(text for each in (own, *elsewhere) for text in spellings_of(each)))


def spellings_of(player: Player) -> tuple[str, ...]:
    """How the whole name may stand in a text; a family name alone may be somebody else's."""
    given, family = player.given_name, player.family_name
    both = (f"{given} {family}", f"{family}, {given}", f"{family} {given}") if given else (family,)
    return tuple(dict.fromkeys([*both, *(one.upper() for one in both)]))


# The journal -----------------------------------------------------------------------------------------------------


def forget_lines(one: Registration, spellings: tuple[str, ...]) -> None:
    """Lines about him, and every other one in which his name stands, lose their facts and keep their digest."""
    for line in (
        JournalEntry.objects.filter(tournament=one.tournament_id).order_by("number").iterator(chunk_size=2000)
    ):
        about = line.deed in ABOUT_A_PERSON and line.facts.get("start_number") == one.start_number
        text = f"{json.dumps(line.facts, ensure_ascii=False)} {line.reason}"
        if not line.digest and (about or any(name in text for name in spellings)):
            number = line.facts.get("start_number")
            covered = hashed(line, number=line.number, previous=line.previous_hash)
            JournalEntry.objects.filter(pk=line.pk).update(
                facts={"start_number": number} if isinstance(number, int) else {},
                reason="",
                salt="",
                digest=digest_of(covered) if line.scheme >= 3 else line.hash,
            )


# What was published, drawn, photographed ---------------------------------------------------------------------------


def forget_publications(one: Registration, pseudonym: str) -> None:
    """The people of a published text are told apart by number; its fingerprint stays the printed one, and fits no more."""
    for row in Publication.objects.filter(tournament=one.tournament_id):
        document = json.loads(row.document)
        for person in document["people"]:
            if person["number"] == one.start_number:
                person |= {"given_name": "N.", "family_name": pseudonym.removeprefix("N. ")}
        text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        Publication.objects.filter(pk=row.pk).update(document=text)


def forget_pictures(one: Registration) -> None:
    """Drawn names; photos and sealed files on which his name stands beside others'. Their digests stay in the journal."""
    tables = Seat.objects.filter(registration=one).values("table")
    Signature.objects.filter(seat__registration=one, strokes__isnull=False).update(strokes=[])
    SheetPhoto.objects.filter(sheet__table__in=tables)._raw_delete("default")
    PaperReading.objects.filter(sheet__table__in=tables).delete()
    copies = FairCopy.objects.filter(sheet__table__in=tables).values("pk")
    Seal.objects.filter(fair_copy__in=copies)._raw_delete("default")


# Every other word ----------------------------------------------------------------------------------------------------


def forget_words(tournament: Tournament, spellings: tuple[str, ...], pseudonym: str) -> None:
    """His name in any text of any table of the tournament; also in tables that nobody has thought of yet."""
    for label, way in {**TAKEN, **BESIDE}.items():
        model: Any = model_of(label)
        columns = [
            one.name
            for one in model._meta.concrete_fields
            if isinstance(one, (models.CharField, models.TextField, models.JSONField))
        ]
        if model is JournalEntry or not columns:
            continue
        for row in (
            model._base_manager.filter(**{way: tournament.pk}).only("pk", *columns).iterator(chunk_size=500)
        ):
            changed = dict(changed_columns(row, columns, spellings, pseudonym))
            if changed:
                model._base_manager.filter(pk=row.pk).update(**changed)


def changed_columns(
    row: Any, columns: list[str], spellings: tuple[str, ...], pseudonym: str
) -> Iterator[tuple[str, Any]]:
    for column in columns:
        before = getattr(row, column)
        after = replaced(before, spellings, pseudonym)
        if after != before:
            yield column, after


def replaced(value: Any, spellings: tuple[str, ...], pseudonym: str) -> Any:
    """The value without the name, however deep it stands."""
    match value:
        case str():
            for name in spellings:
                value = value.replace(name, pseudonym)
            return value
        case list():
            return [replaced(one, spellings, pseudonym) for one in value]
        case Mapping():
            return {key: replaced(one, spellings, pseudonym) for key, one in value.items()}
        case _:
            return value


def another_day(player: Player, here: list[Registration]) -> date | None:
    """Another day of the same year, by which he belongs to the same rankings; the day itself only where there is none."""
    born = player.born_on
    if born is None:
        return None
    days = [ages_on(one.tournament, ranking_setup_of(one.tournament)) for one in here]
    others = (date(born.year, month, day) for month, day in ((1, 1), (1, 2), (7, 1), (12, 31)))
    alike = (day for day in others if all(age_on(day, at) == age_on(born, at) for at in days))
    return next(alike, born)
