"""Running lists in words: what happens to the list of somebody who leaves, and the remedies as links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sentence import gettext_noop
from tournaments.models import Tournament
from tournaments.pages.words import numbers
from tournaments.seating.selectors.running import RunningList

GO_ON = {
    2: gettext_noop("Zu zweit weiterspielen"),
    3: gettext_noop("Zu dritt weiterspielen"),
    4: gettext_noop("Zu viert weiterspielen"),
    5: gettext_noop("Zu fünft weiterspielen"),
}
LEAVE, SUBSTITUTE, BROKEN_OFF = "leave", "substitute", "broken"  # as the forms of the referee call them


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """One deed that settles a running list: its words, address and icon."""

    words: str
    address: str
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningWords:
    """One running list as a page shows it."""

    where: str
    sentences: tuple[str, ...]
    remedies: tuple[Remedy, ...]


def running_in_words(
    tournament: Tournament, found: Iterable[RunningList], *, reason: str = ""
) -> tuple[RunningWords, ...]:
    """Return each list with what is missing and with links to the remedies, person and table already chosen."""
    return tuple(
        RunningWords(
            where=_("Serie {series}, Tisch {table}").format(series=one.series, table=one.table),
            sentences=tuple(sentences_of(one)),
            remedies=tuple(remedies_of(tournament, one, reason or one.registration.withdrawn_reason)),
        )
        for one in found
    )


def sentences_of(one: RunningList) -> list[str]:
    """Return what happens to the list if nobody decides anything."""
    name = one.registration.name
    if one.awaits_signature:
        return [
            _("Alle Spiele sind eingetragen, aber {name} hat noch nicht unterschrieben.").format(name=name)
        ]
    said = []
    if one.left is None:
        said.append(_("Hier wird noch gespielt."))
    else:
        said.append(
            ngettext("Hier fehlt noch {count} Spiel.", "Hier fehlen noch {count} Spiele.", one.left).format(
                count=one.left
            )
        )
    said.append(
        _("{name} bleibt auf Platz {seat} dieser Liste, bis hier entschieden ist.").format(
            name=name, seat=one.seat
        )
    )
    if not one.between_rounds:
        said.append(_("Plätze wechseln erst, wenn die laufende Runde zu Ende ist."))
    return said


def remedies_of(tournament: Tournament, one: RunningList, reason: str) -> list[Remedy]:
    """Return the deeds that settle the list: a substitute, going on with fewer, ending it."""
    place = [tournament.slug, one.series, one.table]
    if one.awaits_signature:
        return [Remedy(words=_("Zur Liste"), address=reverse("sheet", args=place), icon="signed")]

    def address(page: str, **asked: object) -> str:
        given = {key: value for key, value in asked.items() if value not in (None, "")}
        return f"{reverse(page, args=place)}?{urlencode(given)}"

    found = [
        Remedy(
            words=_("Ersatz einsetzen"),
            address=address(
                "change_seats", platz=one.seat, was=SUBSTITUTE, ersatz=one.stand_in, grund=reason
            ),
            icon="people",
        )
    ]
    if one.smaller is not None:
        found.append(
            Remedy(
                words=_(GO_ON[one.smaller]),
                address=address("change_seats", platz=one.seat, was=LEAVE, grund=reason),
                icon="leave",
            )
        )
    found.append(
        Remedy(
            words=_("Liste beenden"),
            address=address("end_list", was=BROKEN_OFF, grund=reason),
            icon="struck",
        )
    )
    return found


def plays_from(name: str, begun: tuple[int, ...], coming: int | None) -> str:
    """Return from which series a newcomer plays; empty while no series has begun."""
    if not begun:
        return ""
    if coming is None:
        return _("Alle Serien haben schon begonnen: {name} bekommt keinen Platz mehr.").format(name=name)
    return ngettext(
        "Serie {series} hat schon begonnen: {name} spielt ab Serie {coming}.",
        "Die Serien {series} haben schon begonnen: {name} spielt ab Serie {coming}.",
        len(begun),
    ).format(series=numbers(begun), name=name, coming=coming)
