"""Names as people type them: without regard to capitals, accents and the order of the parts."""

from __future__ import annotations

import unicodedata

from django.db.models import Q, QuerySet

from tournaments.event.permissions import Actor, may_administer
from tournaments.event.selectors.persons import sames
from tournaments.models import Club, ClubDirector, Player, Registration, Role, Tournament

SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
ENOUGH = 3  # letters before a suggestion makes sense
OFFERED = 12
DIGITS = 9  # of a start number, at most: Python refuses to read thousands of them


def plain(text: str) -> str:
    """Lower case without accents: "Müller-Weiß" is "muller-weiss".

    >>> plain("Müller-Weiß"), plain("Édith")
    ('muller-weiss', 'edith')
    """
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


def spelled_out(text: str) -> str:
    """Lower case with umlauts as two letters: "Müller" is "mueller"."""
    return plain(unicodedata.normalize("NFC", text).casefold().translate(SPELLED_OUT))


def matches(typed: str, *texts: str, number: int | None = None) -> bool:
    """Whether every typed word begins a word of the texts; a number alone is a start number.

    >>> matches("mul an", "Müller, Anna"), matches("mueller", "Müller, Anna"), matches("na", "Müller, Anna")
    (True, True, False)
    """
    wanted = typed.strip()
    if number is not None and wanted.isdecimal():
        return len(wanted) <= DIGITS and int(wanted) == number
    return any(
        all(
            any(word.startswith(part) for word in name_words(form(" ".join(texts))))
            for part in name_words(form(wanted))
        )
        for form in (plain, spelled_out)
    )


def name_words(text: str) -> list[str]:
    return text.replace(",", " ").replace("-", " ").split()


def parts_of(name: str) -> tuple[str, str]:
    """Given and family name, as people write them.

    >>> parts_of("Muster, Anna"), parts_of("Anna Muster"), parts_of("Karl von der Probe"), parts_of("Muster")
    (('Anna', 'Muster'), ('Anna', 'Muster'), ('Karl', 'von der Probe'), ('', 'Muster'))
    """
    if "," in name:
        family, given = (" ".join(part.split()) for part in name.split(",", 1))
        return given, family
    words = name.split()
    first = len(words) - 1
    while first > 1 and words[first - 1].islower():
        first -= 1  # von, van, de la: small words belong to the family name
    return " ".join(words[:first]), " ".join(words[first:])


def by_name(player: Player) -> tuple[str, str]:
    """The order of a telephone book."""
    return plain(player.family_name), plain(player.given_name)


def known_players(tournament: Tournament, typed: str, *, by: Actor) -> list[Player]:
    """People of earlier days who fit what was typed, are not in this field yet, and may be looked up by this person."""
    if len(typed.strip()) < ENOUGH:
        return []
    here = Registration.objects.filter(tournament=tournament).values("player_id")
    known = (
        players_in_reach(by)
        .select_related("club")
        .exclude(pk__in=here)
        .exclude(pk__in=sames().values("entry"))
    )
    return [player for player in known.iterator(chunk_size=2000) if matches(typed, player.listed_name)][
        :OFFERED
    ]


def players_in_reach(by: Actor) -> QuerySet[Player]:
    """Everybody on a club's own machine; where several clubs have directors, those of his clubs and of what he leads."""
    if may_administer(by) or not ClubDirector.objects.exists():
        return Player.objects.all()
    own = ClubDirector.objects.filter(user=by.user).values("club")
    led = Role.objects.filter(user=by.user, kind=Role.Kind.DIRECTOR).values("tournament")
    played = Registration.objects.filter(tournament__in=led).values("player")
    return Player.objects.filter(Q(club__in=own) | Q(pk__in=played))


def clubs() -> QuerySet[Club]:
    """Every club, for suggestions."""
    return Club.objects.order_by("name")
