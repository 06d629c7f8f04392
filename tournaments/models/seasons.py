"""Seasons: the year ranking of a club or a federation. A season is its versions; each says by whom and why."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from tournaments.models.people import Club
from tournaments.models.tournaments import Tournament


class Season(models.Model):
    """Saison: an address, and who set it up. What counts stands in its newest version."""

    slug = models.SlugField(max_length=80, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seasons")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-made_at"]
        verbose_name = gettext_lazy("Saison")
        verbose_name_plural = gettext_lazy("Saisons")

    def __str__(self) -> str:
        return self.slug


class SeasonVersion(models.Model):
    """A version: everything that a season was from one moment on. Written once; a change is the next number."""

    class Unit(models.TextChoices):
        """What one result is."""

        EVENT = "event", gettext_lazy("ein Turnier")
        EVENING = "evening", gettext_lazy("ein Spieltag oder Abend")
        SERIES = "series", gettext_lazy("eine Serie")

    class Rule(models.TextChoices):
        """The names of `scoring.seasons.Rule`."""

        AVERAGE = "average", gettext_lazy("Durchschnitt, ab einer Mindestzahl von Ergebnissen")
        BEST = "best", gettext_lazy("Summe der besten Ergebnisse")
        DROPPED = "dropped", gettext_lazy("Summe ohne Streichergebnisse")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(gettext_lazy("Nr."))
    name = models.CharField(gettext_lazy("Name"), max_length=120)
    holder = models.CharField(gettext_lazy("Verein oder Verband"), max_length=120, blank=True)
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=gettext_lazy("Verein"),
    )  # whoever belongs to another one is a guest
    starts_on = models.DateField(gettext_lazy("von"))
    ends_on = models.DateField(gettext_lazy("bis"))
    unit = models.CharField(gettext_lazy("Ein Ergebnis ist"), max_length=8, choices=Unit.choices)
    rule = models.CharField(gettext_lazy("Gewertet wird"), max_length=8, choices=Rule.choices)
    figure = models.PositiveSmallIntegerField(gettext_lazy("Zahl dazu"), validators=[MinValueValidator(1)])
    guests_ranked = models.BooleanField(gettext_lazy("Gäste werden mitgewertet"), default=True)
    of_a_club = models.PositiveSmallIntegerField(
        gettext_lazy("So viele zählen für ihren Verein"), default=0, db_default=0
    )  # 0: clubs are not ranked
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=120)
    reason = models.CharField(gettext_lazy("Warum"), max_length=300, blank=True)

    class Meta:
        ordering = ["season", "number"]
        verbose_name = gettext_lazy("Saison, wie sie von da an galt")
        verbose_name_plural = gettext_lazy("Saisons, wie sie von da an galten")
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_season_version_per_number"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_it_begins"
            ),
            models.CheckConstraint(condition=Q(figure__gte=1), name="season_rule_has_its_figure"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.number}"


class SeasonEvent(models.Model):
    """A tournament that counts in one version of a season."""

    version = models.ForeignKey(SeasonVersion, on_delete=models.PROTECT, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="season_events")

    class Meta:
        ordering = ["version", "tournament"]
        verbose_name = gettext_lazy("Turnier einer Saison")
        verbose_name_plural = gettext_lazy("Turniere einer Saison")
        constraints = [
            models.UniqueConstraint(
                fields=["version", "tournament"], name="tournament_counts_once_in_a_season"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.tournament}"
