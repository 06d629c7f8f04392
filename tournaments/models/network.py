"""How phones reach this laptop: the address that codes carry, and phones that tried whether they arrive."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scoring.guards import kept_row, register_guard

ADDRESSES, CHECKS, ARRIVALS = (
    "tournaments_halladdress",
    "tournaments_phonecheck",
    "tournaments_phonearrival",
)


class HallAddress(models.Model):
    """From when on codes carry this address. The newest row counts; none is ever changed."""

    class Why(models.TextChoices):
        """How it came to be this one."""

        START = "start", gettext_lazy("beim Start gefunden")
        CHOSEN = "chosen", gettext_lazy("ausgewählt")
        PRINTED = "printed", gettext_lazy("neu gedruckt")

    address = models.CharField(gettext_lazy("Adresse"), max_length=120)  # an IPv4 address, or a name for one
    why = models.CharField(gettext_lazy("wodurch"), max_length=7, choices=Why.choices)
    at = models.DateTimeField(gettext_lazy("wann"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    actor = models.CharField(gettext_lazy("wer"), max_length=120, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = gettext_lazy("Adresse im Saal")
        verbose_name_plural = gettext_lazy("Adressen im Saal")
        constraints = [
            models.CheckConstraint(
                condition=Q(why__in=["start", "chosen", "printed"]), name="hall_address_why_is_known"
            ),
            models.CheckConstraint(condition=~Q(address=""), name="hall_address_is_said"),
        ]

    def __str__(self) -> str:
        return self.address


class PhoneCheck(models.Model):
    """A trial at the desk: whoever scans its code from a phone shows that phones arrive."""

    key = models.CharField(max_length=24, unique=True)
    begun_at = models.DateTimeField(gettext_lazy("begonnen"))
    actor = models.CharField(gettext_lazy("wer"), max_length=120)

    class Meta:
        ordering = ["pk"]
        verbose_name = gettext_lazy("Handyprobe")
        verbose_name_plural = gettext_lazy("Handyproben")

    def __str__(self) -> str:
        return f"{self.begun_at:%d.%m.%Y %H:%M}"


class PhoneArrival(models.Model):
    """A phone that came: when, and by which address. Nothing else of it is kept."""

    check_of = models.ForeignKey(PhoneCheck, on_delete=models.PROTECT, related_name="arrivals")
    at = models.DateTimeField(gettext_lazy("wann"))
    called = models.CharField(gettext_lazy("gerufene Adresse"), max_length=120)

    class Meta:
        ordering = ["pk"]
        verbose_name = gettext_lazy("angekommenes Handy")
        verbose_name_plural = gettext_lazy("angekommene Handys")

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.called}"


register_guard(
    *kept_row("hall_addresses", ADDRESSES, "an address of the hall"),
    *kept_row("phone_checks", CHECKS, "a trial with phones"),
    *kept_row("phone_arrivals", ARRIVALS, "a phone's arrival"),
)
