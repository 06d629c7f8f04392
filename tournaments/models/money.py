"""Money of a tournament: what is owed by rule, every line of the cash book, prizes as announced. Rows stay as they are."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.tournaments import Registration, Tournament

TEXT_LENGTH = 200


class FeePlan(models.Model):
    """Startgeld: who owes how much. The newest is in force; earlier ones stay."""

    class Per(models.TextChoices):
        EVENT = "event", gettext_lazy("einmal für das Turnier")
        SERIES = "series", gettext_lazy("für jede Serie")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="fee_plans")
    number = models.PositiveIntegerField(gettext_lazy("Nr."))
    per = models.CharField(gettext_lazy("zu zahlen"), max_length=6, choices=Per.choices)
    ordinary = models.PositiveIntegerField(gettext_lazy("Startgeld"))
    youth = models.PositiveIntegerField(gettext_lazy("Jugend"), null=True, blank=True)
    member = models.PositiveIntegerField(gettext_lazy("Mitglieder"), null=True, blank=True)
    guest = models.PositiveIntegerField(gettext_lazy("Gäste"), null=True, blank=True)
    youth_under = models.PositiveSmallIntegerField(
        gettext_lazy("Jugend heißt unter"), default=18, validators=[MaxValueValidator(99)]
    )
    member_club = models.CharField(gettext_lazy("Mitglieder welches Vereins"), max_length=120, blank=True)
    loss_to_pot = models.BooleanField(gettext_lazy("Verlustgeld kommt in den Topf"), default=False)
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Startgeld")
        verbose_name_plural = gettext_lazy("Startgelder")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="fee_plans_one_by_one"),
            models.CheckConstraint(
                condition=Q(member__isnull=True) | ~Q(member_club=""), name="members_of_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {gettext_lazy('Startgeld')} {self.number}"


class PrizePlan(models.Model):
    """Preistabelle: which rankings give away how much, and by which rules. The newest is in force."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prize_plans")
    number = models.PositiveIntegerField(gettext_lazy("Nr."))
    document = models.JSONField(gettext_lazy("Tabelle"))
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Preistabelle")
        verbose_name_plural = gettext_lazy("Preistabellen")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="prize_plans_one_by_one")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {gettext_lazy('Preistabelle')} {self.number}"


class PrizeAnnouncement(models.Model):
    """An announcement: the prizes as they were announced, a copy beside the facts."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prize_announcements")
    number = models.PositiveIntegerField(gettext_lazy("Preise Nr."))
    plan = models.ForeignKey(PrizePlan, on_delete=models.PROTECT, related_name="announcements")
    rankings = models.JSONField(
        gettext_lazy("Wertungen")
    )  # [[category, series or null]…]: also those without a prize
    pot = models.IntegerField(gettext_lazy("Topf"))
    revision = models.PositiveBigIntegerField(gettext_lazy("Stand des Protokolls"))
    announced_at = models.DateTimeField()
    announced_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("festgelegte Preise")
        verbose_name_plural = gettext_lazy("festgelegte Preise")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="announcements_one_by_one")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {gettext_lazy('Preise Nr.')} {self.number}"


class PrizeAward(models.Model):
    """Preis: what somebody has won in one ranking, as announced. Pairs, teams and clubs stand by their name."""

    announcement = models.ForeignKey(PrizeAnnouncement, on_delete=models.PROTECT, related_name="awards")
    number = models.PositiveIntegerField()
    category = models.CharField(gettext_lazy("Wertung"), max_length=20)
    series_number = models.PositiveSmallIntegerField(gettext_lazy("Serie"), null=True, blank=True)
    rank = models.PositiveIntegerField(gettext_lazy("Rang"))
    shared = models.BooleanField(gettext_lazy("geteilt"), default=False)
    whose = models.CharField(
        max_length=120
    )  # start number of the first of them, or a name: the same next time
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="prizes"
    )
    name = models.CharField(gettext_lazy("Name"), max_length=400)
    cents = models.PositiveIntegerField(gettext_lazy("Betrag"))

    class Meta:
        ordering = ["announcement", "number"]
        verbose_name = gettext_lazy("Preis")
        verbose_name_plural = gettext_lazy("Preise")
        constraints = [
            models.UniqueConstraint(fields=["announcement", "number"], name="awards_one_by_one"),
            models.UniqueConstraint(
                fields=["announcement", "category", "whose"],
                condition=Q(series_number__isnull=True),
                name="one_award_per_ranking",
            ),
            models.UniqueConstraint(
                fields=["announcement", "category", "series_number", "whose"],
                name="one_award_per_ranking_and_series",
            ),
            models.CheckConstraint(condition=Q(cents__gt=0), name="awards_are_worth_something"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.rank}."


class CashEntry(models.Model):
    """Zeile im Kassenbuch: what came into the box or left it. A wrong line gets a counter line, never a change.

    A counter line is of the same kind, with everything turned round; so every sum is the sum over one kind.
    """

    class Kind(models.TextChoices):
        FEE = "fee", gettext_lazy("Startgeld")
        WAIVED = "waived", gettext_lazy("Startgeld erlassen")
        REPAID = "repaid", gettext_lazy("Startgeld zurückgezahlt")
        LOSS = "loss", gettext_lazy("Verlustgeld")
        PRIZE = "prize", gettext_lazy("Preis")
        INCOME = "income", gettext_lazy("Einnahme")
        EXPENSE = "expense", gettext_lazy("Ausgabe")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_entries")
    number = models.PositiveIntegerField(gettext_lazy("Beleg"))
    kind = models.CharField(gettext_lazy("Art"), max_length=8, choices=Kind.choices)
    cents = models.IntegerField(gettext_lazy("Betrag"))  # into the box; below zero out of it
    settles = models.IntegerField(gettext_lazy("vom Startgeld erledigt"), default=0)
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="cash_entries"
    )
    turn = models.PositiveIntegerField(
        null=True, blank=True
    )  # which line of this person: two cannot be the third
    series_number = models.PositiveSmallIntegerField(gettext_lazy("Serie"), null=True, blank=True)
    award = models.ForeignKey(
        PrizeAward, on_delete=models.PROTECT, null=True, blank=True, related_name="payouts"
    )
    to_pot = models.BooleanField(gettext_lazy("für den Topf"), default=False)
    text = models.CharField(gettext_lazy("wofür"), max_length=TEXT_LENGTH, blank=True)
    voucher = models.CharField(gettext_lazy("Kassenzettel-Nr."), max_length=40, blank=True)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Zeile im Kassenbuch")
        verbose_name_plural = gettext_lazy("Kassenbuch")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_voucher_per_number"),
            models.UniqueConstraint(fields=["registration", "turn"], name="lines_of_a_person_one_by_one"),
            models.CheckConstraint(
                condition=Q(undoes__isnull=False)
                | Q(kind__in=["fee", "loss", "income"], cents__gt=0)
                | Q(kind__in=["repaid", "prize", "expense"], cents__lt=0)
                | Q(kind="waived", cents=0, settles__gt=0),
                name="money_goes_the_right_way",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["income", "expense", "prize"]) | Q(registration__isnull=False),
                name="fees_have_a_person",
            ),
            models.CheckConstraint(
                condition=Q(kind="prize", award__isnull=False) | ~Q(kind="prize") & Q(award__isnull=True),
                name="prizes_were_announced",
            ),
            models.CheckConstraint(
                condition=Q(registration__isnull=True, turn__isnull=True)
                | Q(registration__isnull=False, turn__isnull=False, turn__gte=1),
                name="lines_of_a_person_counted",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["fee", "loss", "prize"], undoes__isnull=True) | ~Q(text=""),
                name="money_says_what_for",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()}"


class CashCount(models.Model):
    """Kassensturz: what was counted, beside what should be there."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_counts")
    number = models.PositiveIntegerField(gettext_lazy("Kassensturz"))
    last_entry = models.PositiveIntegerField(gettext_lazy("bis Beleg"))
    expected = models.IntegerField(gettext_lazy("laut Kassenbuch"))
    counted = models.PositiveIntegerField(gettext_lazy("gezählt"))
    note = models.CharField(gettext_lazy("Bemerkung"), max_length=TEXT_LENGTH, blank=True)
    counted_at = models.DateTimeField()
    counted_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = gettext_lazy("Kassensturz")
        verbose_name_plural = gettext_lazy("Kassenstürze")
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="counts_one_by_one")]

    def __str__(self) -> str:
        return f"{self.tournament}, {gettext_lazy('Kassensturz')} {self.number}"
