"""A federation: which club holds a tournament, who directs for a club, and by which keys its laptops are known."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.models.people import Club
from tournaments.models.tournaments import Tournament


class ClubDirector(models.Model):
    """Somebody who directs for a club: he sees its tournaments and its players, and of other clubs what everybody sees."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="directors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="clubs")
    named_at = models.DateTimeField()
    named_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["club", "user"]
        verbose_name = gettext_lazy("Leitung eines Vereins")
        verbose_name_plural = gettext_lazy("Leitungen von Vereinen")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="director_of_a_club_once")]

    def __str__(self) -> str:
        return f"{self.club}: {self.user}"


class ClubKey(models.Model):
    """The certificate of a club's laptop, as the federation has compared it. Withdrawn, it proves nothing any more."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="keys")
    certificate = models.TextField()  # PEM
    fingerprint = models.CharField(max_length=64, unique=True)  # SHA-256 of the certificate
    registered_at = models.DateTimeField()
    registered_by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["club", "registered_at"]
        verbose_name = gettext_lazy("Schlüssel eines Vereins")
        verbose_name_plural = gettext_lazy("Schlüssel von Vereinen")

    def __str__(self) -> str:
        return f"{self.club}: {self.fingerprint[:8]}"


class Organiser(models.Model):
    """Ausrichter: the club that holds a tournament. With a key where the club's own laptop has proved that it was played there."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="organiser")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="held")
    key = models.ForeignKey(ClubKey, on_delete=models.PROTECT, null=True, blank=True, related_name="proved")
    set_at = models.DateTimeField()
    set_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament"]
        verbose_name = gettext_lazy("Ausrichter")
        verbose_name_plural = gettext_lazy("Ausrichter")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.club}"
