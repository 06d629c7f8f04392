"""Money of a tournament: what is owed by rule, every line of the cash book, prizes as announced. Rows stay as they are."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Registration, Tournament

TEXT_LENGTH = 200


class FeePlan(models.Model):
    """Startgeld: who owes how much. The newest is in force; earlier ones stay."""

    class Per(models.TextChoices):
        EVENT = "event", _("einmal für das Turnier")
        SERIES = "series", _("für jede Serie")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="fee_plans")
    number = models.PositiveIntegerField(_("Fassung"))
    per = models.CharField(_("zu zahlen"), max_length=6, choices=Per.choices)
    ordinary = models.PositiveIntegerField(_("Startgeld"))
    youth = models.PositiveIntegerField(_("Jugend"), null=True, blank=True)
    member = models.PositiveIntegerField(_("Mitglieder"), null=True, blank=True)
    guest = models.PositiveIntegerField(_("Gäste"), null=True, blank=True)
    youth_under = models.PositiveSmallIntegerField(
        _("Jugend heißt unter"), default=18, validators=[MaxValueValidator(99)]
    )
    member_club = models.CharField(_("Mitglieder welches Vereins"), max_length=120, blank=True)
    loss_to_pot = models.BooleanField(_("Verlustgeld kommt in den Topf"), default=False)
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("Startgeld")
        verbose_name_plural = _("Startgelder")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="fee_plans_one_by_one"),
            models.CheckConstraint(
                condition=Q(member__isnull=True) | ~Q(member_club=""), name="members_of_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {_('Startgeld')} {self.number}"


class PrizePlan(models.Model):
    """Preistabelle: which rankings give away how much, and by which rules. The newest is in force."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prize_plans")
    number = models.PositiveIntegerField(_("Fassung"))
    document = models.JSONField(_("Tabelle"))
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("Preistabelle")
        verbose_name_plural = _("Preistabellen")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="prize_plans_one_by_one")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {_('Preistabelle')} {self.number}"


class PrizeAnnouncement(models.Model):
    """Feststellung: the prizes as they were announced, a copy beside the facts."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prize_announcements")
    number = models.PositiveIntegerField(_("Feststellung"))
    plan = models.ForeignKey(PrizePlan, on_delete=models.PROTECT, related_name="announcements")
    rankings = models.JSONField(_("Wertungen"))  # [[category, series or null]…]: also those without a prize
    pot = models.IntegerField(_("Topf"))
    revision = models.PositiveBigIntegerField(_("Stand des Protokolls"))
    announced_at = models.DateTimeField()
    announced_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("Feststellung der Preise")
        verbose_name_plural = _("Feststellungen der Preise")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="announcements_one_by_one")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {_('Feststellung')} {self.number}"


class PrizeAward(models.Model):
    """Preis: what somebody has won in one ranking, as announced. Pairs, teams and clubs stand by their name."""

    announcement = models.ForeignKey(PrizeAnnouncement, on_delete=models.PROTECT, related_name="awards")
    number = models.PositiveIntegerField()
    category = models.CharField(_("Wertung"), max_length=20)
    series_number = models.PositiveSmallIntegerField(_("Serie"), null=True, blank=True)
    rank = models.PositiveIntegerField(_("Rang"))
    shared = models.BooleanField(_("geteilt"), default=False)
    whose = models.CharField(
        max_length=120
    )  # start number of the first of them, or a name: the same next time
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="prizes"
    )
    name = models.CharField(_("Name"), max_length=400)
    cents = models.PositiveIntegerField(_("Betrag"))

    class Meta:
        ordering = ["announcement", "number"]
        verbose_name = _("Preis")
        verbose_name_plural = _("Preise")
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
        FEE = "fee", _("Startgeld")
        WAIVED = "waived", _("Startgeld erlassen")
        REPAID = "repaid", _("Startgeld zurückgezahlt")
        LOSS = "loss", _("Verlustgeld")
        PRIZE = "prize", _("Preis")
        INCOME = "income", _("Einnahme")
        EXPENSE = "expense", _("Ausgabe")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_entries")
    number = models.PositiveIntegerField(_("Beleg"))
    kind = models.CharField(_("Art"), max_length=8, choices=Kind.choices)
    cents = models.IntegerField(_("Betrag"))  # into the box; below zero out of it
    settles = models.IntegerField(_("vom Startgeld erledigt"), default=0)
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="cash_entries"
    )
    turn = models.PositiveIntegerField(
        null=True, blank=True
    )  # which line of this person: two cannot be the third
    series_number = models.PositiveSmallIntegerField(_("Serie"), null=True, blank=True)
    award = models.ForeignKey(
        PrizeAward, on_delete=models.PROTECT, null=True, blank=True, related_name="payouts"
    )
    to_pot = models.BooleanField(_("für den Topf"), default=False)
    text = models.CharField(_("wofür"), max_length=TEXT_LENGTH, blank=True)
    voucher = models.CharField(_("fremder Beleg"), max_length=40, blank=True)
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
        verbose_name = _("Zeile im Kassenbuch")
        verbose_name_plural = _("Kassenbuch")
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
    number = models.PositiveIntegerField(_("Kassensturz"))
    last_entry = models.PositiveIntegerField(_("bis Beleg"))
    expected = models.IntegerField(_("laut Kassenbuch"))
    counted = models.PositiveIntegerField(_("gezählt"))
    note = models.CharField(_("Bemerkung"), max_length=TEXT_LENGTH, blank=True)
    counted_at = models.DateTimeField()
    counted_by = models.CharField(max_length=120)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("Kassensturz")
        verbose_name_plural = _("Kassenstürze")
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="counts_one_by_one")]

    def __str__(self) -> str:
        return f"{self.tournament}, {_('Kassensturz')} {self.number}"
