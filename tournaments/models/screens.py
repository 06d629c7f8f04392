"""Screens in the hall: what each of them shows, and the messages that run over them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Tournament

CODE_DIGITS = 5
MESSAGE_LENGTH = 160


class Screen(models.Model):
    """Bildschirm: a television or projector. Its code is its address, /saal/<code>/."""

    class Letters(models.TextChoices):
        """How large the letters are, in parts of the picture's width; docs/screens.md reckons with both."""

        LARGE = "large", gettext_lazy("sehr groß, für einen Fernseher")
        MEDIUM = "medium", gettext_lazy("groß, für eine Leinwand")

    class Programme(models.TextChoices):
        """What runs when nobody has fixed the screen on one thing."""

        AUTO = "auto", gettext_lazy("automatisch")
        BEFORE = "before", gettext_lazy("vor der Serie")
        DURING = "during", gettext_lazy("während der Serie")
        AFTER = "after", gettext_lazy("nach der Serie")
        OWN = "own", gettext_lazy("eigenes")

    class View(models.TextChoices):
        """What a screen can show."""

        STANDINGS = "standings", gettext_lazy("Rangliste")
        NAMES = "names", gettext_lazy("Sitzordnung nach Namen")
        TABLES = "tables", gettext_lazy("Sitzordnung nach Tischen")
        PROGRESS = "progress", gettext_lazy("Stand der Tische")
        CLOCK = "clock", gettext_lazy("Uhr")
        CALLS = "calls", gettext_lazy("Rufe")
        START = "start", gettext_lazy("Nächster Start")
        MESSAGES = "messages", gettext_lazy("Meldungen")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="screens")
    number = models.PositiveSmallIntegerField(gettext_lazy("Bildschirm"))
    name = models.CharField(gettext_lazy("Wo er steht"), max_length=40, blank=True)
    code = models.CharField(gettext_lazy("Nummer"), max_length=CODE_DIGITS)
    letters = models.CharField(
        gettext_lazy("Schrift"), max_length=8, choices=Letters.choices, default=Letters.LARGE
    )
    dark = models.BooleanField(gettext_lazy("dunkler Grund"), default=False)
    programme = models.CharField(
        gettext_lazy("Programm"), max_length=8, choices=Programme.choices, default=Programme.AUTO
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
        verbose_name = gettext_lazy("Bildschirm")
        verbose_name_plural = gettext_lazy("Bildschirme")
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

        NOTE = "note", gettext_lazy("Meldung")
        START = "start", gettext_lazy("Nächster Start")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="screen_messages")
    screen = models.ForeignKey(
        Screen, on_delete=models.PROTECT, null=True, blank=True, related_name="messages"
    )  # None: all
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.NOTE)
    text = models.CharField(gettext_lazy("Meldung"), max_length=MESSAGE_LENGTH)
    starts_at = models.DateTimeField(gettext_lazy("Beginn"), null=True, blank=True)  # of a start alone
    ends_at = models.DateTimeField(gettext_lazy("bis"), null=True, blank=True)
    sent_at = models.DateTimeField()
    sent_by = models.CharField(max_length=120)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["-sent_at", "-pk"]
        verbose_name = gettext_lazy("Meldung")
        verbose_name_plural = gettext_lazy("Meldungen")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="note", starts_at__isnull=True) | Q(kind="start", starts_at__isnull=False),
                name="a_start_has_its_hour",
            ),
        ]

    def __str__(self) -> str:
        return self.text
