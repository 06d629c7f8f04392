"""How people with an account prove who they are beside a password, where they are signed in, and phones lent for a day."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Tournament


class Authenticator(models.Model):
    """The app on a phone that shows six digits. Its secret is not stored: it follows from `nonce` and the site's key."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="authenticator"
    )
    nonce = models.CharField(max_length=43)
    drift = models.SmallIntegerField(default=0)  # half-minutes by which phone and laptop differ
    last_step = models.BigIntegerField(default=0)  # the newest code that opened: it opens no second time
    made_at = models.DateTimeField(gettext_lazy("eingerichtet"))

    class Meta:
        verbose_name = gettext_lazy("Code-App")
        verbose_name_plural = gettext_lazy("Code-Apps")

    def __str__(self) -> str:
        return f"{self.user}, {self.made_at:%d.%m.%Y}"


class Passkey(models.Model):
    """A key that a phone, a laptop or a stick keeps for one name of this site."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(gettext_lazy("Name"), max_length=60)
    domain = models.CharField(gettext_lazy("Adresse"), max_length=253)
    credential_id = models.CharField(max_length=1400, unique=True)  # base64, as browsers say it
    credential = models.TextField()  # the public key and what belongs to it, base64
    counter = models.BigIntegerField(default=0)
    made_at = models.DateTimeField(gettext_lazy("angelegt"))
    last_used_at = models.DateTimeField(gettext_lazy("zuletzt benutzt"), null=True, blank=True)

    class Meta:
        ordering = ["user", "pk"]
        verbose_name = gettext_lazy("Passkey")
        verbose_name_plural = gettext_lazy("Passkeys")

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class RecoveryCode(models.Model):
    """One code of the sheet of paper for a lost phone; only its hash, and when it was used."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["user", "pk"]
        verbose_name = gettext_lazy("Notfall-Code")
        verbose_name_plural = gettext_lazy("Notfall-Codes")

    def __str__(self) -> str:
        return f"{self.user}, {self.made_at:%d.%m.%Y}"


class SignedInDevice(models.Model):
    """Where a person is signed in: a device in words, since when, last seen to the quarter of an hour. No address."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signed_in")
    session_key = models.CharField(
        max_length=40, unique=True
    )  # no foreign key: Django deletes sessions its own way
    name = models.CharField(gettext_lazy("Gerät"), max_length=60)
    begun_at = models.DateTimeField(gettext_lazy("angemeldet"))
    seen_at = models.DateTimeField(gettext_lazy("zuletzt gesehen"))

    class Meta:
        ordering = ["-seen_at", "-pk"]
        verbose_name = gettext_lazy("angemeldetes Gerät")
        verbose_name_plural = gettext_lazy("angemeldete Geräte")

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class LentPhone(models.Model):
    """A phone that a referee borrows for a day: let in by a QR code of one use, at one tournament, as a referee only."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="lent_phones")
    number = models.PositiveSmallIntegerField(gettext_lazy("Nummer"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="lent_phones")
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(gettext_lazy("angelegt"))
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    redeem_until = models.DateTimeField()
    ends_at = models.DateTimeField(gettext_lazy("gilt bis"))
    redeemed_at = models.DateTimeField(gettext_lazy("abgeholt"), null=True, blank=True)
    secret_hash = models.CharField(max_length=64, blank=True, db_index=True)
    name = models.CharField(gettext_lazy("Gerät"), max_length=60, blank=True)
    seen_at = models.DateTimeField(gettext_lazy("zuletzt gesehen"), null=True, blank=True)
    ended_at = models.DateTimeField(gettext_lazy("beendet"), null=True, blank=True)
    ended_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("geliehenes Handy")
        verbose_name_plural = gettext_lazy("geliehene Handys")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="lent_phones_are_counted"),
            models.CheckConstraint(
                condition=Q(redeemed_at__isnull=True, secret_hash="")
                | Q(redeemed_at__isnull=False) & ~Q(secret_hash=""),
                name="redeemed_with_a_secret",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, Handy {self.number}"


class Chore(models.Model):
    """When something was last done that is done from time to time, such as clearing old sessions."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = gettext_lazy("Hausarbeit")
        verbose_name_plural = gettext_lazy("Hausarbeiten")

    def __str__(self) -> str:
        return f"{self.name}, {self.at:%d.%m.%Y}"
