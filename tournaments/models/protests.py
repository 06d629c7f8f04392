"""Protests: what a player objects to, and every step until it is decided. Steps are added, never changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scoring.numbers import GameNumber
from tournaments.models.rulings import Ruling
from tournaments.models.sheets import ScoreSheet
from tournaments.models.tournaments import Registration, Tournament

TEXT_LENGTH = 500


class Protest(models.Model):
    """Einspruch: of one player, about one list, perhaps about one game of it. How it stands is its last step."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="protests")
    number = models.PositiveIntegerField(gettext_lazy("Einspruch"))
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="protests")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="protests")
    game_number: models.PositiveSmallIntegerField[GameNumber | None, GameNumber | None] = (
        models.PositiveSmallIntegerField(gettext_lazy("Spiel"), null=True, blank=True)
    )
    text = models.CharField(gettext_lazy("Worum es geht"), max_length=TEXT_LENGTH)
    filed_at = models.DateTimeField(gettext_lazy("erhoben"))
    filed_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Einspruch")
        verbose_name_plural = gettext_lazy("Einsprüche")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_protest_per_number"),
            models.CheckConstraint(condition=~Q(text=""), name="protest_says_what_about"),
        ]

    def __str__(self) -> str:
        return f"{gettext_lazy('Einspruch')} {self.number}"


class ProtestStep(models.Model):
    """What was done about a protest: granted, dismissed, withdrawn by the player, or opened again."""

    class Kind(models.TextChoices):
        GRANTED = "granted", gettext_lazy("stattgegeben")
        DISMISSED = "dismissed", gettext_lazy("abgewiesen")
        WITHDRAWN = "withdrawn", gettext_lazy("zurückgezogen")
        REOPENED = "reopened", gettext_lazy("wieder offen")

    protest = models.ForeignKey(Protest, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(gettext_lazy("Art"), max_length=10, choices=Kind.choices)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(gettext_lazy("Begründung"), max_length=TEXT_LENGTH, blank=True)
    ruling = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="protest_step"
    )

    class Meta:
        ordering = ["protest", "number"]
        verbose_name = gettext_lazy("Schritt eines Einspruchs")
        verbose_name_plural = gettext_lazy("Schritte eines Einspruchs")
        constraints = [
            models.UniqueConstraint(fields=["protest", "number"], name="protest_steps_one_by_one"),
            models.CheckConstraint(
                condition=Q(kind="withdrawn") | (Q(ruling__isnull=False) & ~Q(reason="")),
                name="protest_decided_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.protest}: {self.get_kind_display()}"
