"""Tells Django of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    """What the cards are worth."""

    name = "scoring"
    label = "scoring"
    verbose_name = _("Wertung")
