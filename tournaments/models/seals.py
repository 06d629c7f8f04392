"""Fair copies and seals: the words of a list as it was accepted, kept for ever, and the signed file made of them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.rulings import Ruling
from tournaments.models.sheets import ScoreSheet


class FairCopy(models.Model):
    """The final list: every word of an accepted list, as it was accepted or as a ruling changed it afterwards."""

    class Occasion(models.TextChoices):
        ACCEPTED = "accepted", gettext_lazy("angenommen")
        RULED = "ruled", gettext_lazy("nach Entscheid")
        LATER = "later", gettext_lazy("nachträglich festgehalten")

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="fair_copies")
    number = models.PositiveSmallIntegerField(gettext_lazy("endgültige Liste"))
    sheet_version = models.PositiveIntegerField()
    occasion = models.CharField(gettext_lazy("Anlass"), max_length=8, choices=Occasion.choices)
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    mark = models.CharField(max_length=10, db_index=True)  # of the check code: selectors.check_codes
    words = models.JSONField()  # exports.paper.fair_copy
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["sheet", "number"]
        verbose_name = gettext_lazy("endgültige Liste")
        verbose_name_plural = gettext_lazy("endgültige Listen")
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="fair_copies_are_counted"),
            models.CheckConstraint(
                condition=Q(occasion__in=["accepted", "ruled", "later"]), name="fair_copy_has_an_occasion"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, endgültige Liste {self.number}"


class Seal(models.Model):
    """Siegel: the signed PDF of a fair copy, made once. With its certificate, which outlives the key."""

    fair_copy = models.OneToOneField(FairCopy, on_delete=models.PROTECT, related_name="seal")
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64, unique=True)
    certificate = models.TextField()  # PEM
    fingerprint = models.CharField(max_length=64, db_index=True)  # SHA-256 of the certificate
    sealed_at = models.DateTimeField()

    class Meta:
        ordering = ["fair_copy"]
        verbose_name = gettext_lazy("Siegel")
        verbose_name_plural = gettext_lazy("Siegel")

    def __str__(self) -> str:
        return f"{self.fair_copy}, versiegelt"
