"""Pictures of paper lists that wait to be read, and what was read of them until somebody has looked at it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.models.sheets import ScoreSheet
from tournaments.models.tournaments import Tournament


class PaperUpload(models.Model):
    """Bilderstapel: a file with pictures of lists, kept until its pages are read. A restart finds it again."""

    class State(models.TextChoices):
        WAITING = "waiting", gettext_lazy("wartet")
        READING = "reading", gettext_lazy("wird gelesen")
        READ = "read", gettext_lazy("gelesen")
        FAILED = "failed", gettext_lazy("nicht gelesen")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="paper_uploads")
    name = models.CharField(gettext_lazy("Datei"), max_length=200)
    content = (
        models.BinaryField()
    )  # the first piece (PaperPiece has the others); emptied once its pages are there
    size = models.PositiveIntegerField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    refusal = models.JSONField(default=dict)  # a sentence with its values, where the whole file was refused
    sent_at = models.DateTimeField()
    sent_by = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sheet = models.ForeignKey(  # a table's own phone sends its own list and no other
        ScoreSheet, on_delete=models.PROTECT, null=True, blank=True, related_name="uploads"
    )
    heard_at = models.DateTimeField(null=True, blank=True)  # the process that reads says that it lives

    class Meta:
        ordering = ["pk"]
        verbose_name = gettext_lazy("Bilderstapel")
        verbose_name_plural = gettext_lazy("Bilderstapel")

    def __str__(self) -> str:
        return self.name


class PaperPiece(models.Model):
    """Stück eines Bilderstapels: half a megabyte of a file behind its beginning, so that no stack is ever whole in memory."""

    upload = models.ForeignKey(PaperUpload, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["upload", "number"]
        verbose_name = gettext_lazy("Stück eines Bilderstapels")
        verbose_name_plural = gettext_lazy("Stücke von Bilderstapeln")
        constraints = [models.UniqueConstraint(fields=["upload", "number"], name="each_piece_once")]

    def __str__(self) -> str:
        return f"{self.upload}, Stück {self.number}"


class PaperReading(models.Model):
    """Lesung: one page as it was read, a proposal and never more. Gone once it is taken over or put away."""

    upload = models.ForeignKey(PaperUpload, on_delete=models.CASCADE, related_name="readings")
    page = models.PositiveSmallIntegerField(gettext_lazy("Seite"))
    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.PROTECT, null=True, blank=True, related_name="readings"
    )
    part = models.PositiveSmallIntegerField(default=1)  # which page of the list
    refusal = models.JSONField(default=dict)
    cells = models.JSONField(
        default=dict
    )  # what each cell may say, so that two pages can be weighed together
    proposal = models.JSONField(default=dict)  # entries, feet, slips, as the grid shows them
    photo = models.BinaryField(default=bytes)  # as it was sent, made small and clean
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    straight = models.BinaryField(default=bytes)  # the page as it lies flat
    read_at = models.DateTimeField()

    class Meta:
        ordering = ["upload", "page"]
        verbose_name = gettext_lazy("Lesung")
        verbose_name_plural = gettext_lazy("Lesungen")
        constraints = [models.UniqueConstraint(fields=["upload", "page"], name="each_page_read_once")]

    def __str__(self) -> str:
        return f"{self.upload}, Seite {self.page}"
