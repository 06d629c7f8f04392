"""Rulings and penalties: each a line of its own, tied to player and game; nothing is overwritten."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.sheets import Game, ScoreSheet
from tournaments.models.tournaments import Registration, Tournament


class Ruling(models.Model):
    """Entscheid: what a referee or director decided, and why."""

    class Kind(models.TextChoices):
        STRIKE = "strike", _("Spiel gestrichen")
        CORRECTION = "correction", _("Eintrag berichtigt")
        PENALTY = "penalty", _("Strafe")
        LIFTED = "lifted", _("Strafe aufgehoben")
        REMARK = "remark", _("Vermerk")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField(_("Entscheid"))
    kind = models.CharField(_("Art"), max_length=12, choices=Kind.choices)
    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings")
    paragraph = models.CharField(_("Regel"), max_length=40, blank=True)
    reason = models.CharField(_("Begründung"), max_length=500)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("Entscheid")
        verbose_name_plural = _("Entscheide")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_ruling_per_number"),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number}"


class Penalty(models.Model):
    """Strafe: points taken and Augen added, beside the game and never in it."""

    class Kind(models.TextChoices):
        LOOSE_HAND = "loose_hand", _("Karten zusammengeworfen")
        WARNING = "warning", _("Verwarnung")
        DEDUCTION = "deduction", _("Punktabzug")

    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="penalties")
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="penalties")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="penalty")
    kind = models.CharField(_("Art"), max_length=12, choices=Kind.choices)
    offence = models.PositiveSmallIntegerField(_("Verstoß"), default=1)
    points = models.SmallIntegerField(_("Punkte"), default=0)
    augen = models.PositiveSmallIntegerField(_("Augen"), default=0)
    lifted_by = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="lifted_penalty"
    )

    class Meta:
        ordering = ["ruling"]
        verbose_name = _("Strafe")
        verbose_name_plural = _("Strafen")
        constraints = [
            models.CheckConstraint(condition=Q(points__lte=0), name="penalty_takes_points"),
            models.CheckConstraint(
                condition=~Q(kind="loose_hand") | Q(game__isnull=False), name="loose_hand_in_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.registration}"
