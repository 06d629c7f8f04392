"""What was published, with the names that people wish to have in public today: a wish also counts for what hangs already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef

from tournaments.models import Registration, Tournament
from tournaments.models.naming import Naming, names_shown, reads_full_names
from tournaments.rankings.selectors.snapshots import Document


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
            wish=wishes.get(one["number"], ""),
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
