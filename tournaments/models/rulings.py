"""Rulings and penalties: each a line of its own, tied to player and game; nothing is overwritten."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scoring.numbers import GameNumber
from tournaments.models.paper import TotalEntry
from tournaments.models.sheets import Game, ScoreSheet
from tournaments.models.tournaments import Registration, Tournament


class Ruling(models.Model):
    """Entscheid: what a referee or director decided, and why."""

    class Kind(models.TextChoices):
        STRIKE = "strike", gettext_lazy("Spiel gestrichen")
        CORRECTION = "correction", gettext_lazy("Eintrag berichtigt")
        PENALTY = "penalty", gettext_lazy("Strafe")
        LIFTED = "lifted", gettext_lazy("Strafe aufgehoben")
        REMARK = "remark", gettext_lazy("Vermerk")
        RESTORED = "restored", gettext_lazy("Zeile gilt wieder")
        WITHDRAWN = "withdrawn", gettext_lazy("Vermerk zurückgenommen")
        PROTEST = "protest", gettext_lazy("Einspruch entschieden")
        REOPENED = "reopened", gettext_lazy("Einspruch wieder offen")
        MISDEAL = "misdeal", gettext_lazy("falsch gegeben")
        SEATS = "seats", gettext_lazy("Platz geändert")
        ENDED = "ended", gettext_lazy("vorzeitig beendet")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField(gettext_lazy("Entscheid"))
    kind = models.CharField(gettext_lazy("Art"), max_length=12, choices=Kind.choices)
    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings")
    paragraph = models.CharField(gettext_lazy("Regel"), max_length=40, blank=True)
    reason = models.CharField(gettext_lazy("Begründung"), max_length=500)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Entscheid")
        verbose_name_plural = gettext_lazy("Entscheide")
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
        LOOSE_HAND = "loose_hand", gettext_lazy("Karten zusammengeworfen")
        WRONG_COUNT = "wrong_count", gettext_lazy("Falsche Kartenzahl")
        WRONG_SEAT = "wrong_seat", gettext_lazy("Falscher Platz")
        CARD_SHOWN = "card_shown", gettext_lazy("Karte beim Geben offen")
        OUT_OF_TURN = "out_of_turn", gettext_lazy("Karte außer der Reihe")
        WARNING = "warning", gettext_lazy("Verwarnung")
        DEDUCTION = "deduction", gettext_lazy("Punktabzug")

    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="penalties")
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="penalties")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="penalty")
    game_number: models.PositiveSmallIntegerField[GameNumber | None, GameNumber | None] = (
        models.PositiveSmallIntegerField(gettext_lazy("Spiel"), null=True, blank=True)
    )  # also one not entered yet
    kind = models.CharField(gettext_lazy("Art"), max_length=12, choices=Kind.choices)
    offence = models.PositiveSmallIntegerField(gettext_lazy("Verstoß"), default=1)
    points = models.SmallIntegerField(gettext_lazy("Punkte"), default=0)
    augen = models.PositiveSmallIntegerField(gettext_lazy("Augen"), default=0)
    voids_series = models.BooleanField(gettext_lazy("0 Punkte für die Serie"), default=False)
    prescribed = models.JSONField(
        gettext_lazy("Vorschlag der Regel"), null=True, blank=True
    )  # where it was decided otherwise
    lifted_by = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="lifted_penalty"
    )

    class Meta:
        ordering = ["ruling"]
        verbose_name = gettext_lazy("Strafe")
        verbose_name_plural = gettext_lazy("Strafen")
        constraints = [
            models.CheckConstraint(condition=Q(points__lte=0), name="penalty_takes_points"),
            models.CheckConstraint(
                condition=~Q(kind="loose_hand") | Q(game__isnull=False), name="loose_hand_in_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.registration}"

    @property
    def of_game(self) -> GameNumber | None:
        """The number of the game that it belongs to, also of one that is still being played."""
        return self.game.number if self.game else self.game_number


class RuledRow(models.Model):
    """What a ruling did to one row of a list: struck it, or wrote it in the place of another.

    A table of its own, because a game is written long before anybody rules on it and is never rewritten afterwards.
    A row that the list keeper struck at the table has none.
    """

    class Effect(models.TextChoices):
        STRUCK = "struck", gettext_lazy("gestrichen")
        WRITTEN = "written", gettext_lazy("eingetragen")

    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="rows")
    effect = models.CharField(gettext_lazy("Wirkung"), max_length=7, choices=Effect.choices)
    # Found by the constraints below, which begin with the row.
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="ruled", db_index=False
    )
    totals = models.ForeignKey(
        TotalEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="ruled", db_index=False
    )

    class Meta:
        ordering = ["ruling", "pk"]
        verbose_name = gettext_lazy("Zeile eines Entscheids")
        verbose_name_plural = gettext_lazy("Zeilen der Entscheide")
        constraints = [
            models.UniqueConstraint(fields=["game", "effect"], name="row_ruled_once"),
            models.UniqueConstraint(fields=["totals", "effect"], name="totals_ruled_once"),
            models.CheckConstraint(
                condition=Q(game__isnull=True, totals__isnull=False)
                | Q(game__isnull=False, totals__isnull=True),
                name="ruled_game_or_totals",
            ),
        ]

    def __str__(self) -> str:
        row = self.game or self.totals
        return f"{self.ruling}: {self.get_effect_display()}{f', {row}' if row else ''}"
