"""People: who may sign in, who plays, and for which club."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy


class User(AbstractUser):
    """Somebody with an account: directors, referees, list keepers who are asked to sign in."""

    one_time_password = models.BooleanField(
        gettext_lazy("Einmalpasswort"), default=False
    )  # an own one is chosen first
    printed_password = models.BooleanField(
        gettext_lazy("Passwort der Vorführung"), default=False, db_default=False
    )  # this machine printed it: good on this machine alone

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    def set_password(self, raw_password: str | None) -> None:
        """Whoever sets a password, also at the keyboard of this machine, replaces the one that the demo printed."""
        super().set_password(raw_password)
        self.printed_password = False


class LoginAttempt(models.Model):
    """A try to sign in that has not succeeded. Name and address are kept as a keyed hash only."""

    who = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        verbose_name = gettext_lazy("Anmeldeversuch")
        verbose_name_plural = gettext_lazy("Anmeldeversuche")
        indexes = [models.Index(fields=["who", "at"], name="attempts_by_who")]

    def __str__(self) -> str:
        return f"{self.at:%d.%m.%Y %H:%M}"


class Club(models.Model):
    """Verein: what players belong to."""

    name = models.CharField(gettext_lazy("Verein"), max_length=120)
    short_name = models.CharField(gettext_lazy("Kurzname"), max_length=20, blank=True)
    place = models.CharField(gettext_lazy("Ort"), max_length=80, blank=True)

    class Meta:
        ordering = ["name"]
        verbose_name = gettext_lazy("Verein")
        verbose_name_plural = gettext_lazy("Vereine")
        constraints = [models.UniqueConstraint(Lower("name"), name="one_club_per_name")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Spieler: a person who plays, in as many tournaments as he likes."""

    class Sex(models.TextChoices):
        """For the rankings of ladies and mixed tandems; nobody has to say."""

        WOMAN = "w", gettext_lazy("Frau")
        MAN = "m", gettext_lazy("Mann")
        OTHER = "d", gettext_lazy("divers")
        UNSAID = "", gettext_lazy("ohne Angabe")

    given_name = models.CharField(gettext_lazy("Vorname"), max_length=80)
    family_name = models.CharField(gettext_lazy("Nachname"), max_length=80)
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=gettext_lazy("Verein"),
    )
    born_on = models.DateField(gettext_lazy("geboren am"), null=True, blank=True)
    sex = models.CharField(
        gettext_lazy("Geschlecht"), max_length=1, choices=Sex.choices, blank=True, default=Sex.UNSAID
    )

    class Meta:
        ordering = ["family_name", "given_name", "pk"]
        verbose_name = gettext_lazy("Spieler")
        verbose_name_plural = gettext_lazy("Spieler")
        indexes = [models.Index(fields=["family_name", "given_name"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """As people say it: given name first."""
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def listed_name(self) -> str:
        """As people look for it on the wall: family name first."""
        return f"{self.family_name}, {self.given_name}" if self.given_name else self.family_name
