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
        RESTORED = "restored", _("Zeile gilt wieder")
        WITHDRAWN = "withdrawn", _("Vermerk zurückgenommen")
        PROTEST = "protest", _("Einspruch entschieden")
        REOPENED = "reopened", _("Einspruch wieder offen")
        MISDEAL = "misdeal", _("falsch gegeben")
        SEATS = "seats", _("Platz geändert")
        ENDED = "ended", _("vorzeitig beendet")

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
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )

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
    """Strafe: points taken and Augen added, beside the game and never in it.

    A penalty that voids a series names no points: how many that are is asked for, as every sum.
    """

    class Kind(models.TextChoices):
        LOOSE_HAND = "loose_hand", _("Karten zusammengeworfen")
        WRONG_COUNT = "wrong_count", _("Falsche Kartenzahl")
        WRONG_SEAT = "wrong_seat", _("Falscher Platz")
        WARNING = "warning", _("Verwarnung")
        DEDUCTION = "deduction", _("Punktabzug")

    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="penalties")
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="penalties")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="penalty")
    game_number = models.PositiveSmallIntegerField(
        _("Spiel"), null=True, blank=True
    )  # also one not entered yet
    kind = models.CharField(_("Art"), max_length=12, choices=Kind.choices)
    offence = models.PositiveSmallIntegerField(_("Verstoß"), default=1)
    points = models.SmallIntegerField(_("Punkte"), default=0)
    augen = models.PositiveSmallIntegerField(_("Augen"), default=0)
    voids_series = models.BooleanField(_("0 Punkte für die Serie"), default=False)
    prescribed = models.JSONField(
        _("Vorschlag der Regel"), null=True, blank=True
    )  # where it was decided otherwise
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

    @property
    def of_game(self) -> int | None:
        """The number of the game that it belongs to, also of one that is still being played."""
        return self.game.number if self.game else self.game_number
