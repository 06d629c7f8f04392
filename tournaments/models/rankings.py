"""Rankings: which there are, what a tournament wants of them, the lots that were drawn for a series or a day, and what was published."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Series, Tournament

AGES = [MaxValueValidator(120)]


class Category(models.TextChoices):
    """Who is compared with whom; all of them from the same lists."""

    PLAYERS = "players", gettext_lazy("Einzel")
    LADIES = "ladies", gettext_lazy("Damen")
    SENIORS = "seniors", gettext_lazy("Senioren")
    JUNIORS = "juniors", gettext_lazy("Junioren")
    YOUTH = "youth", gettext_lazy("Jugend")
    PAIRS = "pairs", gettext_lazy("Tandem")
    MIXED_PAIRS = "mixed_pairs", gettext_lazy("Mixed-Tandem")
    TEAMS = "teams", gettext_lazy("Mannschaften")
    CLUBS = "clubs", gettext_lazy("Vereine")


class RankingSetup(models.Model):
    """What a director wants of the rankings of one tournament; without a row the usual limits hold.

    Ages are full years on one day, the same for everybody.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="ranking_setup")
    ages_on = models.DateField(gettext_lazy("Stichtag"), null=True, blank=True)  # None: 1 January of the year
    seniors_from = models.PositiveSmallIntegerField(gettext_lazy("Senioren ab"), default=60, validators=AGES)
    juniors_from = models.PositiveSmallIntegerField(gettext_lazy("Junioren von"), default=18, validators=AGES)
    juniors_to = models.PositiveSmallIntegerField(gettext_lazy("Junioren bis"), default=20, validators=AGES)
    youth_to = models.PositiveSmallIntegerField(gettext_lazy("Jugend bis"), default=17, validators=AGES)
    club_counts = models.PositiveSmallIntegerField(
        gettext_lazy("Verein: so viele Spieler zählen"),
        null=True,
        blank=True,
        default=4,
        validators=[MinValueValidator(1)],
    )  # None: all of them

    class Meta:
        verbose_name = gettext_lazy("Wertungen")
        verbose_name_plural = gettext_lazy("Wertungen")
        constraints = [
            models.CheckConstraint(
                condition=Q(juniors_to__gte=F("juniors_from")), name="juniors_end_after_they_begin"
            ),
            models.CheckConstraint(
                condition=Q(club_counts__isnull=True) | Q(club_counts__gte=1),
                name="somebody_counts_for_a_club",
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class DrawnLot(models.Model):
    """The lot of one series, or of one day, for whoever is equal there in everything; drawn once.

    The lot of the whole event is `Tournament.lot_seed`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="drawn_lots")
    series = models.OneToOneField(
        Series, on_delete=models.PROTECT, null=True, blank=True, related_name="drawn_lot"
    )
    day = models.DateField(gettext_lazy("Tag"), null=True, blank=True)
    seed = models.CharField(gettext_lazy("Los"), max_length=40)
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "drawn_at"]
        verbose_name = gettext_lazy("Los bei Gleichstand")
        verbose_name_plural = gettext_lazy("Lose bei Gleichstand")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "day"], name="one_lot_per_day"),
            models.CheckConstraint(
                condition=Q(series__isnull=True, day__isnull=False)
                | Q(series__isnull=False, day__isnull=True),
                name="lot_of_a_series_or_of_a_day",
            ),
            models.CheckConstraint(condition=~Q(seed=""), name="lot_has_a_seed"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.seed}"


SHORT = 12  # signs of a fingerprint that people read to each other


class Publication(models.Model):
    """Veröffentlichung: every ranking of one moment as one text. Written once; a correction is the next number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="publications")
    number = models.PositiveIntegerField(gettext_lazy("Veröffentlichung"))
    document = models.TextField()  # canonical JSON: its SHA-256 is the fingerprint
    fingerprint = models.CharField(gettext_lazy("Prüfzeichen"), max_length=64)
    games = models.PositiveIntegerField(gettext_lazy("Spiele"))
    published_at = models.DateTimeField(gettext_lazy("veröffentlicht"))
    published_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Veröffentlichung")
        verbose_name_plural = gettext_lazy("Ausgehängte Ranglisten")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="publications_are_counted"),
            models.CheckConstraint(condition=Q(number__gte=1), name="publications_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, Veröffentlichung {self.number}"

    @property
    def short(self) -> str:
        """The fingerprint as it is shown and typed."""
        return self.fingerprint[:SHORT]
