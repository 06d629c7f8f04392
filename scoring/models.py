"""Rule sets as published: complete, versioned, fingerprinted, and never changed or deleted."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.expressions import Col
from django.utils.translation import gettext_lazy

from scoring.guards import kept_row, register_guard
from scoring.names import edition_in_page_language, name_in_page_language
from scoring.rules import Family

TABLE = "scoring_ruleset"


@lru_cache(maxsize=256)
def document_written(text: str) -> Any:
    return json.loads(text)


class PublishedDocument(models.JSONField):
    """What a published version holds, read once for each text: every question for a tournament brings it along.

    The answers are shared: as the row itself they are never changed.
    """

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if isinstance(value, str) and isinstance(
            expression, Col
        ):  # the whole of it, and not what stands under a key
            return document_written(value)
        return super().from_db_value(value, expression, connection)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class RuleSet(models.Model):
    """Regelwerk: one published version. A tournament that names it keeps exactly these rules for ever."""

    class FamilyChoice(models.TextChoices):
        BASIC = Family.BASIC.value, gettext_lazy("Grundregeln")
        TOURNAMENT = Family.TOURNAMENT.value, gettext_lazy("Turnier mit Wertungspunkten")

    key = models.SlugField(gettext_lazy("Schlüssel"), max_length=40)
    version = models.PositiveIntegerField(gettext_lazy("Nr."))
    family = models.CharField(gettext_lazy("Art"), max_length=12, choices=FamilyChoice.choices)
    name = models.CharField(
        gettext_lazy("Name"), max_length=120
    )  # in German; the document has the other languages
    edition = models.CharField(gettext_lazy("Ausgabe"), max_length=120)
    document = PublishedDocument(gettext_lazy("Inhalt"))
    canonical = models.TextField(gettext_lazy("Wortlaut"))  # the very text whose SHA-256 is the fingerprint
    fingerprint = models.CharField(gettext_lazy("Prüfzeichen"), max_length=64, unique=True)
    based_on = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="variants",
        verbose_name=gettext_lazy("Grundlage"),
    )
    published_at = models.DateTimeField(gettext_lazy("veröffentlicht"))
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=gettext_lazy("von"),
    )

    class Meta:
        db_table = TABLE
        ordering = ["key", "-version"]
        verbose_name = gettext_lazy("Regelwerk")
        verbose_name_plural = gettext_lazy("Regelwerke")
        constraints = [
            models.UniqueConstraint(fields=["key", "version"], name="one_rule_set_per_version"),
            models.CheckConstraint(condition=Q(version__gte=1), name="versions_count_from_one"),
            models.CheckConstraint(
                condition=Q(family__in=[family.value for family in Family]), name="known_rule_family"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {gettext_lazy('Nr.')} {self.version}"

    @property
    def title(self) -> str:
        """The name in the language of the page."""
        return name_in_page_language(self.document["name"])

    @property
    def edition_title(self) -> str:
        """The edition in the language of the page."""
        return edition_in_page_language(self.edition)

    @property
    def short_fingerprint(self) -> str:
        """The first ten signs: what stands on every list."""
        return self.fingerprint[:10]


register_guard(*kept_row("published_rules", TABLE, "a published rule set", advice=": publish a new version"))
