"""Forgets a person: every name of his goes, every result stays, and every journal still proves itself.

What is stored of a tournament is never overwritten; this is the one deed that does, so it stands alone, says in every journal
concerned and in that of the machine that it was done, and by whom. Entries of the register that are one person are forgotten
together: whoever asks to be forgotten does not mean one of two clubs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import connection, models, transaction

from scoring import guards
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_administer, may_direct, must
from tournaments.event.selectors.journal import digest_of, hashed
from tournaments.event.selectors.persons import entries_of, tournament_of_two
from tournaments.event.services import journal, machine
from tournaments.event.services.jobs import forget_finished_jobs
from tournaments.files.selectors.belongings import TAKEN, model_of
from tournaments.files.services.large_workbooks import forget_workbooks
from tournaments.models import (
    FairCopy,
    JournalEntry,
    PaperReading,
    PaperUpload,
    Player,
    PlayerFile,
    Publication,
    Registration,
    Seal,
    Seat,
    SheetPhoto,
    Signature,
    Tournament,
    User,
)
from tournaments.privacy.core import NameFinder, Spelling, name_finder, names_person, plain, tables_without
from tournaments.rankings.selectors.facts import age_on, ages_on, ranking_setup_of
from tournaments.storage.deleting import delete_alone
from tournaments.storage.write_ahead_log import empty_log

ABOUT_A_PERSON = frozenset(
    {
        "player_registered",
        "player_corrected",
        "player_withdrawn",
        "player_readmitted",
        "registration_corrected",
    }
)

# Texts of a tournament that travel in no file: label → the way from a row to its tournament.
BESIDE = {
    "tournaments.ScreenMessage": "tournament",
    "tournaments.Screen": "tournament",
    "tournaments.AccessToken": "tournament",
    "tournaments.LentPhone": "tournament",
    "tournaments.ClosedCode": "sheet__table__series__tournament",
    "tournaments.TableDevice": "sheet__table__series__tournament",
    "tournaments.PlanSearch": "tournament",
    "tournaments.PaperUpload": "tournament",
    "tournaments.PaperReading": "upload__tournament",
    "tournaments.Workbook": "tournament",
    "tournaments.Organiser": "tournament",
}
FIXED = frozenset(  # a family name alone is left there: a tournament may be called after somebody, a document has labels
    {"tournaments.Tournament", "tournaments.Publication"}
)


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
    """Take every name ever stored and everything drawn or photographed of a person out of every tournament.

    There is no way back. Whoever calls it holds nothing: the person's entries and tournaments are locked here.
    """
    entries = locked_person(player_id)
    here = refuse_forgetting(entries[player_id], entries, typed, by)
    for one in here:
        Tournament.objects.select_for_update().get(pk=one.tournament_id)
    ever = spellings_ever(here, entries)
    with guards.lifted(connection):
        for one in here:
            finder = finder_in(one, entries, ever)
            forget_lines(one, finder)
            forget_publications(one, finder.pseudonym)
            forget_fair_copies(one, finder)
            forget_pictures(one)
            forget_words(one.tournament, finder)
            forget_workbooks(one.tournament)
            Registration.objects.filter(pk=one.pk).update(withdrawn_reason="", page_issue=one.page_issue + 1)
        forget_waiting_files(here, entries[player_id], ever)
        forget_finished_jobs()
        for player in entries.values():
            player.born_on = another_day(player, [one for one in here if one.player_id == player.pk])
            player.given_name, player.family_name = "N.", f"N. {player.pk}"
            player.save(update_fields=["given_name", "family_name", "born_on"])
    for one in here:
        facts = {"start_number": one.start_number}
        journal.write(one.tournament, "person_forgotten", by=by, now=now, facts=facts)
    places = ", ".join(f"{one.tournament.slug} {one.start_number}" for one in here)
    names = ", ".join(f"N. N. {entry}" for entry in sorted(entries))
    transaction.on_commit(empty_log)
    machine.write_line("person_forgotten", by=by, now=now, more={"name": names, "places": places[:300]})
    return entries[player_id]


# Every spelling ----------------------------------------------------------------------------------------------------


def spellings_ever(here: Iterable[Registration], entries: Mapping[int, Player]) -> tuple[Spelling, ...]:
    """Return every name under which the person was ever stored, as the journals, lists and publications tell."""
    found = [Spelling(one.given_name, one.family_name) for one in entries.values()]
    for one in here:
        found += [*spellings_in_journal(one), *spellings_in_publications(one), *spellings_in_copies(one)]
    return tuple(dict.fromkeys(one for one in found if one.family.strip()))


def spellings_in_journal(one: Registration) -> Iterator[Spelling]:
    """Yield the names of registration and corrections; a line that was emptied before tells none."""
    for line in lines_about(one):
        facts = {} if line.digest else line.facts
        if isinstance(name := facts.get("name"), str):
            yield Spelling("", name)
        for told in (facts.get("before"), facts.get("after")):
            match told:
                case [str() as given, str() as family, *_]:
                    yield Spelling(given, family)


def lines_about(one: Registration) -> Iterator[JournalEntry]:
    """Yield the journal's lines about a registration, the newest first, under each start number that it ever had.

    A number that was corrected may have been somebody else's before, so it is followed back in time.
    """
    number = one.start_number
    lines = JournalEntry.objects.filter(tournament=one.tournament_id, deed__in=ABOUT_A_PERSON)
    for line in lines.order_by("-number"):
        if line.facts.get("start_number") != number:
            continue
        yield line
        match line.facts.get("changed"):
            case {"start_number": [int() as before, int()]}:
                number = before


def spellings_in_publications(one: Registration) -> Iterator[Spelling]:
    for text in Publication.objects.filter(tournament=one.tournament_id).values_list("document", flat=True):
        for person in json.loads(text)["people"]:
            if person["number"] == one.start_number and person["given_name"]:
                yield Spelling(person["given_name"], person["family_name"])


def spellings_in_copies(one: Registration) -> Iterator[Spelling]:
    """Yield the names at the head of accepted lists; one word alone is a given name by wish, and everybody's."""
    for copy in fair_copies_of(one):
        for seat in seats_of(copy.words, one.start_number):
            name = str(seat.get("name", ""))
            if " " in name.strip() and not re.fullmatch(r"Nr\. \d+", name):
                yield Spelling("", name)


def finder_in(one: Registration, entries: Mapping[int, Player], ever: Sequence[Spelling]) -> NameFinder:
    """Return what finds the person in texts of this tournament. A spelling that is somebody else's name here is left out."""
    others = Registration.objects.filter(tournament=one.tournament_id).exclude(player__in=entries)
    names = list(others.values_list("player__given_name", "player__family_name", "player__club__name"))
    taken = {plain(f"{given} {family}") for given, family, _club in names}
    now_called = Spelling(entries[one.player_id].given_name, entries[one.player_id].family_name)
    spellings = [each for each in ever if each == now_called or plain(each.whole) not in taken]
    clubs = {str(entry.club) for entry in entries.values() if entry.club}
    leaders = User.objects.exclude(last_name="").values_list("last_name", flat=True)
    around = [one.tournament.name, one.tournament.place, *clubs, *leaders]
    return name_finder(
        spellings,
        pseudonym=f"N. N. {one.player_id}",
        others="\n".join([*around, *(word for row in names for word in row if word)]),
    )


# The journal -----------------------------------------------------------------------------------------------------


def forget_lines(one: Registration, finder: NameFinder) -> None:
    """Empty the facts of lines about the person and of every other line with the name; their digest stays."""
    about = {line.pk for line in lines_about(one)}
    for line in (
        JournalEntry.objects.filter(tournament=one.tournament_id).order_by("number").iterator(chunk_size=2000)
    ):
        text = f"{json.dumps(line.facts, ensure_ascii=False)} {line.reason}"
        if not line.digest and (line.pk in about or finder.in_text(text, free=True)):
            number = line.facts.get("start_number")
            covered = hashed(line, number=line.number, previous=line.previous_hash)
            JournalEntry.objects.filter(pk=line.pk).update(
                facts={"start_number": number} if isinstance(number, int) else {},
                reason="",
                salt="",
                digest=digest_of(covered) if line.scheme >= 3 else line.hash,
            )


# What was published, sealed, drawn, photographed -------------------------------------------------------------------


def forget_publications(one: Registration, pseudonym: str) -> None:
    """The people of a published text are told apart by number; its fingerprint stays the printed one, and fits no more."""
    for row in Publication.objects.filter(tournament=one.tournament_id):
        document = json.loads(row.document)
        for person in document["people"]:
            if person["number"] == one.start_number:
                person |= {"given_name": "N.", "family_name": pseudonym.removeprefix("N. ")}
        text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        Publication.objects.filter(pk=row.pk).update(document=text)


def fair_copies_of(one: Registration) -> models.QuerySet[FairCopy]:
    """Return the accepted lists of every table at which the person sat."""
    tables = Seat.objects.filter(registration=one).values("table")
    return FairCopy.objects.filter(sheet__table__in=tables).order_by("pk")


def seats_of(words: Mapping[str, Any], start_number: int) -> Iterator[dict[str, Any]]:
    """Yield the heads of the columns of a start number, as they lie in the words of a list."""
    for seat in words.get("seats", ()):
        if seat.get("start_number") == str(start_number):
            yield seat


def forget_fair_copies(one: Registration, finder: NameFinder) -> None:
    """Write the pseudonym into the words of accepted lists, whatever the name was then, and drop the files sealed over it.

    By number where the person sat, by name in remarks of any list: a ruling at another table may name them.
    """
    for copy in FairCopy.objects.filter(sheet__table__series__tournament=one.tournament_id).order_by("pk"):
        words = finder.without(copy.words)
        for seat in seats_of(words, one.start_number):
            seat["name"] = finder.pseudonym
        if "remarks" in words:
            words["remarks"] = finder.without(words["remarks"], free=True)
        if words != copy.words:
            FairCopy.objects.filter(pk=copy.pk).update(words=words)
            delete_alone(Seal.objects.filter(fair_copy=copy.pk))


def forget_pictures(one: Registration) -> None:
    """Drop drawn names, and photos and sealed files on which the name stands beside others'. Their digests stay in the journal.

    A stack of pictures that was never read may show any table of the tournament, and goes with them.
    """
    tables = Seat.objects.filter(registration=one).values("table")
    Signature.objects.filter(seat__registration=one, strokes__isnull=False).update(strokes=[])
    delete_alone(SheetPhoto.objects.filter(sheet__table__in=tables))
    waiting = PaperUpload.objects.filter(tournament=one.tournament_id)
    waiting.filter(models.Q(sheet=None) | models.Q(sheet__table__in=tables)).delete()
    PaperReading.objects.filter(sheet__table__in=tables).delete()
    delete_alone(Seal.objects.filter(fair_copy__in=fair_copies_of(one).values("pk")))


# Every other word ----------------------------------------------------------------------------------------------------


def forget_words(tournament: Tournament, finder: NameFinder) -> None:
    """Replace the name in any text of any table of the tournament, also in tables that are added later."""
    for label, way in {**TAKEN, **BESIDE}.items():
        model: Any = model_of(label)
        columns = [
            one
            for one in model._meta.concrete_fields
            if isinstance(one, (models.CharField, models.TextField, models.JSONField)) and not one.choices
        ]
        if model in (JournalEntry, FairCopy) or not columns:
            continue
        free = {one.name for one in columns if label not in FIXED and not isinstance(one, models.JSONField)}
        names = [one.name for one in columns]
        for row in (
            model._base_manager.filter(**{way: tournament.pk}).only("pk", *names).iterator(chunk_size=500)
        ):
            changed = {
                name: after
                for name in names
                if (after := finder.without(before := getattr(row, name), free=name in free)) != before
            }
            if changed:
                model._base_manager.filter(pk=row.pk).update(**changed)


def forget_waiting_files(here: Iterable[Registration], player: Player, ever: Sequence[Spelling]) -> None:
    """Drop player files that wait at tournaments that are over, and empty the person's rows in those of any other desk."""
    PlayerFile.objects.filter(tournament__in=[one.tournament_id for one in here]).delete()
    pseudonym = f"N. N. {player.pk}"
    finder = name_finder(ever, pseudonym=pseudonym, others="")
    for file in PlayerFile.objects.select_for_update().order_by("pk"):
        tables = tables_without(file.tables, lambda cells: names_person(cells, ever, finder), pseudonym)
        name = finder.without(file.name, free=True)[:200]
        if (tables, name) != (file.tables, file.name):
            PlayerFile.objects.filter(pk=file.pk).update(tables=tables, name=name)


def another_day(player: Player, here: list[Registration]) -> date | None:
    """Another day of the same year, by which he belongs to the same rankings; the day itself only where there is none."""
    born = player.born_on
    if born is None:
        return None
    days = [ages_on(one.tournament, ranking_setup_of(one.tournament)) for one in here]
    others = (date(born.year, month, day) for month, day in ((1, 1), (1, 2), (7, 1), (12, 31)))
    alike = (day for day in others if all(age_on(day, at) == age_on(born, at) for at in days))
    return next(alike, born)
