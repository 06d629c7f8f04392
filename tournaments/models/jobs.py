"""What is made in the background: who is at which job and still alive, and workbooks that were asked for."""

from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Tournament


class TaskSign(models.Model):
    """A sign of life: a worker is at a job of the queue. By the clock of the database, which all hosts share."""

    task = models.UUIDField(primary_key=True)
    worker = models.CharField(max_length=64)
    heard_at = models.DateTimeField()

    class Meta:
        verbose_name = gettext_lazy("Lebenszeichen")
        verbose_name_plural = gettext_lazy("Lebenszeichen")

    def __str__(self) -> str:
        return f"{self.worker}: {self.task}"


class Workbook(models.Model):
    """A large workbook for one kind of reader: how far it is, or where its file lies. It can be made again at any time."""

    class State(models.TextChoices):
        MAKING = "making", gettext_lazy("wird erstellt")
        READY = "ready", gettext_lazy("liegt bereit")
        DIED = "died", gettext_lazy("nicht fertig geworden")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    reader = models.CharField(max_length=20)
    language = models.CharField(max_length=10)
    state = models.CharField(max_length=6, choices=State.choices)
    revision = models.PositiveBigIntegerField()  # of the tournament: what the file knows
    draft = models.BooleanField()  # whether it holds what is not published
    asked_at = models.DateTimeField()
    heard_at = models.DateTimeField()
    done = models.PositiveIntegerField(default=0)
    rows = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=200, blank=True)  # its name in the store

    class Meta:
        ordering = ["tournament", "reader", "language"]
        verbose_name = gettext_lazy("Arbeitsmappe")
        verbose_name_plural = gettext_lazy("Arbeitsmappen")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "reader", "language"], name="one_workbook_for_each_reader"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["making", "ready", "died"]), name="workbook_has_a_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.reader}, {self.language}: {self.get_state_display()}"
