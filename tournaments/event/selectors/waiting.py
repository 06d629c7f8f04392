"""How much waits for a referee, and where somebody belongs who has just signed in."""

from __future__ import annotations

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.models import Protest, ProtestStep, RefereeCall, Role, Tournament, User


def open_protests(tournament: Tournament) -> QuerySet[Protest]:
    """The protests that somebody still has to decide: without a step, or opened again by the last one."""
    last = ProtestStep.objects.filter(protest=OuterRef("pk")).order_by("-number").values("kind")[:1]
    return (
        Protest.objects.filter(tournament=tournament)
        .alias(last=Subquery(last))
        .filter(Q(last__isnull=True) | Q(last=ProtestStep.Kind.REOPENED))
        .order_by()
    )


def waits(tournament: Tournament) -> int:
    """Tables that call and protests that nobody has decided: the number on the badge, in two small queries."""
    calls = RefereeCall.objects.filter(sheet__table__series__tournament=tournament, done_at__isnull=True)
    return calls.count() + open_protests(tournament).count()


def task_of(user: User) -> tuple[str, str] | None:
    """The one tournament that somebody works at now, and the page of his task there; None where there is a choice."""
    roles = Role.objects.filter(user=user).exclude(tournament__status=Tournament.Status.FINISHED)
    held: dict[str, set[str]] = {}
    for slug, kind in roles.values_list("tournament__slug", "kind")[:20]:
        held.setdefault(slug, set()).add(kind)
    if len(held) != 1:
        return None
    [(slug, kinds)] = held.items()
    pages = {Role.Kind.DIRECTOR: "desk", Role.Kind.REFEREE: "referee", Role.Kind.TREASURER: "cash"}
    return slug, next(page for kind, page in pages.items() if kind in kinds)
