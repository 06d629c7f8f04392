"""Published rule sets in Django's own administration: to look at, never to change."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from scoring.models import RuleSet

if TYPE_CHECKING:
    Base = admin.ModelAdmin[RuleSet]
else:
    Base = admin.ModelAdmin  # generic for the type checker only


@admin.register(RuleSet)
class RuleSetAdmin(Base):
    """What was published stays: no adding, changing or deleting here."""

    list_display = ["name", "key", "version", "edition", "short_fingerprint", "published_at", "published_by"]
    list_filter = ["family"]
    search_fields = ["name", "key", "fingerprint"]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: RuleSet | None = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: RuleSet | None = None) -> bool:
        return False
