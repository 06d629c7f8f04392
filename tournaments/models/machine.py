"""The journal of the machine: what was done to whole tournaments, by whom. It outlives the tournaments it tells of."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from scoring.guards import Event, Guard, kept_row, register_guard

TABLE = "tournaments_machineentry"


class MachineEntry(models.Model):
    """One deed on this machine: a tournament taken over, hidden, shown again or removed. Chained by hashes."""

    number = models.PositiveIntegerField(unique=True)
    at = models.DateTimeField(gettext_lazy("wann"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    actor = models.CharField(gettext_lazy("wer"), max_length=120)
    deed = models.CharField(gettext_lazy("was"), max_length=40)
    facts = models.JSONField(gettext_lazy("Einzelheiten"), default=dict)
    reason = models.CharField(gettext_lazy("warum"), max_length=300, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        verbose_name = gettext_lazy("Eintrag dieses Rechners")
        verbose_name_plural = gettext_lazy("Protokoll dieses Rechners")

    def __str__(self) -> str:
        return f"{self.at:%d.%m.%Y %H:%M} {self.actor}: {self.deed}"


register_guard(
    *kept_row("machine_entries", TABLE, "a line of this machine"),
    Guard(
        name="machine_journal_is_never_emptied",
        table=TABLE,
        event=Event.TRUNCATE,
        message="the journal of the machine is never emptied",
    ),
)
