"""Codes of tables: which were closed, and which devices came in by one. The codes themselves are derived, not kept."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.sheets import ScoreSheet


class ClosedCode(models.Model):
    """A code that the desk has closed. How many a list has says which code is in force: the next one."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="closed_codes")
    number = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField()
    closed_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["sheet", "number"]
        verbose_name = gettext_lazy("gesperrter Tischcode")
        verbose_name_plural = gettext_lazy("gesperrte Tischcodes")
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="code_closed_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="codes_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, Code {self.number}"


class TableDevice(models.Model):
    """A phone that opened a table's list by its code. It is let in by a secret of its own; only the hash is kept."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="devices")
    number = models.PositiveSmallIntegerField(gettext_lazy("Gerät"))
    code_number = models.PositiveSmallIntegerField()  # which of the list's codes it came by
    secret_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(gettext_lazy("Name"), max_length=60)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(gettext_lazy("zuletzt gesehen"))
    barred_at = models.DateTimeField(gettext_lazy("gesperrt"), null=True, blank=True)

    class Meta:
        ordering = ["sheet", "number"]
        verbose_name = gettext_lazy("Gerät am Tisch")
        verbose_name_plural = gettext_lazy("Geräte am Tisch")
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="devices_are_counted")]

    def __str__(self) -> str:
        return f"{self.sheet}, Gerät {self.number}"
