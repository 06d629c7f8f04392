"""Publications: the standings as they were announced, word for word, with number, time and fingerprint."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Tournament

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
        verbose_name_plural = gettext_lazy("Veröffentlichungen")
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
