"""Who sees what of which club."""

from __future__ import annotations

from tournaments.event.permissions import Actor, may_administer
from tournaments.models import ClubDirector, Player


def may_see_club(actor: Actor, club: int) -> bool:
    """Whoever directs for the club, and who keeps the machine."""
    return may_administer(actor) or club in own_clubs(actor)


def own_clubs(actor: Actor) -> frozenset[int]:
    """The clubs that somebody directs for; none for a program or somebody whose account is closed."""
    if actor.user is None or not actor.user.is_active or actor.token is not None:
        return frozenset()
    return frozenset(ClubDirector.objects.filter(user=actor.user).values_list("club_id", flat=True))


def may_search_players(actor: Actor) -> bool:
    """Whether this actor may search the register of players: administrators, and directors of a club."""
    return may_administer(actor) or bool(own_clubs(actor))


def may_say_who_is_who(actor: Actor, *players: Player) -> bool:
    """The federation for anybody; whoever directs for clubs where every entry belongs to one of his."""
    if may_administer(actor):
        return True
    own = own_clubs(actor)
    return bool(own) and all(one.club_id in own for one in players)
