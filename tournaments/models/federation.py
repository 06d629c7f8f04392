"""A federation: which club holds a tournament, who directs for a club, and by which keys its laptops are known."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from scoring.guards import done_once, register_guard
from tournaments.models.people import Club, Player
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


class SamePerson(models.Model):
    """Dieselbe Person: one entry of the register is the person of another. Said once, taken back once; neither entry is changed."""

    entry = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="is_also")
    person = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="also")
    said_at = models.DateTimeField()
    said_by = models.CharField(max_length=120)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = gettext_lazy("dieselbe Person")
        verbose_name_plural = gettext_lazy("dieselben Personen")
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(taken_back_at__isnull=True),
                name="an_entry_is_one_person",
            ),
            models.CheckConstraint(
                condition=~models.Q(entry=models.F("person")), name="nobody_is_another_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} = {self.person}"


register_guard(
    *done_once(
        "same_persons",
        "tournaments_sameperson",
        "who is the same person",
        "taken_back",
        rewritten=(
            "OLD.taken_back_at IS NOT NULL OR NEW.entry_id <> OLD.entry_id OR NEW.person_id <> OLD.person_id "
            "OR NEW.said_at <> OLD.said_at OR NEW.said_by <> OLD.said_by"
        ),
    )
)
