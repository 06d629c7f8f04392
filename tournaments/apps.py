"""The Django app of tournaments: its label and its name in German."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class TournamentsConfig(AppConfig):
    """Who plays where, and what was reported."""

    name = "tournaments"
    label = "tournaments"
    verbose_name = gettext_lazy("Turniere")
