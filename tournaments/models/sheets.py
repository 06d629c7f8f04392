"""Score sheets (lists): the games reported at a table, and who signed. Facts only; points are computed on reading."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scoring.engine.law import Finish
from scoring.numbers import GameNumber
from scoring.wording.labels import FINISHES
from tournaments.models.tournaments import Seat, Table


class ListsInPlay(models.Manager["ScoreSheet"]):
    """Lists whose table stands. A table broken up before its first game keeps its list, aside: nothing is lost."""

    def get_queryset(self) -> models.QuerySet[ScoreSheet]:
        return super().get_queryset().filter(table__cleared_at__isnull=True)


class ScoreSheet(models.Model):
    """Spielliste: the list of one table for one series. Its version moves with every deed."""

    class EndCause(models.TextChoices):
        """Why the games after `ends_after` are not played and not scored."""

        TIME = "time", gettext_lazy("Zeit abgelaufen")
        BROKEN_OFF = "broken", gettext_lazy("abgebrochen")

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="sheet")
    version = models.PositiveIntegerField(default=0)
    scorer = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="+", verbose_name=gettext_lazy("Listenführer")
    )
    completed_at = models.DateTimeField(gettext_lazy("vollständig"), null=True, blank=True)
    accepted_at = models.DateTimeField(gettext_lazy("angenommen"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    ends_after = models.PositiveSmallIntegerField(gettext_lazy("endet nach Spiel"), null=True, blank=True)
    end_cause = models.CharField(gettext_lazy("warum"), max_length=8, choices=EndCause.choices, blank=True)
    end_reason = models.CharField(gettext_lazy("Grund"), max_length=300, blank=True)

    objects = ListsInPlay()
    everything = models.Manager()  # noqa: DJ012 - the first manager is the one that others get

    class Meta:
        ordering = ["table"]
        verbose_name = gettext_lazy("Spielliste")
        verbose_name_plural = gettext_lazy("Spiellisten")
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_after__isnull=True, end_cause="", end_reason="")
                | Q(ends_after__isnull=False, end_cause__in=["time", "broken"]) & ~Q(end_reason=""),
                name="ended_early_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False, completed_at__isnull=False),
                name="accepted_complete_and_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)


class Game(models.Model):
    """Spiel: who dealt and how it ended. A row that no longer counts is struck, with its reason, and stays."""

    # Found by the constraints below, which begin with the list: an index of its own would be written with every game.
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="games", db_index=False)
    number: models.PositiveSmallIntegerField[GameNumber, GameNumber] = models.PositiveSmallIntegerField(
        gettext_lazy("Spiel")
    )
    dealer = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="+", verbose_name=gettext_lazy("Geber")
    )
    dealer_plays = models.BooleanField(gettext_lazy("Geber spielt mit"))
    finish = models.CharField(
        gettext_lazy("Ende"), max_length=2, choices=[(sign.value, said) for sign, said in FINISHES.items()]
    )
    submission = models.UUIDField()  # the same submission again is the same deed
    entered_at = models.DateTimeField()
    entered_by = models.CharField(max_length=120)
    struck_at = models.DateTimeField(gettext_lazy("gestrichen"), null=True, blank=True)
    struck_reason = models.CharField(gettext_lazy("Grund"), max_length=300, blank=True)
    confirmed_at = models.DateTimeField(gettext_lazy("bestätigt"), null=True, blank=True)
    confirmed_by = models.ForeignKey(
        Seat,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        verbose_name=gettext_lazy("bestätigt von"),
    )

    class Meta:
        ordering = ["sheet", "number", "pk"]
        verbose_name = gettext_lazy("Spiel")
        verbose_name_plural = gettext_lazy("Spiele")
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], condition=Q(struck_at__isnull=True), name="game_written_once"
            ),
            models.UniqueConstraint(fields=["sheet", "submission"], name="submission_taken_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="games_from_one"),
            models.CheckConstraint(
                condition=Q(struck_at__isnull=True, struck_reason="")
                | Q(struck_at__isnull=False) & ~Q(struck_reason=""),
                name="struck_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(finish__in=[sign.value for sign in Finish]), name="finish_is_known"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at__isnull=True, confirmed_by__isnull=True)
                | Q(confirmed_at__isnull=False, confirmed_by__isnull=False),
                name="confirmed_by_somebody",
            ),
        ]
        indexes = [  # only of those that were confirmed: most never are
            models.Index(
                fields=["confirmed_by"],
                condition=Q(confirmed_by__isnull=False),
                name="game_by_who_confirmed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, Spiel {self.number}"


class Line(models.Model):
    """Zeile: what one playing seat had at the end of one game."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="lines", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="lines")
    won = models.BooleanField(gettext_lazy("gewonnen"))
    opened = models.BooleanField(gettext_lazy("eröffnet"))
    augen = models.PositiveSmallIntegerField(gettext_lazy("Augen"))

    class Meta:
        ordering = ["game", "seat"]
        verbose_name = gettext_lazy("Zeile")
        verbose_name_plural = gettext_lazy("Zeilen")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_line_per_seat"),
            models.UniqueConstraint(fields=["game"], condition=Q(won=True), name="one_winner_per_game"),
            models.CheckConstraint(condition=Q(won=False) | Q(augen=0), name="winner_has_no_augen"),
        ]

    def __str__(self) -> str:
        return f"{self.game}, Platz {self.seat.number}"


class Signature(models.Model):
    """Unterschrift: a seat vouches for the list as it stood. A later correction revokes it, visibly."""

    class Method(models.TextChoices):
        PIN = "pin", gettext_lazy("mit PIN")
        DRAWN = "drawn", gettext_lazy("auf dem Bildschirm geschrieben")
        PAPER = "paper", gettext_lazy("auf Papier")
        SCREEN = (
            "screen",
            gettext_lazy("am Bildschirm"),
        )  # of lists signed before there were PINs; no longer taken

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="signatures")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="signatures")
    method = models.CharField(gettext_lazy("Art"), max_length=10, choices=Method.choices)
    strokes = models.JSONField(null=True, blank=True)  # what was drawn (tournaments.paper.core.strokes)
    sheet_version = models.PositiveIntegerField()
    signed_at = models.DateTimeField()
    taken_by = models.CharField(max_length=120)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["sheet", "seat"]
        verbose_name = gettext_lazy("Unterschrift")
        verbose_name_plural = gettext_lazy("Unterschriften")
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "seat"], condition=Q(revoked_at__isnull=True), name="each_seat_signs_once"
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revoked_reason="")
                | Q(revoked_at__isnull=False) & ~Q(revoked_reason=""),
                name="revoked_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(method="drawn", strokes__isnull=False)
                | ~Q(method="drawn") & Q(strokes__isnull=True),
                name="drawn_with_strokes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, Platz {self.seat.number}"
