"""Who directs a tournament may publish rule sets of his own: keeps that right in step with the roles."""

from __future__ import annotations

from django.contrib.auth.models import Permission

from tournaments.models import Role, User


def match_publishing_right(user: User) -> None:
    """Give the right to whoever directs a tournament, take it from who directs none any more."""
    right = Permission.objects.get(content_type__app_label="scoring", codename="add_ruleset")
    if user.roles.filter(kind=Role.Kind.DIRECTOR).exists():
        user.user_permissions.add(right)
    else:
        user.user_permissions.remove(right)
