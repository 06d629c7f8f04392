"""Who may do what: plain functions of a person and a thing, asked by every page and every service."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from scoring.sentence import Refusal, gettext_noop
from tournaments.models import (
    AccessToken,
    Authenticator,
    LentPhone,
    Passkey,
    Role,
    ScoreSheet,
    TableDevice,
    Tournament,
    User,
)

AT_THE_TABLE = gettext_noop(
    "Listenführung am Tisch"
)  # as the journal keeps it; pages say it in the reader's language
ON_OWN_PAGE = gettext_noop("Spieler auf seiner eigenen Seite")
NOBODY = gettext_noop("Unbekannt")
WAITS = gettext_noop(
    "Diese Liste ist für ihren Tisch und die Turnierleitung, bis die Rangliste ausgehängt ist. Am Tisch: den Code der Liste scannen. Spieler finden ihre eigene Liste auf ihrer Seite (Code der Startkarte)."
)
DOWN = gettext_noop(
    "Die Sitzordnung dieser Serie ist zurückgenommen. Sobald sie wieder ausgehängt ist, öffnen Adresse und Code diese Liste."
)
DECIDE = frozenset({Role.Kind.DIRECTOR, Role.Kind.REFEREE})
CASH = frozenset({Role.Kind.DIRECTOR, Role.Kind.TREASURER})


class NotAllowed(Refusal):
    """This person may not do this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who asks: a signed-in person, a phone at a table, a program with its token, or a player on their own page.

    A program acts for the person who let it in; what it does bears its own name. A lent phone acts for the
    referee who carries it, at one tournament and as a referee only.
    `event.services.admission` reads again, under the lock of the deed, what let them in.
    """

    user: User | None = None
    session_key: str | None = None  # of the session in which `user` signed in
    sheet_id: int | None = None  # the one list that a table's code opens
    code_number: int | None = None  # which of that table's codes it was
    table_device: TableDevice | None = None  # the phone that came by it
    device: str = ""  # browser or program, as the journal keeps it
    token: AccessToken | None = None  # a program's
    registration_id: int | None = None  # the one player whose own page it is
    page_issue: int | None = None  # which of that player's codes opened the page
    phone: LentPhone | None = None  # lent for a day

    @property
    def label(self) -> str:
        """Return how the journal and the list name them."""
        if self.token is not None:
            return f"Programm „{self.token.name}“ (Zugang {self.token.number})"
        if self.phone is not None:
            return f"{self.user} (geliehenes Handy {self.phone.number})"[:120]
        if self.user is not None:
            return str(self.user)
        if self.registration_id is not None:
            return ON_OWN_PAGE
        return AT_THE_TABLE if self.sheet_id is not None else NOBODY


def roles(actor: Actor, tournament: Tournament) -> frozenset[str]:
    """The roles that the actor may use at this tournament; a program only if it was let in for everything."""
    if actor.token is not None and actor.token.scope != AccessToken.Scope.ALL:
        return frozenset()
    return roles_behind(actor, tournament)


def roles_behind(actor: Actor, tournament: Tournament) -> frozenset[str]:
    """The roles of the person, or of who let the program in: it is out when he has lost them."""
    if actor.user is None or not actor.user.is_active:
        return frozenset()
    if actor.token is not None and actor.token.tournament_id != tournament.pk:
        return frozenset()
    held = Role.objects.filter(tournament=tournament, user=actor.user).order_by()
    kinds = frozenset(held.values_list("kind", flat=True))
    if actor.phone is None:
        return kinds
    return kinds & ({Role.Kind.REFEREE} if actor.phone.tournament_id == tournament.pk else frozenset())


def may_direct(actor: Actor, tournament: Tournament) -> bool:
    """The director runs the tournament."""
    return Role.Kind.DIRECTOR in roles(actor, tournament)


def may_referee(actor: Actor, tournament: Tournament) -> bool:
    """Referees decide; the director may always decide too."""
    return not DECIDE.isdisjoint(roles(actor, tournament))


def may_keep_cash(actor: Actor, tournament: Tournament) -> bool:
    """Who takes money and hands it out; what is owed and what is won, the director sets."""
    return not CASH.isdisjoint(roles(actor, tournament))


def may_see_draft(actor: Actor, tournament: Tournament) -> bool:
    """Whether the standings of this very moment are for these eyes; others see the newest publication."""
    return tournament.release == Tournament.Release.LIVE or may_referee(actor, tournament)


def may_read_list(actor: Actor, sheet: ScoreSheet) -> bool:
    """Whether what stands on this list is for these eyes.

    While standings wait for their release, lists are for their own table and for those who lead: all of them together are
    the standings. A list that was accepted before the newest publication is told by it already.
    The lists of a series that was taken down are for those who lead, whoever has their address or code.
    """
    tournament = sheet.table.series.tournament
    if sheet.table.series.posted_at is None:
        return not DECIDE.isdisjoint(roles_behind(actor, tournament))
    if tournament.release == Tournament.Release.LIVE or actor.sheet_id == sheet.pk:
        return True
    if not DECIDE.isdisjoint(roles_behind(actor, tournament)):
        return True
    accepted = sheet.accepted_at
    return accepted is not None and tournament.publications.filter(published_at__gte=accepted).exists()


def must_read(actor: Actor, sheet: ScoreSheet) -> None:
    """Stop where a list waits for the release of the standings, or its series was taken down."""
    if not may_read_list(actor, sheet):
        raise NotAllowed(DOWN if sheet.table.series.posted_at is None else WAITS)


def may_score(actor: Actor, sheet: ScoreSheet) -> bool:
    """The list keeper writes the list of his own table; referee and director may help at every table.

    So may a program that was let in for the lists. In a series that was taken down only they may.
    """
    tournament = sheet.table.series.tournament
    if actor.token is not None and actor.token.scope == AccessToken.Scope.LISTS:
        return not DECIDE.isdisjoint(roles_behind(actor, tournament))
    own = actor.sheet_id == sheet.pk and sheet.table.series.posted_at is not None
    return own or may_referee(actor, tournament)


def may_look(actor: Actor, tournament: Tournament) -> bool:
    """Directors and referees may look behind the desk; so may every program that one of them let in."""
    return not DECIDE.isdisjoint(roles_behind(actor, tournament))


def may_object(actor: Actor, sheet: ScoreSheet, registration_id: int) -> bool:
    """Object for a player: he himself on his own page, his table, or the desk that writes it down for him."""
    return actor.registration_id == registration_id or may_score(actor, sheet)


def may_create(actor: Actor) -> bool:
    """Whoever has an account may run a tournament of his own; a program is let in for one that is there."""
    return is_himself(actor)


def is_himself(actor: Actor) -> bool:
    """Somebody who signed in with his own account: no program, and nobody with a borrowed phone."""
    return actor.user is not None and actor.user.is_active and actor.token is None and actor.phone is None


def may_administer(actor: Actor) -> bool:
    """Who keeps the machine itself: takes whole tournaments over, hides and removes them. A program never does."""
    user = actor.user
    return user is not None and is_himself(actor) and user.is_superuser and not owes_second_factor(user)


def has_second_factor(user: User) -> bool:
    """Whether a password alone does not let this person in."""
    return Authenticator.objects.filter(user=user).exists() or Passkey.objects.filter(user=user).exists()


def owes_second_factor(user: User) -> bool:
    """Whether this administrator has to set a second factor up before he may administer."""
    asked: bool = settings.SECOND_FACTOR_FOR_ADMINISTRATORS
    return asked and user.is_superuser and not has_second_factor(user)


def must_administer(actor: Actor) -> None:
    """Stop who may not administer; tell an administrator without a second factor what he is missing."""
    if actor.user is not None and is_himself(actor) and owes_second_factor(actor.user):
        raise NotAllowed(
            gettext_noop(
                "Auf diesem Rechner braucht die Verwaltung einen zweiten Schritt beim Anmelden: "
                "Unter „Konto und Geräte“ einrichten, dann geht es weiter."
            )
        )
    must(may_administer(actor))


def must(allowed: bool) -> None:
    """Stop a deed that is not allowed."""
    if not allowed:
        raise NotAllowed(
            gettext_noop(
                "Dafür fehlt die Berechtigung: Als Turnierleitung oder Schiedsrichter dieses Turniers anmelden."
            )
        )
