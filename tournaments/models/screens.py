"""Screens in the hall: what each of them shows, and the messages that run over them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament

CODE_DIGITS = 5
MESSAGE_LENGTH = 160


class Screen(models.Model):
    """Bildschirm: a television or projector. Its code is its address, /saal/<code>/."""

    class Letters(models.TextChoices):
        """How large the letters are, in parts of the picture's width; docs/screens.md reckons with both."""

        LARGE = "large", _("sehr groß, für einen Fernseher")
        MEDIUM = "medium", _("groß, für eine Leinwand")

    class Programme(models.TextChoices):
        """What runs when nobody has fixed the screen on one thing."""

        AUTO = "auto", _("automatisch")
        BEFORE = "before", _("vor der Serie")
        DURING = "during", _("während der Serie")
        AFTER = "after", _("nach der Serie")
        OWN = "own", _("eigenes")

    class View(models.TextChoices):
        """What a screen can show."""

        STANDINGS = "standings", _("Rangliste")
        NAMES = "names", _("Sitzordnung nach Namen")
        TABLES = "tables", _("Sitzordnung nach Tischen")
        PROGRESS = "progress", _("Stand der Tische")
        CLOCK = "clock", _("Uhr")
        CALLS = "calls", _("Rufe")
        START = "start", _("Nächster Start")
        MESSAGES = "messages", _("Meldungen")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="screens")
    number = models.PositiveSmallIntegerField(_("Bildschirm"))
    name = models.CharField(_("Wo er steht"), max_length=40, blank=True)
    code = models.CharField(_("Nummer"), max_length=CODE_DIGITS)
    letters = models.CharField(_("Schrift"), max_length=8, choices=Letters.choices, default=Letters.LARGE)
    dark = models.BooleanField(_("dunkler Grund"), default=False)
    programme = models.CharField(
        _("Programm"), max_length=8, choices=Programme.choices, default=Programme.AUTO
    )
    own = models.JSONField(
        default=list
    )  # the programme of its own: views in their order, each with its seconds
    fixed = models.JSONField(
        null=True, blank=True
    )  # the one view on which it rests; None: the programme runs
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)  # at most once a minute, and no deed

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("Bildschirm")
        verbose_name_plural = _("Bildschirme")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="screens_are_counted"),
            models.UniqueConstraint(
                fields=["code"], condition=Q(removed_at__isnull=True), name="one_screen_per_code"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}".strip()


class ScreenMessage(models.Model):
    """Meldung: what the desk says on one screen or on all, until it ends or is taken back."""

    class Kind(models.TextChoices):
        """A sentence, or when it goes on."""

        NOTE = "note", _("Meldung")
        START = "start", _("Nächster Start")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="screen_messages")
    screen = models.ForeignKey(
        Screen, on_delete=models.PROTECT, null=True, blank=True, related_name="messages"
    )  # None: all
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.NOTE)
    text = models.CharField(_("Meldung"), max_length=MESSAGE_LENGTH)
    starts_at = models.DateTimeField(_("Beginn"), null=True, blank=True)  # of a start alone
    ends_at = models.DateTimeField(_("bis"), null=True, blank=True)
    sent_at = models.DateTimeField()
    sent_by = models.CharField(max_length=120)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["-sent_at", "-pk"]
        verbose_name = _("Meldung")
        verbose_name_plural = _("Meldungen")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="note", starts_at__isnull=True) | Q(kind="start", starts_at__isnull=False),
                name="a_start_has_its_hour",
            ),
        ]

    def __str__(self) -> str:
        return self.text
