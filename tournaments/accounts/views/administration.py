"""Django's administration: for staff, and for administrators who have the second factor that this machine asks for."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.http import HttpRequest

from tournaments.event.permissions import owes_second_factor
from tournaments.models import User


class Administration(AdminSite):
    """Django's admin site; each of its pages asks first whether this administrator may enter."""

    def has_permission(self, request: HttpRequest) -> bool:
        """As Django does, and not without a second factor where the settings ask for one."""
        user = request.user
        return super().has_permission(request) and isinstance(user, User) and not owes_second_factor(user)
