"""Files that came in and wait: what was uploaded stays on the server until somebody has decided."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Tournament


class PlayerFile(models.Model):
    """Spielerdatei: an uploaded table of players with what was said about it so far. Gone once it is decided."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="player_files")
    name = models.CharField(gettext_lazy("Datei"), max_length=200)
    fingerprint = models.CharField(gettext_lazy("Prüfzeichen"), max_length=64)
    tables = models.JSONField()  # as it was read: per sheet its name and its filled rows
    table = models.PositiveSmallIntegerField(gettext_lazy("Tabellenblatt"), default=0)
    head = models.PositiveIntegerField(gettext_lazy("Kopfzeile"), null=True, blank=True)
    columns = models.JSONField(default=list)  # what each column means
    answers = models.JSONField(default=dict)  # row → answer of the director
    kept_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kept_at = models.DateTimeField()

    class Meta:
        ordering = ["-kept_at", "-pk"]
        verbose_name = gettext_lazy("Spielerdatei")
        verbose_name_plural = gettext_lazy("Spielerdateien")

    def __str__(self) -> str:
        return self.name
