"""People: who may sign in, who plays, and for which club."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody with an account: directors, referees, list keepers who are asked to sign in."""

    one_time_password = models.BooleanField(_("Einmalpasswort"), default=False)  # an own one is chosen first

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class LoginAttempt(models.Model):
    """A try to sign in that has not succeeded. Name and address are kept as a keyed hash only."""

    who = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        verbose_name = _("Anmeldeversuch")
        verbose_name_plural = _("Anmeldeversuche")
        indexes = [models.Index(fields=["who", "at"], name="attempts_by_who")]

    def __str__(self) -> str:
        return f"{self.at:%d.%m.%Y %H:%M}"


class Club(models.Model):
    """Verein: what players belong to."""

    name = models.CharField(_("Verein"), max_length=120)
    short_name = models.CharField(_("Kurzname"), max_length=20, blank=True)
    place = models.CharField(_("Ort"), max_length=80, blank=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("Verein")
        verbose_name_plural = _("Vereine")
        constraints = [models.UniqueConstraint(Lower("name"), name="one_club_per_name")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Spieler: a person who plays, in as many tournaments as he likes."""

    class Sex(models.TextChoices):
        """For the rankings of ladies and mixed tandems; nobody has to say."""

        WOMAN = "w", _("Frau")
        MAN = "m", _("Mann")
        OTHER = "d", _("divers")
        UNSAID = "", _("ohne Angabe")

    given_name = models.CharField(_("Vorname"), max_length=80)
    family_name = models.CharField(_("Nachname"), max_length=80)
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("Verein"),
    )
    born_on = models.DateField(_("geboren am"), null=True, blank=True)
    sex = models.CharField(_("Geschlecht"), max_length=1, choices=Sex.choices, blank=True, default=Sex.UNSAID)

    class Meta:
        ordering = ["family_name", "given_name", "pk"]
        verbose_name = _("Spieler")
        verbose_name_plural = _("Spieler")
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
