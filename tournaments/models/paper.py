"""What comes from paper: whole lists typed at the desk, second typings, lists of which only the sums are known, photos."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.sheets import Game, ScoreSheet
from tournaments.models.tournaments import Seat, Tournament


class PaperTyping(models.Model):
    """A list typed from its paper in one deed. The first writes games, the second is only compared."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="typings")
    second = models.BooleanField(gettext_lazy("zweite Erfassung"), default=False)
    submission = models.UUIDField()  # the same submission again is the same deed
    rows = models.JSONField(gettext_lazy("Zeilen"), default=list)  # facts of the rows as the journal has them
    paper_totals = models.JSONField(gettext_lazy("Summen auf dem Papier"), default=dict)
    typed_at = models.DateTimeField()
    typed_by = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    device = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["sheet", "pk"]
        verbose_name = gettext_lazy("vom Papier abgetippte Liste")
        verbose_name_plural = gettext_lazy("vom Papier abgetippte Listen")
        constraints = [models.UniqueConstraint(fields=["sheet", "submission"], name="typing_sent_once")]

    def __str__(self) -> str:
        return f"{self.sheet}, {self.typed_by}"


class PaperSettlement(models.Model):
    """How a row was settled in which two typings differed: the one that stands, or the second."""

    class Chosen(models.TextChoices):
        FIRST = "first", gettext_lazy("Eintrag bleibt")
        SECOND = "second", gettext_lazy("zweite Erfassung gilt")

    typing = models.ForeignKey(PaperTyping, on_delete=models.PROTECT, related_name="settlements")
    number = models.PositiveSmallIntegerField(gettext_lazy("Spiel"))
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    chosen = models.CharField(max_length=6, choices=Chosen.choices)
    settled_at = models.DateTimeField()
    settled_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["typing", "number", "pk"]
        verbose_name = gettext_lazy("Klärung")
        verbose_name_plural = gettext_lazy("Klärungen")

    def __str__(self) -> str:
        return f"{self.typing}, Spiel {self.number}"


class TotalEntry(models.Model):
    """Summen ohne Spiele: all that is known of a list whose games nobody types. Struck when it no longer counts."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="total_entries")
    games = models.PositiveSmallIntegerField(gettext_lazy("gespielte Spiele"))
    submission = models.UUIDField()
    entered_at = models.DateTimeField()
    entered_by = models.CharField(max_length=120)
    struck_at = models.DateTimeField(gettext_lazy("gestrichen"), null=True, blank=True)
    struck_reason = models.CharField(gettext_lazy("Grund"), max_length=300, blank=True)

    class Meta:
        ordering = ["sheet", "pk"]
        verbose_name = gettext_lazy("Summen ohne Spiele")
        verbose_name_plural = gettext_lazy("Summen ohne Spiele")
        constraints = [
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(struck_at__isnull=True), name="totals_written_once"
            ),
            models.UniqueConstraint(fields=["sheet", "submission"], name="totals_sent_once"),
            models.CheckConstraint(condition=Q(games__gte=1), name="totals_of_some_games"),
            models.CheckConstraint(
                condition=Q(struck_at__isnull=True, struck_reason="")
                | Q(struck_at__isnull=False) & ~Q(struck_reason=""),
                name="totals_struck_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, Summen"


class TotalLine(models.Model):
    """The foot of one column on the paper, before penalties."""

    entry = models.ForeignKey(TotalEntry, on_delete=models.PROTECT, related_name="lines")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    points = models.SmallIntegerField(gettext_lazy("Punkte"))
    augen = models.PositiveIntegerField(
        gettext_lazy("Augen"), null=True, blank=True
    )  # by the basic rules nobody adds them
    crosses = models.PositiveSmallIntegerField(gettext_lazy("Kreuze"))

    class Meta:
        ordering = ["entry", "seat"]
        verbose_name = gettext_lazy("Summe eines Platzes")
        verbose_name_plural = gettext_lazy("Summen der Plätze")
        constraints = [
            models.UniqueConstraint(fields=["entry", "seat"], name="one_total_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, Platz {self.seat.number}"


class SheetPhoto(models.Model):
    """Foto: a picture of the paper, cleaned and re-encoded. It lies in the database, where every backup finds it."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="photos")
    number = models.PositiveSmallIntegerField(gettext_lazy("Foto"))
    picture = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    taken_at = models.DateTimeField()
    taken_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["sheet", "number"]
        verbose_name = gettext_lazy("Foto einer Liste")
        verbose_name_plural = gettext_lazy("Fotos von Listen")
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="one_photo_per_number"),
            models.UniqueConstraint(fields=["sheet", "sha256"], name="each_photo_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, Foto {self.number}"


class Emblem(models.Model):
    """Wappen: the club's picture on the paper of a tournament, cleaned and re-encoded; it may be exchanged at any time."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="emblem")
    picture = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    hung_at = models.DateTimeField()
    hung_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament"]
        verbose_name = gettext_lazy("Wappen")
        verbose_name_plural = gettext_lazy("Wappen")

    def __str__(self) -> str:
        return f"{self.tournament}, Wappen"
