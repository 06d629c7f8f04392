"""One person in the register of players: said, and taken back. No entry and no list is changed by it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, must
from tournaments.event.selectors.persons import persons, sames
from tournaments.event.services.machine import write_line as write_of_machine
from tournaments.federation.permissions import may_say_who_is_who
from tournaments.federation.selectors.register import both_in
from tournaments.federation.services.clubs import FederationRefused
from tournaments.models import Player, SamePerson


@transaction.atomic
def say_same(*, entry_id: int, person_id: int, by: Actor, now: datetime) -> SamePerson:
    """The entry is that person from now on: seasons have one row for both. The same again is what was said."""
    held = {
        one.pk: one
        for one in Player.objects.select_for_update(of=("self",))
        .filter(pk__in=[entry_id, person_id])
        .order_by("pk")
    }
    for key in (entry_id, person_id):
        if key not in held:
            raise FederationRefused(gettext_noop("Den Eintrag Nr. {number} gibt es nicht."), number=key)
    must(may_say_who_is_who(by, held[entry_id], held[person_id]))
    known = persons()
    person = known.get(person_id, person_id)
    if known.get(entry_id) == person:
        return sames().get(entry=entry_id)
    if person == entry_id:
        raise FederationRefused(
            gettext_noop("Diese beiden sind schon dieselbe Person, oder es ist zweimal derselbe Eintrag.")
        )
    if entry_id in known:
        raise FederationRefused(
            gettext_noop("Der Eintrag Nr. {number} gehört schon zu einer anderen Person: Erst dort trennen."),
            number=entry_id,
        )
    refuse_together(entry_id, person)
    made = SamePerson.objects.create(
        entry_id=entry_id, person_id=person, said_at=now, said_by=by.label, taken_back_by=""
    )
    write_of_machine("persons_joined", by=by, now=now, more=joining_facts(made))
    return made


def refuse_together(entry: int, person: int) -> None:
    """Nobody sits at two tables: entries in the field of one tournament are two people."""
    known = persons()
    for one in (entry, *(key for key, of in known.items() if of == entry)):
        for other in (person, *(key for key, of in known.items() if of == person)):
            tournament = both_in(one, other)
            if tournament is not None:
                raise FederationRefused(
                    gettext_noop("Beide stehen im Feld von „{tournament}“: Das sind zwei Personen."),
                    tournament=tournament.name,
                )


@transaction.atomic
def part_entries(*, same_id: int, by: Actor, now: datetime) -> None:
    """Two people again: what each has played stands where it always stood. A second time it has been done already."""
    said = (
        SamePerson.objects.select_for_update(of=("self",))
        .select_related("entry", "person")
        .filter(pk=same_id)
        .first()
    )
    if said is None:
        return
    must(may_say_who_is_who(by, said.entry, said.person))
    if said.taken_back_at is None:
        said.taken_back_at, said.taken_back_by = now, by.label
        said.save(update_fields=["taken_back_at", "taken_back_by"])
        write_of_machine("persons_parted", by=by, now=now, more=joining_facts(said))


def joining_facts(said: SamePerson) -> dict[str, object]:
    """The facts of the machine's journal line: keys and no names, so that it keeps no name that somebody may want forgotten."""
    return {
        "name": f"Nr. {said.entry_id} = Nr. {said.person_id}",
        "entry": said.entry_id,
        "person": said.person_id,
    }
