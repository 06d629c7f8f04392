"""The whole schema as it stood when its first nineteen migrations were drawn together; they may be gone, their names stay.

A database that has applied all of them counts this one as applied. Guards (triggers) are no part of migrations:
`scoring.guards` installs them afterwards.
"""

from django.conf import settings
from django.contrib.auth.models import UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Lower
from django.utils import timezone

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    """One table after the other, in the order in which they need each other."""

    initial = True
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_login_attempts"),
        ("tournaments", "0003_paper"),
        ("tournaments", "0004_codes_of_tables"),
        ("tournaments", "0005_seating_plans"),
        ("tournaments", "0006_rulings_protests_calls"),
        ("tournaments", "0007_list_life"),
        ("tournaments", "0008_who_asked_for_a_search"),
        ("tournaments", "0009_player_files"),
        ("tournaments", "0010_augen_may_be_unknown"),
        ("tournaments", "0011_lines_written_elsewhere"),
        ("tournaments", "0012_access_for_programs"),
        ("tournaments", "0013_publications"),
        ("tournaments", "0014_own_pages"),
        ("tournaments", "0015_money"),
        ("tournaments", "0016_rankings"),
        ("tournaments", "0017_screens"),
        ("tournaments", "0018_fair_copies_and_seals"),
        ("tournaments", "0019_seasons"),
    ]
    dependencies = [("auth", "0012_alter_user_first_name_max_length"), ("scoring", "0001_initial")]
    operations = [
        # models/people.py
        migrations.CreateModel(
            name="User",
            fields=[
                ID,
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=timezone.now, verbose_name="date joined")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                ("one_time_password", models.BooleanField(default=False, verbose_name="Einmalpasswort")),
            ],
            options={"verbose_name": "user", "verbose_name_plural": "users", "abstract": False},
            managers=[("objects", UserManager())],
        ),
        migrations.CreateModel(
            name="LoginAttempt",
            fields=[ID, ("who", models.CharField(max_length=64)), ("at", models.DateTimeField())],
            options={
                "verbose_name": "Anmeldeversuch",
                "verbose_name_plural": "Anmeldeversuche",
                "ordering": ["at"],
                "indexes": [models.Index(fields=["who", "at"], name="attempts_by_who")],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ID,
                ("name", models.CharField(max_length=120, verbose_name="Verein")),
                ("short_name", models.CharField(blank=True, max_length=20, verbose_name="Kurzname")),
                ("place", models.CharField(blank=True, max_length=80, verbose_name="Ort")),
            ],
            options={
                "verbose_name": "Verein",
                "verbose_name_plural": "Vereine",
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(Lower("name"), name="one_club_per_name")],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ID,
                ("given_name", models.CharField(max_length=80, verbose_name="Vorname")),
                ("family_name", models.CharField(max_length=80, verbose_name="Nachname")),
                ("born_on", models.DateField(blank=True, null=True, verbose_name="geboren am")),
                (
                    "sex",
                    models.CharField(
                        blank=True,
                        choices=[("w", "Frau"), ("m", "Mann"), ("d", "divers"), ("", "ohne Angabe")],
                        default="",
                        max_length=1,
                        verbose_name="Geschlecht",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="players",
                        to="tournaments.club",
                        verbose_name="Verein",
                    ),
                ),
            ],
            options={
                "verbose_name": "Spieler",
                "verbose_name_plural": "Spieler",
                "ordering": ["family_name", "given_name", "pk"],
                "indexes": [models.Index(fields=["family_name", "given_name"], name="player_by_name")],
            },
        ),
        # models/tournaments.py
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ID,
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="Ort")),
                ("starts_on", models.DateField(verbose_name="Beginn")),
                ("ends_on", models.DateField(verbose_name="Ende")),
                (
                    "series_count",
                    models.PositiveSmallIntegerField(
                        validators=[MinValueValidator(1), MaxValueValidator(60)], verbose_name="Serien"
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        validators=[MinValueValidator(1), MaxValueValidator(24)], verbose_name="Runden je Serie"
                    ),
                ),
                ("target", models.PositiveIntegerField(blank=True, null=True, verbose_name="Punkteziel")),
                (
                    "table_size",
                    models.PositiveSmallIntegerField(
                        validators=[MinValueValidator(2), MaxValueValidator(6)], verbose_name="Plätze je Tisch"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("setup", "in Vorbereitung"), ("running", "läuft"), ("finished", "beendet")],
                        default="setup",
                        max_length=10,
                        verbose_name="Stand",
                    ),
                ),
                ("revision", models.PositiveBigIntegerField(default=0, editable=False)),
                ("lot_seed", models.CharField(blank=True, editable=False, max_length=40, verbose_name="Los")),
                ("created_at", models.DateTimeField()),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=models.PROTECT,
                        related_name="tournaments",
                        to="scoring.ruleset",
                        verbose_name="Regelwerk",
                    ),
                ),
                (
                    "neighbour_confirms",
                    models.BooleanField(default=False, verbose_name="linker Nachbar bestätigt jedes Spiel"),
                ),
                (
                    "release",
                    models.CharField(
                        choices=[
                            ("live", "sofort, mit jedem Spiel"),
                            ("published", "erst, wenn die Leitung sie freigibt"),
                        ],
                        default="live",
                        max_length=10,
                        verbose_name="Rangliste für alle",
                    ),
                ),
            ],
            options={
                "verbose_name": "Turnier",
                "verbose_name_plural": "Turniere",
                "ordering": ["-starts_on", "name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_on__gte", models.F("starts_on"))), name="ends_not_before_it_starts"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("series_count__range", (1, 60))), name="one_to_sixty_series"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rounds__range", (1, 24))), name="one_to_twentyfour_rounds"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_size__range", (2, 6))), name="tables_of_two_to_six"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("target__isnull", True), ("target__gt", 0), _connector="OR"),
                        name="target_above_nothing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Role",
            fields=[
                ID,
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("director", "Turnierleitung"),
                            ("referee", "Schiedsrichter"),
                            ("treasurer", "Kasse"),
                        ],
                        max_length=10,
                        verbose_name="Aufgabe",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="roles", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="roles", to="tournaments.tournament"),
                ),
            ],
            options={
                "verbose_name": "Aufgabe",
                "verbose_name_plural": "Aufgaben",
                "ordering": ["tournament", "kind", "user"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "user", "kind"), name="one_role_of_a_kind_per_user")
                ],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                ID,
                ("name", models.CharField(max_length=120, verbose_name="Mannschaft")),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="teams", to="tournaments.tournament"),
                ),
            ],
            options={
                "verbose_name": "Mannschaft",
                "verbose_name_plural": "Mannschaften",
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "name"), name="one_team_per_name")],
            },
        ),
        migrations.CreateModel(
            name="Pair",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Tandem")),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="pairs", to="tournaments.tournament"),
                ),
            ],
            options={
                "verbose_name": "Tandem",
                "verbose_name_plural": "Tandems",
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="one_pair_per_number")],
            },
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                ID,
                ("start_number", models.PositiveIntegerField(verbose_name="Startnummer")),
                ("team_place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("pair_place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("guest", models.BooleanField(default=False, verbose_name="Gast")),
                ("registered_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="ausgeschieden")),
                ("withdrawn_reason", models.CharField(blank=True, max_length=200, verbose_name="Grund")),
                (
                    "pair",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="members", to="tournaments.pair"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="registrations", to="tournaments.player"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="members", to="tournaments.team"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="registrations", to="tournaments.tournament"
                    ),
                ),
                ("fixed_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="fester Platz")),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="fester Tisch")),
                ("seeded", models.BooleanField(default=False, verbose_name="gesetzt")),
                ("strength", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Leistungsgruppe")),
                ("pin_issue", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("page_issue", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "stands_in_for",
                    models.PositiveIntegerField(blank=True, editable=False, null=True, verbose_name="Ersatz für"),
                ),
            ],
            options={
                "verbose_name": "Anmeldung",
                "verbose_name_plural": "Anmeldungen",
                "ordering": ["tournament", "start_number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "start_number"), name="start_number_given_once"),
                    models.UniqueConstraint(fields=("tournament", "player"), name="player_registered_once"),
                    models.UniqueConstraint(fields=("team", "team_place"), name="one_player_per_team_place"),
                    models.UniqueConstraint(fields=("pair", "pair_place"), name="one_player_per_pair_place"),
                    models.CheckConstraint(
                        condition=models.Q(("start_number__gte", 1)), name="start_numbers_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("team__isnull", True), ("team_place__isnull", True)),
                            models.Q(("team__isnull", False), ("team_place__range", (1, 4))),
                            _connector="OR",
                        ),
                        name="team_of_four",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("pair__isnull", True), ("pair_place__isnull", True)),
                            models.Q(("pair__isnull", False), ("pair_place__range", (1, 2))),
                            _connector="OR",
                        ),
                        name="pair_of_two",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("strength__isnull", True), ("strength__range", (1, 2)), _connector="OR"),
                        name="two_strength_groups",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("fixed_seat__isnull", True), ("fixed_seat__range", (1, 6)), _connector="OR"
                        ),
                        name="fixed_seat_exists",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("fixed_table__isnull", True), ("fixed_table__gte", 1), _connector="OR"),
                        name="fixed_table_exists",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Serie")),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("lots", "ausgelost"),
                            ("plan", "geplant"),
                            ("standing", "nach Rangliste"),
                            ("tandem", "Tandem-Blöcke nach Rangliste"),
                            ("swiss", "nach Rangliste ohne Wiederbegegnung"),
                            ("hand", "von Hand gesetzt"),
                        ],
                        max_length=10,
                        verbose_name="Sitzordnung",
                    ),
                ),
                ("seed", models.CharField(max_length=40, verbose_name="Startwert des Loses")),
                ("drawn_at", models.DateTimeField()),
                ("posted_at", models.DateTimeField(blank=True, null=True, verbose_name="ausgehängt")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="begonnen")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="beendet")),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="series", to="tournaments.tournament"),
                ),
                ("clock_minutes", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Minuten")),
                ("clock_started_at", models.DateTimeField(blank=True, null=True, verbose_name="Uhr läuft seit")),
                ("played_on", models.DateField(blank=True, null=True, verbose_name="gespielt am")),
            ],
            options={
                "verbose_name": "Serie",
                "verbose_name_plural": "Serien",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="series_drawn_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("clock_minutes__isnull", True), ("clock_started_at__isnull", True)),
                            models.Q(("clock_minutes__isnull", False), ("clock_started_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="clock_with_its_minutes",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Tisch")),
                ("size", models.PositiveSmallIntegerField(verbose_name="Plätze")),
                (
                    "series",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="tables", to="tournaments.series"),
                ),
                ("cleared_at", models.DateTimeField(blank=True, null=True, verbose_name="aufgelöst")),
            ],
            options={
                "verbose_name": "Tisch",
                "verbose_name_plural": "Tische",
                "ordering": ["series", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "number"), name="one_table_per_number"),
                    models.CheckConstraint(condition=models.Q(("size__range", (2, 6))), name="two_to_six_seats"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Platz")),
                (
                    "registration",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="seats", to="tournaments.registration"),
                ),
                (
                    "series",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="seats", to="tournaments.series"),
                ),
                ("table", models.ForeignKey(on_delete=models.PROTECT, related_name="seats", to="tournaments.table")),
                ("first_round", models.PositiveSmallIntegerField(default=1, verbose_name="ab Runde")),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="bis Runde")),
            ],
            options={
                "verbose_name": "Platz",
                "verbose_name_plural": "Plätze",
                "ordering": ["table", "number", "first_round"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("number__range", (1, 6))), name="seats_from_one"),
                    models.UniqueConstraint(
                        condition=models.Q(("last_round__isnull", True)),
                        fields=("table", "number"),
                        name="one_player_per_seat",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("last_round__isnull", True),
                            ("last_round__gte", models.F("first_round")),
                            _connector="OR",
                        ),
                        fields=("series", "registration"),
                        name="one_table_per_player_and_series",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_round__gte", 1),
                            models.Q(
                                ("last_round__isnull", True),
                                (
                                    "last_round__gte",
                                    CombinedExpression(models.F("first_round"), "-", models.Value(1)),
                                ),
                                _connector="OR",
                            ),
                        ),
                        name="leaves_after_sitting_down",
                    ),
                ],
            },
        ),
        # models/sheets.py
        migrations.CreateModel(
            name="ScoreSheet",
            fields=[
                ID,
                ("version", models.PositiveIntegerField(default=0)),
                ("completed_at", models.DateTimeField(blank=True, null=True, verbose_name="vollständig")),
                ("accepted_at", models.DateTimeField(blank=True, null=True, verbose_name="angenommen")),
                (
                    "accepted_by",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "scorer",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="+", to="tournaments.seat", verbose_name="Listenführer"
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(on_delete=models.PROTECT, related_name="sheet", to="tournaments.table"),
                ),
                (
                    "end_cause",
                    models.CharField(
                        blank=True,
                        choices=[("time", "Zeit abgelaufen"), ("broken", "abgebrochen")],
                        max_length=8,
                        verbose_name="warum",
                    ),
                ),
                ("end_reason", models.CharField(blank=True, max_length=300, verbose_name="Grund")),
                (
                    "ends_after",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="endet nach Spiel"),
                ),
            ],
            options={
                "verbose_name": "Spielliste",
                "verbose_name_plural": "Spiellisten",
                "ordering": ["table"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("accepted_at__isnull", True), ("accepted_by__isnull", True)),
                            models.Q(
                                ("accepted_at__isnull", False),
                                ("accepted_by__isnull", False),
                                ("completed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="accepted_complete_and_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("end_cause", ""), ("end_reason", ""), ("ends_after__isnull", True)),
                            models.Q(
                                ("end_cause__in", ["time", "broken"]),
                                ("ends_after__isnull", False),
                                models.Q(("end_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="ended_early_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Spiel")),
                ("dealer_plays", models.BooleanField(verbose_name="Geber spielt mit")),
                (
                    "finish",
                    models.CharField(
                        choices=[
                            ("R", "Rommé"),
                            ("HA", "Hand-Rommé mit Anlegen"),
                            ("H", "Hand-Rommé"),
                            ("S", "Superrommé"),
                            ("–", "Talon leer"),
                        ],
                        max_length=2,
                        verbose_name="Ende",
                    ),
                ),
                ("submission", models.UUIDField()),
                ("entered_at", models.DateTimeField()),
                ("entered_by", models.CharField(max_length=120)),
                ("struck_at", models.DateTimeField(blank=True, null=True, verbose_name="gestrichen")),
                ("struck_reason", models.CharField(blank=True, max_length=300, verbose_name="Grund")),
                (
                    "sheet",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="games", to="tournaments.scoresheet"),
                ),
                (
                    "dealer",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="+", to="tournaments.seat", verbose_name="Geber"
                    ),
                ),
                ("confirmed_at", models.DateTimeField(blank=True, null=True, verbose_name="bestätigt")),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="+",
                        to="tournaments.seat",
                        verbose_name="bestätigt von",
                    ),
                ),
            ],
            options={
                "verbose_name": "Spiel",
                "verbose_name_plural": "Spiele",
                "ordering": ["sheet", "number", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("struck_at__isnull", True)),
                        fields=("sheet", "number"),
                        name="game_written_once",
                    ),
                    models.UniqueConstraint(fields=("sheet", "submission"), name="submission_taken_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="games_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("struck_at__isnull", True), ("struck_reason", "")),
                            models.Q(("struck_at__isnull", False), models.Q(("struck_reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="struck_with_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("finish__in", ["R", "HA", "H", "S", "–"])), name="finish_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("confirmed_at__isnull", True), ("confirmed_by__isnull", True)),
                            models.Q(("confirmed_at__isnull", False), ("confirmed_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="confirmed_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Line",
            fields=[
                ID,
                ("won", models.BooleanField(verbose_name="gewonnen")),
                ("opened", models.BooleanField(verbose_name="eröffnet")),
                ("augen", models.PositiveSmallIntegerField(verbose_name="Augen")),
                ("game", models.ForeignKey(on_delete=models.PROTECT, related_name="lines", to="tournaments.game")),
                ("seat", models.ForeignKey(on_delete=models.PROTECT, related_name="lines", to="tournaments.seat")),
            ],
            options={
                "verbose_name": "Zeile",
                "verbose_name_plural": "Zeilen",
                "ordering": ["game", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="one_line_per_seat"),
                    models.UniqueConstraint(
                        condition=models.Q(("won", True)), fields=("game",), name="one_winner_per_game"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("won", False), ("augen", 0), _connector="OR"), name="winner_has_no_augen"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Signature",
            fields=[
                ID,
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("pin", "mit PIN"),
                            ("drawn", "auf dem Bildschirm geschrieben"),
                            ("paper", "auf Papier"),
                            ("screen", "am Bildschirm"),
                        ],
                        max_length=10,
                        verbose_name="Art",
                    ),
                ),
                ("sheet_version", models.PositiveIntegerField()),
                ("signed_at", models.DateTimeField()),
                ("taken_by", models.CharField(max_length=120)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_reason", models.CharField(blank=True, max_length=300)),
                (
                    "seat",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="signatures", to="tournaments.seat"),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="signatures", to="tournaments.scoresheet"
                    ),
                ),
                ("strokes", models.JSONField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "Unterschrift",
                "verbose_name_plural": "Unterschriften",
                "ordering": ["sheet", "seat"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("sheet", "seat"),
                        name="each_seat_signs_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("revoked_at__isnull", True), ("revoked_reason", "")),
                            models.Q(("revoked_at__isnull", False), models.Q(("revoked_reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="revoked_with_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("method", "drawn"), ("strokes__isnull", False)),
                            models.Q(models.Q(("method", "drawn"), _negated=True), ("strokes__isnull", True)),
                            _connector="OR",
                        ),
                        name="drawn_with_strokes",
                    ),
                ],
            },
        ),
        # models/journal.py
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                ID,
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(verbose_name="wann")),
                ("actor", models.CharField(max_length=120, verbose_name="wer")),
                ("device", models.CharField(blank=True, max_length=200, verbose_name="Gerät")),
                ("deed", models.CharField(max_length=40, verbose_name="was")),
                ("facts", models.JSONField(default=dict, verbose_name="Einzelheiten")),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="warum")),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="journal",
                        to="tournaments.scoresheet",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="journal", to="tournaments.tournament"),
                ),
                ("scheme", models.PositiveSmallIntegerField(default=1)),
                ("written_elsewhere", models.JSONField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "Protokolleintrag",
                "verbose_name_plural": "Protokoll",
                "ordering": ["tournament", "number"],
                "indexes": [models.Index(fields=["sheet", "number"], name="journal_by_sheet")],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_journal_line_per_number")
                ],
            },
        ),
        # models/rulings.py
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Entscheid")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("strike", "Spiel gestrichen"),
                            ("correction", "Eintrag berichtigt"),
                            ("penalty", "Strafe"),
                            ("lifted", "Strafe aufgehoben"),
                            ("remark", "Vermerk"),
                            ("restored", "Zeile gilt wieder"),
                            ("withdrawn", "Vermerk zurückgenommen"),
                            ("protest", "Einspruch entschieden"),
                            ("reopened", "Einspruch wieder offen"),
                            ("misdeal", "falsch gegeben"),
                            ("seats", "Platz geändert"),
                            ("ended", "vorzeitig beendet"),
                        ],
                        max_length=12,
                        verbose_name="Art",
                    ),
                ),
                ("paragraph", models.CharField(blank=True, max_length=40, verbose_name="Regel")),
                ("reason", models.CharField(max_length=500, verbose_name="Begründung")),
                ("decided_at", models.DateTimeField()),
                (
                    "decided_by",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="rulings", to="tournaments.game"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="rulings",
                        to="tournaments.scoresheet",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="rulings", to="tournaments.tournament"),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="undone_by",
                        to="tournaments.ruling",
                    ),
                ),
            ],
            options={
                "verbose_name": "Entscheid",
                "verbose_name_plural": "Entscheide",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_ruling_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="ruling_has_a_reason"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                ID,
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("loose_hand", "Karten zusammengeworfen"),
                            ("wrong_count", "Falsche Kartenzahl"),
                            ("wrong_seat", "Falscher Platz"),
                            ("warning", "Verwarnung"),
                            ("deduction", "Punktabzug"),
                        ],
                        max_length=12,
                        verbose_name="Art",
                    ),
                ),
                ("offence", models.PositiveSmallIntegerField(default=1, verbose_name="Verstoß")),
                ("points", models.SmallIntegerField(default=0, verbose_name="Punkte")),
                ("augen", models.PositiveSmallIntegerField(default=0, verbose_name="Augen")),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="penalties",
                        to="tournaments.game",
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="penalties", to="tournaments.registration"
                    ),
                ),
                (
                    "lifted_by",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="lifted_penalty",
                        to="tournaments.ruling",
                    ),
                ),
                (
                    "ruling",
                    models.OneToOneField(on_delete=models.PROTECT, related_name="penalty", to="tournaments.ruling"),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="penalties", to="tournaments.scoresheet"
                    ),
                ),
                ("game_number", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Spiel")),
                ("prescribed", models.JSONField(blank=True, null=True, verbose_name="Vorschlag der Regel")),
                ("voids_series", models.BooleanField(default=False, verbose_name="0 Punkte für die Serie")),
            ],
            options={
                "verbose_name": "Strafe",
                "verbose_name_plural": "Strafen",
                "ordering": ["ruling"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("points__lte", 0)), name="penalty_takes_points"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "loose_hand"), _negated=True), ("game__isnull", False), _connector="OR"
                        ),
                        name="loose_hand_in_a_game",
                    ),
                ],
            },
        ),
        # models/protests.py
        migrations.CreateModel(
            name="Protest",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Einspruch")),
                ("game_number", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Spiel")),
                ("text", models.CharField(max_length=500, verbose_name="Worum es geht")),
                ("filed_at", models.DateTimeField(verbose_name="erhoben")),
                ("filed_by", models.CharField(max_length=120)),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="protests", to="tournaments.registration"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="protests", to="tournaments.scoresheet"),
                ),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="protests", to="tournaments.tournament"),
                ),
            ],
            options={
                "verbose_name": "Einspruch",
                "verbose_name_plural": "Einsprüche",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_protest_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="protest_says_what_about"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProtestStep",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("granted", "stattgegeben"),
                            ("dismissed", "abgewiesen"),
                            ("withdrawn", "zurückgezogen"),
                            ("reopened", "wieder offen"),
                        ],
                        max_length=10,
                        verbose_name="Art",
                    ),
                ),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=120)),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="Begründung")),
                (
                    "protest",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="steps", to="tournaments.protest"),
                ),
                (
                    "ruling",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="protest_step",
                        to="tournaments.ruling",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "Schritt eines Einspruchs",
                "verbose_name_plural": "Schritte eines Einspruchs",
                "ordering": ["protest", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("protest", "number"), name="protest_steps_one_by_one"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind", "withdrawn"),
                            models.Q(("ruling__isnull", False), models.Q(("reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="protest_decided_with_a_reason",
                    ),
                ],
            },
        ),
        # models/calls.py
        migrations.CreateModel(
            name="RefereeCall",
            fields=[
                ID,
                ("called_at", models.DateTimeField(verbose_name="gerufen")),
                ("called_by", models.CharField(max_length=120)),
                ("going_at", models.DateTimeField(blank=True, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="erledigt")),
                ("done_by", models.CharField(blank=True, max_length=120)),
                ("taken_back", models.BooleanField(default=False, verbose_name="vom Tisch zurückgenommen")),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="Vermerk")),
                (
                    "going",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="geht hin",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="calls", to="tournaments.scoresheet"),
                ),
            ],
            options={
                "verbose_name": "Ruf",
                "verbose_name_plural": "Rufe",
                "ordering": ["called_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=("sheet",),
                        name="one_open_call_per_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("going__isnull", True), ("going_at__isnull", True)),
                            models.Q(("going__isnull", False), ("going_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="who_goes_and_since_when",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("done_at__isnull", True), ("done_by", ""), ("note", ""), ("taken_back", False)),
                            models.Q(("done_at__isnull", False), models.Q(("done_by", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="done_by_somebody",
                    ),
                ],
            },
        ),
        # models/paper.py
        migrations.CreateModel(
            name="PaperTyping",
            fields=[
                ID,
                ("second", models.BooleanField(default=False, verbose_name="zweite Erfassung")),
                ("submission", models.UUIDField()),
                ("rows", models.JSONField(default=list, verbose_name="Zeilen")),
                ("paper_totals", models.JSONField(default=dict, verbose_name="Summen auf dem Papier")),
                ("typed_at", models.DateTimeField()),
                ("typed_by", models.CharField(max_length=120)),
                ("device", models.CharField(blank=True, max_length=200)),
                (
                    "sheet",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="typings", to="tournaments.scoresheet"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "Abschrift",
                "verbose_name_plural": "Abschriften",
                "ordering": ["sheet", "pk"],
                "constraints": [models.UniqueConstraint(fields=("sheet", "submission"), name="typing_sent_once")],
            },
        ),
        migrations.CreateModel(
            name="PaperSettlement",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Spiel")),
                (
                    "chosen",
                    models.CharField(
                        choices=[("first", "Eintrag bleibt"), ("second", "zweite Erfassung gilt")], max_length=6
                    ),
                ),
                ("settled_at", models.DateTimeField()),
                ("settled_by", models.CharField(max_length=120)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to="tournaments.game"
                    ),
                ),
                (
                    "typing",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="settlements", to="tournaments.papertyping"
                    ),
                ),
            ],
            options={
                "verbose_name": "Klärung",
                "verbose_name_plural": "Klärungen",
                "ordering": ["typing", "number", "pk"],
            },
        ),
        migrations.CreateModel(
            name="TotalEntry",
            fields=[
                ID,
                ("games", models.PositiveSmallIntegerField(verbose_name="gespielte Spiele")),
                ("submission", models.UUIDField()),
                ("entered_at", models.DateTimeField()),
                ("entered_by", models.CharField(max_length=120)),
                ("struck_at", models.DateTimeField(blank=True, null=True, verbose_name="gestrichen")),
                ("struck_reason", models.CharField(blank=True, max_length=300, verbose_name="Grund")),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="total_entries", to="tournaments.scoresheet"
                    ),
                ),
            ],
            options={
                "verbose_name": "Summen ohne Spiele",
                "verbose_name_plural": "Summen ohne Spiele",
                "ordering": ["sheet", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("struck_at__isnull", True)), fields=("sheet",), name="totals_written_once"
                    ),
                    models.UniqueConstraint(fields=("sheet", "submission"), name="totals_sent_once"),
                    models.CheckConstraint(condition=models.Q(("games__gte", 1)), name="totals_of_some_games"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("struck_at__isnull", True), ("struck_reason", "")),
                            models.Q(("struck_at__isnull", False), models.Q(("struck_reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="totals_struck_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TotalLine",
            fields=[
                ID,
                ("points", models.SmallIntegerField(verbose_name="Punkte")),
                ("augen", models.PositiveIntegerField(blank=True, null=True, verbose_name="Augen")),
                ("crosses", models.PositiveSmallIntegerField(verbose_name="Kreuze")),
                (
                    "entry",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="lines", to="tournaments.totalentry"),
                ),
                ("seat", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="tournaments.seat")),
            ],
            options={
                "verbose_name": "Summe eines Platzes",
                "verbose_name_plural": "Summen der Plätze",
                "ordering": ["entry", "seat"],
                "constraints": [models.UniqueConstraint(fields=("entry", "seat"), name="one_total_per_seat")],
            },
        ),
        migrations.CreateModel(
            name="SheetPhoto",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Foto")),
                ("picture", models.BinaryField()),
                ("sha256", models.CharField(max_length=64)),
                ("width", models.PositiveIntegerField()),
                ("height", models.PositiveIntegerField()),
                ("size", models.PositiveIntegerField()),
                ("taken_at", models.DateTimeField()),
                ("taken_by", models.CharField(max_length=120)),
                (
                    "sheet",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="photos", to="tournaments.scoresheet"),
                ),
            ],
            options={
                "verbose_name": "Foto einer Liste",
                "verbose_name_plural": "Fotos von Listen",
                "ordering": ["sheet", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="one_photo_per_number"),
                    models.UniqueConstraint(fields=("sheet", "sha256"), name="each_photo_once"),
                ],
            },
        ),
        # models/seating.py
        migrations.CreateModel(
            name="SeatingSetup",
            fields=[
                ID,
                ("weights", models.JSONField(default=dict)),
                ("order", models.JSONField(default=list)),
                ("modes", models.JSONField(default=list)),
                (
                    "last_series_only",
                    models.BooleanField(default=False, verbose_name="nur der Stand der letzten Serie"),
                ),
                ("closed_tables", models.JSONField(default=list)),
                (
                    "filling",
                    models.CharField(
                        choices=[("up", "von Tisch 1 an"), ("down", "vom letzten Tisch an")],
                        default="up",
                        max_length=4,
                    ),
                ),
                ("groups_apart", models.BooleanField(default=False, verbose_name="Leistungsgruppen getrennt")),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=models.PROTECT, related_name="seating_setup", to="tournaments.tournament"
                    ),
                ),
            ],
            options={"verbose_name": "Sitzwünsche", "verbose_name_plural": "Sitzwünsche"},
        ),
        migrations.CreateModel(
            name="SeatingPlan",
            fields=[
                ID,
                ("version", models.PositiveIntegerField(verbose_name="Fassung")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("planned", "geplant"),
                            ("drawn", "ausgelost"),
                            ("searched", "gesucht"),
                            ("arrival", "Nachzügler"),
                            ("no_show", "nicht erschienen"),
                            ("dropout", "ausgeschieden"),
                            ("return", "zurückgekehrt"),
                            ("substitute", "Ersatz"),
                            ("swap", "getauscht"),
                            ("move", "umgesetzt"),
                            ("broken_up", "Tisch aufgelöst"),
                        ],
                        max_length=12,
                        verbose_name="Art",
                    ),
                ),
                ("seed", models.CharField(max_length=80, verbose_name="Startwert")),
                ("method", models.PositiveSmallIntegerField(verbose_name="Verfahren")),
                ("request", models.JSONField(default=dict)),
                ("series", models.JSONField(default=list)),
                ("report", models.JSONField(default=dict)),
                ("moved", models.JSONField(default=list)),
                ("sentence", models.JSONField(default=dict)),
                ("cost", models.PositiveIntegerField(default=0)),
                ("cut", models.BooleanField(default=False, verbose_name="die Zeit war um")),
                ("made_at", models.DateTimeField()),
                ("made_by", models.CharField(max_length=120)),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="Grund")),
                ("posted_at", models.DateTimeField(blank=True, null=True, verbose_name="ausgehängt")),
                ("posted_by", models.CharField(blank=True, max_length=120)),
                (
                    "follows",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="followers",
                        to="tournaments.seatingplan",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="seating_plans", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Sitzplan",
                "verbose_name_plural": "Sitzpläne",
                "ordering": ["tournament", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "version"), name="one_plan_per_version"),
                    models.UniqueConstraint(
                        condition=models.Q(("follows__isnull", False), ("posted_at__isnull", False)),
                        fields=("follows",),
                        name="one_posted_plan_follows_another",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("follows__isnull", True), ("posted_at__isnull", False)),
                        fields=("tournament",),
                        name="one_first_posted_plan",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("posted_at__isnull", True), ("posted_by", "")),
                            models.Q(("posted_at__isnull", False), models.Q(("posted_by", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="posted_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlanSearch",
            fields=[
                ID,
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "beginnt gleich"),
                            ("running", "läuft"),
                            ("found", "fertig"),
                            ("taken", "übernommen"),
                            ("left", "verworfen"),
                            ("failed", "abgebrochen"),
                        ],
                        default="asked",
                        max_length=8,
                        verbose_name="Stand",
                    ),
                ),
                ("only_next", models.BooleanField(default=False)),
                ("seed", models.CharField(max_length=60, verbose_name="Startwert")),
                ("seconds", models.PositiveIntegerField(verbose_name="Sekunden")),
                ("asked_at", models.DateTimeField()),
                ("asked_by", models.CharField(max_length=120)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("heartbeat_at", models.DateTimeField(blank=True, null=True)),
                ("stop_asked_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveIntegerField(default=0, verbose_name="Versuche")),
                ("best", models.JSONField(default=dict)),
                ("failure", models.JSONField(default=dict)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="plan_searches", to="tournaments.tournament"
                    ),
                ),
                (
                    "follows",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="searches",
                        to="tournaments.seatingplan",
                    ),
                ),
                (
                    "found",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="search",
                        to="tournaments.seatingplan",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "Plansuche",
                "verbose_name_plural": "Plansuchen",
                "ordering": ["tournament", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["asked", "running"])),
                        fields=("tournament",),
                        name="one_search_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "taken"), _negated=True), ("found__isnull", False), _connector="OR"
                        ),
                        name="taken_is_something_found",
                    ),
                ],
            },
        ),
        # models/access.py
        migrations.CreateModel(
            name="AccessToken",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Zugang")),
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "nur lesen"),
                            ("lists", "lesen und Listen führen"),
                            ("all", "alles, was die Leitung darf"),
                        ],
                        max_length=5,
                        verbose_name="Umfang",
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="angelegt")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="gilt bis")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="zuletzt benutzt")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="gesperrt")),
                ("revoked_by", models.CharField(blank=True, max_length=120)),
                (
                    "made_by",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="accesses", to="tournaments.tournament"),
                ),
            ],
            options={
                "verbose_name": "Zugang für ein Programm",
                "verbose_name_plural": "Zugänge für Programme",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="accesses_are_counted"),
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["read", "lists", "all"])), name="scope_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("revoked_at__isnull", True), ("revoked_by", "")),
                            models.Q(("revoked_at__isnull", False), models.Q(("revoked_by", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="revoked_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClosedCode",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField()),
                ("closed_at", models.DateTimeField()),
                ("closed_by", models.CharField(max_length=120)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="closed_codes", to="tournaments.scoresheet"
                    ),
                ),
            ],
            options={
                "verbose_name": "gesperrter Tischcode",
                "verbose_name_plural": "gesperrte Tischcodes",
                "ordering": ["sheet", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="code_closed_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="codes_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableDevice",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Gerät")),
                ("code_number", models.PositiveSmallIntegerField()),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                ("first_seen_at", models.DateTimeField()),
                ("last_seen_at", models.DateTimeField(verbose_name="zuletzt gesehen")),
                ("barred_at", models.DateTimeField(blank=True, null=True, verbose_name="gesperrt")),
                (
                    "sheet",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="devices", to="tournaments.scoresheet"),
                ),
            ],
            options={
                "verbose_name": "Gerät am Tisch",
                "verbose_name_plural": "Geräte am Tisch",
                "ordering": ["sheet", "number"],
                "constraints": [models.UniqueConstraint(fields=("sheet", "number"), name="devices_are_counted")],
            },
        ),
        # models/files.py
        migrations.CreateModel(
            name="PlayerFile",
            fields=[
                ID,
                ("name", models.CharField(max_length=200, verbose_name="Datei")),
                ("fingerprint", models.CharField(max_length=64, verbose_name="Prüfzeichen")),
                ("tables", models.JSONField()),
                ("table", models.PositiveSmallIntegerField(default=0, verbose_name="Tabellenblatt")),
                ("head", models.PositiveIntegerField(blank=True, null=True, verbose_name="Kopfzeile")),
                ("columns", models.JSONField(default=list)),
                ("answers", models.JSONField(default=dict)),
                ("kept_at", models.DateTimeField()),
                (
                    "kept_by",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="player_files", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Spielerdatei",
                "verbose_name_plural": "Spielerdateien",
                "ordering": ["-kept_at", "-pk"],
            },
        ),
        # models/money.py
        migrations.CreateModel(
            name="FeePlan",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Fassung")),
                (
                    "per",
                    models.CharField(
                        choices=[("event", "einmal für das Turnier"), ("series", "für jede Serie")],
                        max_length=6,
                        verbose_name="zu zahlen",
                    ),
                ),
                ("ordinary", models.PositiveIntegerField(verbose_name="Startgeld")),
                ("youth", models.PositiveIntegerField(blank=True, null=True, verbose_name="Jugend")),
                ("member", models.PositiveIntegerField(blank=True, null=True, verbose_name="Mitglieder")),
                ("guest", models.PositiveIntegerField(blank=True, null=True, verbose_name="Gäste")),
                (
                    "youth_under",
                    models.PositiveSmallIntegerField(
                        default=18, validators=[MaxValueValidator(99)], verbose_name="Jugend heißt unter"
                    ),
                ),
                (
                    "member_club",
                    models.CharField(blank=True, max_length=120, verbose_name="Mitglieder welches Vereins"),
                ),
                ("loss_to_pot", models.BooleanField(default=False, verbose_name="Verlustgeld kommt in den Topf")),
                ("made_at", models.DateTimeField()),
                ("made_by", models.CharField(max_length=120)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="fee_plans", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Startgeld",
                "verbose_name_plural": "Startgelder",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="fee_plans_one_by_one"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("member__isnull", True), models.Q(("member_club", ""), _negated=True), _connector="OR"
                        ),
                        name="members_of_a_club",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizePlan",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Fassung")),
                ("document", models.JSONField(verbose_name="Tabelle")),
                ("made_at", models.DateTimeField()),
                ("made_by", models.CharField(max_length=120)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="prize_plans", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Preistabelle",
                "verbose_name_plural": "Preistabellen",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="prize_plans_one_by_one")
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeAnnouncement",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Feststellung")),
                ("rankings", models.JSONField(verbose_name="Wertungen")),
                ("pot", models.IntegerField(verbose_name="Topf")),
                ("revision", models.PositiveBigIntegerField(verbose_name="Stand des Protokolls")),
                ("announced_at", models.DateTimeField()),
                ("announced_by", models.CharField(max_length=120)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="prize_announcements", to="tournaments.tournament"
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="announcements", to="tournaments.prizeplan"
                    ),
                ),
            ],
            options={
                "verbose_name": "Feststellung der Preise",
                "verbose_name_plural": "Feststellungen der Preise",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="announcements_one_by_one")
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeAward",
            fields=[
                ID,
                ("number", models.PositiveIntegerField()),
                ("category", models.CharField(max_length=20, verbose_name="Wertung")),
                ("series_number", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Serie")),
                ("rank", models.PositiveIntegerField(verbose_name="Rang")),
                ("shared", models.BooleanField(default=False, verbose_name="geteilt")),
                ("whose", models.CharField(max_length=120)),
                ("name", models.CharField(max_length=400, verbose_name="Name")),
                ("cents", models.PositiveIntegerField(verbose_name="Betrag")),
                (
                    "announcement",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="awards", to="tournaments.prizeannouncement"
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="prizes",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "verbose_name": "Preis",
                "verbose_name_plural": "Preise",
                "ordering": ["announcement", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("announcement", "number"), name="awards_one_by_one"),
                    models.UniqueConstraint(
                        condition=models.Q(("series_number__isnull", True)),
                        fields=("announcement", "category", "whose"),
                        name="one_award_per_ranking",
                    ),
                    models.UniqueConstraint(
                        fields=("announcement", "category", "series_number", "whose"),
                        name="one_award_per_ranking_and_series",
                    ),
                    models.CheckConstraint(condition=models.Q(("cents__gt", 0)), name="awards_are_worth_something"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CashEntry",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Beleg")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fee", "Startgeld"),
                            ("waived", "Startgeld erlassen"),
                            ("repaid", "Startgeld zurückgezahlt"),
                            ("loss", "Verlustgeld"),
                            ("prize", "Preis"),
                            ("income", "Einnahme"),
                            ("expense", "Ausgabe"),
                        ],
                        max_length=8,
                        verbose_name="Art",
                    ),
                ),
                ("cents", models.IntegerField(verbose_name="Betrag")),
                ("settles", models.IntegerField(default=0, verbose_name="vom Startgeld erledigt")),
                ("turn", models.PositiveIntegerField(blank=True, null=True)),
                ("series_number", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Serie")),
                ("to_pot", models.BooleanField(default=False, verbose_name="für den Topf")),
                ("text", models.CharField(blank=True, max_length=200, verbose_name="wofür")),
                ("voucher", models.CharField(blank=True, max_length=40, verbose_name="fremder Beleg")),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=120)),
                (
                    "registration",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="cash_entries",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="cash_entries", to="tournaments.tournament"
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="undone_by",
                        to="tournaments.cashentry",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "award",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="payouts",
                        to="tournaments.prizeaward",
                    ),
                ),
            ],
            options={
                "verbose_name": "Zeile im Kassenbuch",
                "verbose_name_plural": "Kassenbuch",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_voucher_per_number"),
                    models.UniqueConstraint(fields=("registration", "turn"), name="lines_of_a_person_one_by_one"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("undoes__isnull", False),
                            models.Q(("cents__gt", 0), ("kind__in", ["fee", "loss", "income"])),
                            models.Q(("cents__lt", 0), ("kind__in", ["repaid", "prize", "expense"])),
                            models.Q(("cents", 0), ("kind", "waived"), ("settles__gt", 0)),
                            _connector="OR",
                        ),
                        name="money_goes_the_right_way",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["income", "expense", "prize"]),
                            ("registration__isnull", False),
                            _connector="OR",
                        ),
                        name="fees_have_a_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("award__isnull", False), ("kind", "prize")),
                            models.Q(models.Q(("kind", "prize"), _negated=True), ("award__isnull", True)),
                            _connector="OR",
                        ),
                        name="prizes_were_announced",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("registration__isnull", True), ("turn__isnull", True)),
                            models.Q(("registration__isnull", False), ("turn__gte", 1), ("turn__isnull", False)),
                            _connector="OR",
                        ),
                        name="lines_of_a_person_counted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ["fee", "loss", "prize"]), ("undoes__isnull", True)),
                            models.Q(("text", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="money_says_what_for",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CashCount",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Kassensturz")),
                ("last_entry", models.PositiveIntegerField(verbose_name="bis Beleg")),
                ("expected", models.IntegerField(verbose_name="laut Kassenbuch")),
                ("counted", models.PositiveIntegerField(verbose_name="gezählt")),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="Bemerkung")),
                ("counted_at", models.DateTimeField()),
                ("counted_by", models.CharField(max_length=120)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="cash_counts", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Kassensturz",
                "verbose_name_plural": "Kassenstürze",
                "ordering": ["tournament", "number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="counts_one_by_one")],
            },
        ),
        # models/rankings.py
        migrations.CreateModel(
            name="RankingSetup",
            fields=[
                ID,
                ("ages_on", models.DateField(blank=True, null=True, verbose_name="Stichtag")),
                (
                    "seniors_from",
                    models.PositiveSmallIntegerField(
                        default=60, validators=[MaxValueValidator(120)], verbose_name="Senioren ab"
                    ),
                ),
                (
                    "juniors_from",
                    models.PositiveSmallIntegerField(
                        default=18, validators=[MaxValueValidator(120)], verbose_name="Junioren von"
                    ),
                ),
                (
                    "juniors_to",
                    models.PositiveSmallIntegerField(
                        default=20, validators=[MaxValueValidator(120)], verbose_name="Junioren bis"
                    ),
                ),
                (
                    "youth_to",
                    models.PositiveSmallIntegerField(
                        default=17, validators=[MaxValueValidator(120)], verbose_name="Jugend bis"
                    ),
                ),
                (
                    "club_counts",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=4,
                        null=True,
                        validators=[MinValueValidator(1)],
                        verbose_name="Verein: so viele Spieler zählen",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=models.PROTECT, related_name="ranking_setup", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Wertungen",
                "verbose_name_plural": "Wertungen",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("juniors_to__gte", models.F("juniors_from"))),
                        name="juniors_end_after_they_begin",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("club_counts__isnull", True), ("club_counts__gte", 1), _connector="OR"),
                        name="somebody_counts_for_a_club",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DrawnLot",
            fields=[
                ID,
                ("day", models.DateField(blank=True, null=True, verbose_name="Tag")),
                ("seed", models.CharField(max_length=40, verbose_name="Startwert des Loses")),
                ("drawn_at", models.DateTimeField()),
                (
                    "series",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="drawn_lot",
                        to="tournaments.series",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="drawn_lots", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Los bei Gleichstand",
                "verbose_name_plural": "Lose bei Gleichstand",
                "ordering": ["tournament", "drawn_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "day"), name="one_lot_per_day"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("day__isnull", False), ("series__isnull", True)),
                            models.Q(("day__isnull", True), ("series__isnull", False)),
                            _connector="OR",
                        ),
                        name="lot_of_a_series_or_of_a_day",
                    ),
                    models.CheckConstraint(condition=models.Q(("seed", ""), _negated=True), name="lot_has_a_seed"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Veröffentlichung")),
                ("document", models.TextField()),
                ("fingerprint", models.CharField(max_length=64, verbose_name="Prüfzeichen")),
                ("games", models.PositiveIntegerField(verbose_name="Spiele")),
                ("published_at", models.DateTimeField(verbose_name="veröffentlicht")),
                ("published_by", models.CharField(max_length=120)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="publications", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Veröffentlichung",
                "verbose_name_plural": "Veröffentlichungen",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="publications_are_counted"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="publications_from_one"),
                ],
            },
        ),
        # models/screens.py
        migrations.CreateModel(
            name="Screen",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Bildschirm")),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="Wo er steht")),
                ("code", models.CharField(max_length=5, verbose_name="Nummer")),
                (
                    "letters",
                    models.CharField(
                        choices=[("large", "sehr groß, für einen Fernseher"), ("medium", "groß, für eine Leinwand")],
                        default="large",
                        max_length=8,
                        verbose_name="Schrift",
                    ),
                ),
                ("dark", models.BooleanField(default=False, verbose_name="dunkler Grund")),
                (
                    "programme",
                    models.CharField(
                        choices=[
                            ("auto", "automatisch"),
                            ("before", "vor der Serie"),
                            ("during", "während der Serie"),
                            ("after", "nach der Serie"),
                            ("own", "eigenes"),
                        ],
                        default="auto",
                        max_length=8,
                        verbose_name="Programm",
                    ),
                ),
                ("own", models.JSONField(default=list)),
                ("fixed", models.JSONField(blank=True, null=True)),
                ("added_at", models.DateTimeField()),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="screens", to="tournaments.tournament"),
                ),
            ],
            options={
                "verbose_name": "Bildschirm",
                "verbose_name_plural": "Bildschirme",
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="screens_are_counted"),
                    models.UniqueConstraint(
                        condition=models.Q(("removed_at__isnull", True)), fields=("code",), name="one_screen_per_code"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreenMessage",
            fields=[
                ID,
                (
                    "kind",
                    models.CharField(
                        choices=[("note", "Meldung"), ("start", "Nächster Start")], default="note", max_length=8
                    ),
                ),
                ("text", models.CharField(max_length=160, verbose_name="Meldung")),
                ("starts_at", models.DateTimeField(blank=True, null=True, verbose_name="Beginn")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="bis")),
                ("sent_at", models.DateTimeField()),
                ("sent_by", models.CharField(max_length=120)),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                ("taken_back_by", models.CharField(blank=True, max_length=120)),
                (
                    "screen",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="messages",
                        to="tournaments.screen",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="screen_messages", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "Meldung",
                "verbose_name_plural": "Meldungen",
                "ordering": ["-sent_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "note"), ("starts_at__isnull", True)),
                            models.Q(("kind", "start"), ("starts_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_start_has_its_hour",
                    )
                ],
            },
        ),
        # models/seals.py
        migrations.CreateModel(
            name="FairCopy",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField(verbose_name="Reinschrift")),
                ("sheet_version", models.PositiveIntegerField()),
                (
                    "occasion",
                    models.CharField(
                        choices=[
                            ("accepted", "angenommen"),
                            ("ruled", "nach Entscheid"),
                            ("later", "nachträglich festgehalten"),
                        ],
                        max_length=8,
                        verbose_name="Anlass",
                    ),
                ),
                ("mark", models.CharField(db_index=True, max_length=10)),
                ("words", models.JSONField()),
                ("made_at", models.DateTimeField()),
                (
                    "ruling",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.PROTECT, related_name="+", to="tournaments.ruling"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="fair_copies", to="tournaments.scoresheet"
                    ),
                ),
            ],
            options={
                "verbose_name": "Reinschrift",
                "verbose_name_plural": "Reinschriften",
                "ordering": ["sheet", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="fair_copies_are_counted"),
                    models.CheckConstraint(
                        condition=models.Q(("occasion__in", ["accepted", "ruled", "later"])),
                        name="fair_copy_has_an_occasion",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                ID,
                ("pdf", models.BinaryField()),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("certificate", models.TextField()),
                ("fingerprint", models.CharField(db_index=True, max_length=64)),
                ("sealed_at", models.DateTimeField()),
                (
                    "fair_copy",
                    models.OneToOneField(on_delete=models.PROTECT, related_name="seal", to="tournaments.faircopy"),
                ),
            ],
            options={"verbose_name": "Siegel", "verbose_name_plural": "Siegel", "ordering": ["fair_copy"]},
        ),
        # models/seasons.py
        migrations.CreateModel(
            name="Season",
            fields=[
                ID,
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("made_at", models.DateTimeField()),
                (
                    "made_by",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="seasons", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={"verbose_name": "Saison", "verbose_name_plural": "Saisons", "ordering": ["-made_at"]},
        ),
        migrations.CreateModel(
            name="SeasonVersion",
            fields=[
                ID,
                ("number", models.PositiveIntegerField(verbose_name="Fassung")),
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                ("holder", models.CharField(blank=True, max_length=120, verbose_name="Verein oder Verband")),
                ("starts_on", models.DateField(verbose_name="von")),
                ("ends_on", models.DateField(verbose_name="bis")),
                (
                    "unit",
                    models.CharField(
                        choices=[
                            ("event", "ein Turnier"),
                            ("evening", "ein Spieltag oder Abend"),
                            ("series", "eine Serie"),
                        ],
                        max_length=8,
                        verbose_name="Ein Ergebnis ist",
                    ),
                ),
                (
                    "rule",
                    models.CharField(
                        choices=[
                            ("average", "Durchschnitt, ab einer Mindestzahl von Ergebnissen"),
                            ("best", "Summe der besten Ergebnisse"),
                            ("dropped", "Summe ohne Streichergebnisse"),
                        ],
                        max_length=8,
                        verbose_name="Gewertet wird",
                    ),
                ),
                (
                    "figure",
                    models.PositiveSmallIntegerField(validators=[MinValueValidator(1)], verbose_name="Zahl dazu"),
                ),
                ("guests_ranked", models.BooleanField(default=True, verbose_name="Gäste werden mitgewertet")),
                ("made_at", models.DateTimeField()),
                ("made_by", models.CharField(max_length=120)),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="Warum")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="+",
                        to="tournaments.club",
                        verbose_name="Verein",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="versions", to="tournaments.season"),
                ),
            ],
            options={
                "verbose_name": "Fassung einer Saison",
                "verbose_name_plural": "Fassungen einer Saison",
                "ordering": ["season", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "number"), name="one_season_version_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                        name="season_ends_after_it_begins",
                    ),
                    models.CheckConstraint(condition=models.Q(("figure__gte", 1)), name="season_rule_has_its_figure"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                ID,
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="season_events", to="tournaments.tournament"
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="events", to="tournaments.seasonversion"
                    ),
                ),
            ],
            options={
                "verbose_name": "Turnier einer Saison",
                "verbose_name_plural": "Turniere einer Saison",
                "ordering": ["version", "tournament"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "tournament"), name="tournament_counts_once_in_a_season"
                    )
                ],
            },
        ),
    ]
