"""The journal: who did what, when, from which device and why. Written once, never changed; a chain of hashes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.sheets import ScoreSheet
from tournaments.models.tournaments import Tournament


class JournalEntry(models.Model):
    """One deed. The database itself refuses to change or delete it (tournaments.models.guards)."""

    # Tournament and list are found by what stands below; an index of their own would be written with every line.
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="journal", db_index=False
    )
    number = models.PositiveIntegerField()
    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.PROTECT, null=True, blank=True, related_name="journal", db_index=False
    )
    at = models.DateTimeField(gettext_lazy("wann"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    actor = models.CharField(gettext_lazy("wer"), max_length=120)
    device = models.CharField(gettext_lazy("Gerät"), max_length=200, blank=True)
    deed = models.CharField(gettext_lazy("was"), max_length=40)
    facts = models.JSONField(gettext_lazy("Einzelheiten"), default=dict)
    reason = models.CharField(gettext_lazy("warum"), max_length=500, blank=True)
    # The hash covers facts and reason by a salted digest (scheme 3), so that they can be forgotten and the chain holds.
    salt = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    digest = models.CharField(  # of what was forgotten
        max_length=64, blank=True, default="", db_default="", editable=False
    )
    scheme = models.PositiveSmallIntegerField(default=1)  # what the hash covers: services.journal
    # The keys of list and account that the hash covers, where the line was written on another machine.
    written_elsewhere = models.JSONField(null=True, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Protokolleintrag")
        verbose_name_plural = gettext_lazy("Protokoll")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_journal_line_per_number"),
        ]
        indexes = [
            models.Index(fields=["sheet", "number"], name="journal_by_sheet"),
            models.Index(fields=["user"], condition=Q(user__isnull=False), name="journal_by_user"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%d.%m.%Y %H:%M} {self.actor}: {self.deed}"
