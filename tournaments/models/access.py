"""Who comes in without a password: programs by a token of which only the hash is kept, phones by the code of a table."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scoring.guards import done_once, register_guard
from tournaments.models.sheets import ScoreSheet
from tournaments.models.tournaments import Tournament

TABLE = "tournaments_accesstoken"
ACCESS_REWRITTEN = "OLD.revoked_at IS NOT NULL OR " + " OR ".join(
    f"OLD.{name} IS DISTINCT FROM NEW.{name}"
    for name in ("tournament_id", "number", "name", "scope", "token_hash", "made_at", "made_by_id", "ends_at")
)


class AccessToken(models.Model):
    """Zugang: what lets a program in at one tournament, and how far. It never may more than who made it."""

    class Scope(models.TextChoices):
        """How far a program may go; each step has what the one before has."""

        READ = "read", gettext_lazy("nur lesen")
        LISTS = "lists", gettext_lazy("lesen und Listen führen")
        ALL = "all", gettext_lazy("alles, was die Turnierleitung darf")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="accesses")
    number = models.PositiveSmallIntegerField(gettext_lazy("Zugang"))
    name = models.CharField(gettext_lazy("Name"), max_length=60)
    scope = models.CharField(gettext_lazy("Umfang"), max_length=5, choices=Scope.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(gettext_lazy("angelegt"))
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ends_at = models.DateTimeField(gettext_lazy("gilt bis"), null=True, blank=True)
    last_used_at = models.DateTimeField(gettext_lazy("zuletzt benutzt"), null=True, blank=True)  # to the hour
    revoked_at = models.DateTimeField(gettext_lazy("gesperrt"), null=True, blank=True)
    revoked_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Zugang für ein Programm")
        verbose_name_plural = gettext_lazy("Andere Programme")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="accesses_are_counted"),
            models.CheckConstraint(condition=Q(scope__in=["read", "lists", "all"]), name="scope_is_known"),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revoked_by="")
                | Q(revoked_at__isnull=False) & ~Q(revoked_by=""),
                name="revoked_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, Zugang {self.number}: {self.name}"


register_guard(*done_once("accesses", TABLE, "an access", "revoked", rewritten=ACCESS_REWRITTEN))


class ClosedCode(models.Model):
    """A code that the desk has closed. How many a list has says which code is in force: the next one."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="closed_codes")
    number = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField()
    closed_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["sheet", "number"]
        verbose_name = gettext_lazy("gesperrter Tischcode")
        verbose_name_plural = gettext_lazy("gesperrte Tischcodes")
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="code_closed_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="codes_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, Code {self.number}"


class TableDevice(models.Model):
    """A phone that opened a table's list by its code. It is let in by a secret of its own; only the hash is kept."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="devices")
    number = models.PositiveSmallIntegerField(gettext_lazy("Gerät"))
    code_number = models.PositiveSmallIntegerField()  # which of the list's codes it came by
    secret_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(gettext_lazy("Name"), max_length=60)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(gettext_lazy("zuletzt gesehen"))
    barred_at = models.DateTimeField(gettext_lazy("gesperrt"), null=True, blank=True)

    class Meta:
        ordering = ["sheet", "number"]
        verbose_name = gettext_lazy("Gerät am Tisch")
        verbose_name_plural = gettext_lazy("Geräte am Tisch")
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="devices_are_counted")]

    def __str__(self) -> str:
        return f"{self.sheet}, Gerät {self.number}"
