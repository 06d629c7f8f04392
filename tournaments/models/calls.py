"""Calls: a table asks for a referee; who goes, and how it ended. One open call for each table."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.sheets import ScoreSheet

NOTE_LENGTH = 300


class RefereeCall(models.Model):
    """Ruf: when the table asked, who goes there, and what came of it."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="calls")
    called_at = models.DateTimeField(gettext_lazy("gerufen"))
    called_by = models.CharField(max_length=120)
    going = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=gettext_lazy("geht hin"),
    )
    going_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(gettext_lazy("erledigt"), null=True, blank=True)
    done_by = models.CharField(max_length=120, blank=True)
    taken_back = models.BooleanField(gettext_lazy("vom Tisch zurückgenommen"), default=False)
    note = models.CharField(gettext_lazy("Vermerk"), max_length=NOTE_LENGTH, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        verbose_name = gettext_lazy("Ruf")
        verbose_name_plural = gettext_lazy("Rufe")
        constraints = [
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(done_at__isnull=True), name="one_open_call_per_table"
            ),
            models.CheckConstraint(
                condition=Q(going__isnull=True, going_at__isnull=True)
                | Q(going__isnull=False, going_at__isnull=False),
                name="who_goes_and_since_when",
            ),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True, done_by="", taken_back=False, note="")
                | Q(done_at__isnull=False) & ~Q(done_by=""),
                name="done_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}: {self.called_at:%H:%M}"
