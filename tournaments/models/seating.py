"""Seating: what the director wishes, every plan there ever was, and longer searches in the background."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Tournament


class SeatingSetup(models.Model):
    """What a director wishes for the seating of one tournament; without a row the usual wishes hold."""

    class Weight(models.TextChoices):
        """The names of `seating.Weight`."""

        NEVER = "never", gettext_lazy("nie")
        RATHER_NOT = "rather_not", gettext_lazy("möglichst nicht")
        INDIFFERENT = "indifferent", gettext_lazy("egal")

    class Filling(models.TextChoices):
        """The values of `seating.Filling`."""

        UP = "up", gettext_lazy("von Tisch 1 an")
        DOWN = "down", gettext_lazy("vom letzten Tisch an")

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="seating_setup")
    weights = models.JSONField(default=dict)  # wish → weight; what is not named keeps its usual weight
    order = models.JSONField(default=list)  # wishes, the first matters most
    modes = models.JSONField(default=list)  # a Series.Mode for each series; the last one holds for the rest
    last_series_only = models.BooleanField(gettext_lazy("nur der Stand der letzten Serie"), default=False)
    closed_tables = models.JSONField(default=list)
    filling = models.CharField(max_length=4, choices=Filling.choices, default=Filling.UP)
    groups_apart = models.BooleanField(gettext_lazy("Leistungsgruppen getrennt"), default=False)

    class Meta:
        verbose_name = gettext_lazy("Sitzwünsche")
        verbose_name_plural = gettext_lazy("Sitzwünsche")

    def __str__(self) -> str:
        return str(self.tournament)


class SeatingPlan(models.Model):
    """Sitzplan: a version of who sits where in every series. Written once; posted once, or left a draft.

    Players are named by start number, which never changes hands. Sentences are kept as German text with
    values, so that a page can say them in its language.
    """

    class Kind(models.TextChoices):
        """What made this version."""

        PLANNED = "planned", gettext_lazy("geplant")
        DRAWN = "drawn", gettext_lazy("ausgelost")
        SEARCHED = "searched", gettext_lazy("gesucht")
        ARRIVAL = "arrival", gettext_lazy("Nachzügler")
        NO_SHOW = "no_show", gettext_lazy("nicht erschienen")
        DROPOUT = "dropout", gettext_lazy("ausgeschieden")
        RETURN = "return", gettext_lazy("zurückgekehrt")
        SUBSTITUTE = "substitute", gettext_lazy("Ersatz")
        SWAP = "swap", gettext_lazy("getauscht")
        MOVE = "move", gettext_lazy("umgesetzt")
        BROKEN_UP = "broken_up", gettext_lazy("Tisch aufgelöst")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="seating_plans")
    version = models.PositiveIntegerField(gettext_lazy("Nr."))
    follows = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="followers"
    )
    kind = models.CharField(gettext_lazy("Art"), max_length=12, choices=Kind.choices)
    seed = models.CharField(gettext_lazy("Los"), max_length=80)
    method = models.PositiveSmallIntegerField(gettext_lazy("Verfahren"))
    request = models.JSONField(default=dict)  # wishes, players, modes, standings, closed tables: as they were
    series = models.JSONField(default=list)  # every series of the event; one that waits has no tables
    report = models.JSONField(default=dict)
    moved = models.JSONField(default=list)  # chairs that changed, series by series, with the names of the day
    sentence = models.JSONField(default=dict)
    cost = models.PositiveIntegerField(default=0)
    cut = models.BooleanField(gettext_lazy("die Zeit war um"), default=False)
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=120)
    reason = models.CharField(gettext_lazy("Grund"), max_length=300, blank=True)
    posted_at = models.DateTimeField(gettext_lazy("ausgehängt"), null=True, blank=True)
    posted_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["tournament", "version"]
        verbose_name = gettext_lazy("Sitzplan")
        verbose_name_plural = gettext_lazy("Sitzpläne")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "version"], name="one_plan_per_version"),
            models.UniqueConstraint(
                fields=["follows"],
                condition=Q(posted_at__isnull=False, follows__isnull=False),
                name="one_posted_plan_follows_another",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(posted_at__isnull=False, follows__isnull=True),
                name="one_first_posted_plan",
            ),
            models.CheckConstraint(
                condition=Q(posted_at__isnull=True, posted_by="")
                | Q(posted_at__isnull=False) & ~Q(posted_by=""),
                name="posted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, Sitzplan {self.version}"

    @property
    def is_posted(self) -> bool:
        return self.posted_at is not None


class PlanSearch(models.Model):
    """A longer search in a process of its own: how far it is, what it found, and what became of that."""

    class State(models.TextChoices):
        ASKED = "asked", gettext_lazy("beginnt gleich")
        RUNNING = "running", gettext_lazy("läuft")
        FOUND = "found", gettext_lazy("fertig")
        TAKEN = "taken", gettext_lazy("übernommen")
        LEFT = "left", gettext_lazy("verworfen")
        FAILED = "failed", gettext_lazy("abgebrochen")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="plan_searches")
    state = models.CharField(gettext_lazy("Stand"), max_length=8, choices=State.choices, default=State.ASKED)
    follows = models.ForeignKey(
        SeatingPlan, on_delete=models.PROTECT, null=True, blank=True, related_name="searches"
    )
    only_next = models.BooleanField(default=False)
    seed = models.CharField(gettext_lazy("Los"), max_length=60)
    seconds = models.PositiveIntegerField(gettext_lazy("Sekunden"))
    asked_at = models.DateTimeField()
    asked_by = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    stop_asked_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(gettext_lazy("Versuche"), default=0)
    best = models.JSONField(default=dict)  # the report of the best plan so far
    found = models.OneToOneField(
        SeatingPlan, on_delete=models.PROTECT, null=True, blank=True, related_name="search"
    )
    failure = models.JSONField(default=dict)  # a sentence

    class Meta:
        ordering = ["tournament", "pk"]
        verbose_name = gettext_lazy("Plansuche")
        verbose_name_plural = gettext_lazy("Plansuchen")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(state__in=["asked", "running"]),
                name="one_search_at_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(state="taken") | Q(found__isnull=False), name="taken_is_something_found"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.get_state_display()}"

    @property
    def is_under_way(self) -> bool:
        return self.state in (self.State.ASKED, self.State.RUNNING)
