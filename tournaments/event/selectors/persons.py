"""Which entries of the register are one person: said by those who may, taken back by those who may, nothing of either changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import Count, Max, QuerySet

from tournaments.models import Registration, SamePerson, Tournament


def sames() -> QuerySet[SamePerson]:
    """The statements that two entries are one person, without those that were taken back."""
    return SamePerson.objects.filter(taken_back_at__isnull=True)


def persons() -> Mapping[int, int]:
    """From each entry that is another one's person to that person; everybody else is himself."""
    said = dict(sames().values_list("entry", "person"))
    return {entry: person_of(entry, said) for entry in said}


def person_of(entry: int, said: Mapping[int, int]) -> int:
    """The entry at the end of the chain of statements from this one; there are no circles, so there is an end."""
    while entry in said:
        entry = said[entry]
    return entry


def entries_of(player: int) -> frozenset[int]:
    """All entries that are the same person as this one, itself among them."""
    known = persons()
    person = known.get(player, player)
    return frozenset({person, *(entry for entry, of in known.items() if of == person)})


def tournament_of_two(entries: Collection[int]) -> Tournament | None:
    """A tournament in whose field two of these entries stand: whatever was said of them, they are two people."""
    fields = Registration.objects.filter(player__in=entries, withdrawn_at__isnull=True).order_by("pk")
    seen: set[int] = set()
    for one in fields.select_related("tournament"):
        if one.tournament_id in seen:
            return one.tournament
        seen.add(one.tournament_id)
    return None


def said_so_far() -> str:
    """A short text that changes with every statement made or taken back, for the ETag of pages that depend on them."""
    told = SamePerson.objects.aggregate(last=Max("pk"), back=Count("taken_back_at"))
    return f"{told['last'] or 0}-{told['back']}"
