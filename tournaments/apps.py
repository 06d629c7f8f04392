"""The Django app of tournaments: its label and its name in German."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy


class TournamentsConfig(AppConfig):
    """Who plays where, and what was reported."""

    name = "tournaments"
    label = "tournaments"
    verbose_name = gettext_lazy("Turniere")


class AdministrationConfig(AdminConfig):
    """Django's administration, behind our own question who may."""

    default_site = "tournaments.accounts.views.administration.Administration"
