"""Tournaments and who takes part: registrations, teams, series, tables, seats, and the roles of those who lead."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from scoring.models import RuleSet as RuleSetRow
from scoring.numbers import SeatNumber, SeriesNumber
from tournaments.models.naming import Naming, player_key
from tournaments.models.people import Player


class Tournament(models.Model):
    """Turnier: an event of one or more series. It keeps its rules for ever."""

    class Status(models.TextChoices):
        SETUP = "setup", gettext_lazy("in Vorbereitung")
        RUNNING = "running", gettext_lazy("läuft")
        FINISHED = "finished", gettext_lazy("beendet")

    class Release(models.TextChoices):
        """Which standings those see who do not lead."""

        LIVE = "live", gettext_lazy("sofort, mit jedem Spiel")
        PUBLISHED = "published", gettext_lazy("erst, wenn die Turnierleitung sie aushängt")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(gettext_lazy("Name"), max_length=120)
    place = models.CharField(gettext_lazy("Ort"), max_length=120, blank=True)
    starts_on = models.DateField(gettext_lazy("Beginn"))
    ends_on = models.DateField(gettext_lazy("Ende"))
    rule_set = models.ForeignKey(
        RuleSetRow,
        on_delete=models.PROTECT,
        related_name="tournaments",
        verbose_name=gettext_lazy("Regelwerk"),
    )
    series_count = models.PositiveSmallIntegerField(
        gettext_lazy("Serien"), validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    rounds = models.PositiveSmallIntegerField(
        gettext_lazy("Runden je Serie"), validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    target = models.PositiveIntegerField(gettext_lazy("Punkteziel"), null=True, blank=True)
    table_size = models.PositiveSmallIntegerField(
        gettext_lazy("Plätze je Tisch"), validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    status = models.CharField(
        gettext_lazy("Stand"), max_length=10, choices=Status.choices, default=Status.SETUP
    )
    revision = models.PositiveBigIntegerField(default=0, editable=False)  # moves with every deed: the ETag
    lot_seed = models.CharField(gettext_lazy("Los"), max_length=40, blank=True, editable=False)
    release = models.CharField(
        gettext_lazy("Rangliste für alle"), max_length=10, choices=Release.choices, default=Release.LIVE
    )
    neighbour_confirms = models.BooleanField(
        gettext_lazy("linker Nachbar bestätigt jedes Spiel"), default=False
    )
    created_at = models.DateTimeField()
    taken_over_at = models.DateTimeField(gettext_lazy("übernommen"), null=True, blank=True, editable=False)
    hidden_at = models.DateTimeField(gettext_lazy("verborgen"), null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-starts_on", "name"]
        verbose_name = gettext_lazy("Turnier")
        verbose_name_plural = gettext_lazy("Turniere")
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="ends_not_before_it_starts"
            ),
            models.CheckConstraint(condition=Q(series_count__range=(1, 60)), name="one_to_sixty_series"),
            models.CheckConstraint(condition=Q(rounds__range=(1, 60)), name="one_to_sixty_rounds"),
            models.CheckConstraint(condition=Q(table_size__range=(2, 6)), name="tables_of_two_to_six"),
            models.CheckConstraint(
                condition=Q(target__isnull=True) | Q(target__gt=0), name="target_above_nothing"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.Model):
    """What a signed-in person may do at one tournament."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", gettext_lazy("Turnierleitung")
        REFEREE = "referee", gettext_lazy("Schiedsrichter")
        TREASURER = "treasurer", gettext_lazy("Kasse")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="roles")
    kind = models.CharField(gettext_lazy("Aufgabe"), max_length=10, choices=Kind.choices)

    class Meta:
        ordering = ["tournament", "kind", "user"]
        verbose_name = gettext_lazy("Aufgabe")
        verbose_name_plural = gettext_lazy("Aufgaben")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "kind"], name="one_role_of_a_kind_per_user"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Team(models.Model):
    """Mannschaft: up to four registrations whose results are added."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(gettext_lazy("Mannschaft"), max_length=120)

    class Meta:
        ordering = ["name"]
        verbose_name = gettext_lazy("Mannschaft")
        verbose_name_plural = gettext_lazy("Mannschaften")
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="one_team_per_name")]

    def __str__(self) -> str:
        return self.name


class Pair(models.Model):
    """Tandem: two registrations who play for one result and never meet."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="pairs")
    number = models.PositiveSmallIntegerField(gettext_lazy("Tandem"))

    class Meta:
        ordering = ["number"]
        verbose_name = gettext_lazy("Tandem")
        verbose_name_plural = gettext_lazy("Tandems")
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_pair_per_number")]

    def __str__(self) -> str:
        return f"Tandem {self.number}"


class Registration(models.Model):
    """Anmeldung: a player in a tournament, under a start number that is fixed once a seating names it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="registrations")
    player = player_key(Player, on_delete=models.PROTECT, related_name="registrations")
    shown_as = models.CharField(
        gettext_lazy("öffentlich"),
        max_length=6,
        choices=Naming.choices,
        default=Naming.FULL,
        db_default=Naming.FULL,
    )  # models.naming
    start_number = models.PositiveIntegerField(gettext_lazy("Startnummer"))
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="members")
    team_place = models.PositiveSmallIntegerField(null=True, blank=True)
    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, null=True, blank=True, related_name="members")
    pair_place = models.PositiveSmallIntegerField(null=True, blank=True)
    guest = models.BooleanField(gettext_lazy("Gast"), default=False)
    registered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(gettext_lazy("ausgeschieden"), null=True, blank=True)
    withdrawn_reason = models.CharField(gettext_lazy("Grund"), max_length=200, blank=True)
    seeded = models.BooleanField(gettext_lazy("gesetzt"), default=False)
    strength = models.PositiveSmallIntegerField(gettext_lazy("Leistungsgruppe"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(gettext_lazy("fester Tisch"), null=True, blank=True)
    fixed_seat = models.PositiveSmallIntegerField(gettext_lazy("fester Platz"), null=True, blank=True)
    pin_issue = models.PositiveSmallIntegerField(
        default=0, editable=False
    )  # of the four digits for signing in older versions; nobody reads it
    page_issue = models.PositiveSmallIntegerField(
        default=0, editable=False
    )  # the same for the own page's code
    # The start number whose chair he took over: his points count for the tandem or team of that player too.
    stands_in_for = models.PositiveIntegerField(
        gettext_lazy("Ersatz für"), null=True, blank=True, editable=False
    )

    class Meta:
        ordering = ["tournament", "start_number"]
        verbose_name = gettext_lazy("Anmeldung")
        verbose_name_plural = gettext_lazy("Anmeldungen")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "start_number"], name="start_number_given_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="player_registered_once"),
            models.UniqueConstraint(fields=["team", "team_place"], name="one_player_per_team_place"),
            models.UniqueConstraint(fields=["pair", "pair_place"], name="one_player_per_pair_place"),
            models.CheckConstraint(condition=Q(start_number__gte=1), name="start_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(team__isnull=True, team_place__isnull=True)
                | Q(team__isnull=False, team_place__range=(1, 4)),
                name="team_of_four",
            ),
            models.CheckConstraint(
                condition=Q(pair__isnull=True, pair_place__isnull=True)
                | Q(pair__isnull=False, pair_place__range=(1, 2)),
                name="pair_of_two",
            ),
            models.CheckConstraint(
                condition=Q(strength__isnull=True) | Q(strength__range=(1, 2)), name="two_strength_groups"
            ),
            models.CheckConstraint(
                condition=Q(fixed_seat__isnull=True) | Q(fixed_seat__range=(1, 6)), name="fixed_seat_exists"
            ),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1), name="fixed_table_exists"
            ),
            models.CheckConstraint(condition=Q(shown_as__in=Naming.values), name="naming_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.start_number} {self.player}"

    @property
    def name(self) -> str:
        return self.player.name


class Series(models.Model):
    """Serie: one seating of the field, played for a number of Runden."""

    class Mode(models.TextChoices):
        """How the seats were given."""

        LOTS = "lots", gettext_lazy("ausgelost")
        PLAN = "plan", gettext_lazy("geplant")
        STANDING = "standing", gettext_lazy("nach Rangliste")
        TANDEM = "tandem", gettext_lazy("Tandem-Blöcke nach Rangliste")
        SWISS = "swiss", gettext_lazy("nach Rangliste ohne Wiederbegegnung")
        HAND = "hand", gettext_lazy("von Hand gesetzt")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="series")
    number: models.PositiveSmallIntegerField[SeriesNumber, SeriesNumber] = models.PositiveSmallIntegerField(
        gettext_lazy("Serie")
    )
    mode = models.CharField(gettext_lazy("Sitzordnung"), max_length=10, choices=Mode.choices)
    seed = models.CharField(gettext_lazy("Los"), max_length=40)
    drawn_at = models.DateTimeField()
    posted_at = models.DateTimeField(gettext_lazy("ausgehängt"), null=True, blank=True)
    started_at = models.DateTimeField(gettext_lazy("begonnen"), null=True, blank=True)
    ended_at = models.DateTimeField(gettext_lazy("beendet"), null=True, blank=True)
    played_on = models.DateField(
        gettext_lazy("gespielt am"), null=True, blank=True
    )  # None: selectors.ranking_facts.day_of
    clock_started_at = models.DateTimeField(gettext_lazy("Uhr läuft seit"), null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(gettext_lazy("Minuten"), null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Serie")
        verbose_name_plural = gettext_lazy("Serien")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="series_drawn_once"),
            models.CheckConstraint(
                condition=Q(clock_started_at__isnull=True, clock_minutes__isnull=True)
                | Q(clock_started_at__isnull=False, clock_minutes__isnull=False),
                name="clock_with_its_minutes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, Serie {self.number}"


class StandingTables(models.Manager["Table"]):
    """Tables that stand: one that was broken up before its first game is out of everybody's way."""

    def get_queryset(self) -> models.QuerySet[Table]:
        return super().get_queryset().filter(cleared_at__isnull=True)


class Table(models.Model):
    """Tisch: the seats that play together for one series."""

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(gettext_lazy("Tisch"))
    size = models.PositiveSmallIntegerField(gettext_lazy("Plätze"))
    cleared_at = models.DateTimeField(gettext_lazy("aufgelöst"), null=True, blank=True)

    objects = StandingTables()
    everything = models.Manager()  # noqa: DJ012 - the first manager is the one that others get

    class Meta:
        ordering = ["series", "number"]
        verbose_name = gettext_lazy("Tisch")
        verbose_name_plural = gettext_lazy("Tische")
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="one_table_per_number"),
            models.CheckConstraint(condition=Q(size__range=(2, 6)), name="two_to_six_seats"),
        ]

    def __str__(self) -> str:
        return f"{self.series}, Tisch {self.number}"


class Seat(models.Model):
    """Platz: one registration at one table of a series, from one Runde to another.

    Somebody who leaves in mid-series sits until `last_round`; a substitute has a row of his own from the next Runde
    on. So every line of a game belongs to the person who played it. A row whose `last_round` lies before its
    `first_round` was taken back before its first game.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="seats")
    number: models.PositiveSmallIntegerField[SeatNumber, SeatNumber] = models.PositiveSmallIntegerField(
        gettext_lazy("Platz")
    )
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="seats")
    first_round = models.PositiveSmallIntegerField(gettext_lazy("ab Runde"), default=1)
    last_round = models.PositiveSmallIntegerField(gettext_lazy("bis Runde"), null=True, blank=True)

    class Meta:
        ordering = ["table", "number", "first_round"]
        verbose_name = gettext_lazy("Platz")
        verbose_name_plural = gettext_lazy("Plätze")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(last_round__isnull=True), name="one_player_per_seat"
            ),
            models.UniqueConstraint(
                fields=["series", "registration"],
                condition=Q(last_round__isnull=True) | Q(last_round__gte=F("first_round")),
                name="one_table_per_player_and_series",
            ),
            models.CheckConstraint(
                condition=Q(first_round__gte=1)
                & (Q(last_round__isnull=True) | Q(last_round__gte=F("first_round") - 1)),
                name="leaves_after_sitting_down",
            ),
            models.CheckConstraint(condition=Q(number__range=(1, 6)), name="seats_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, Platz {self.number}"
