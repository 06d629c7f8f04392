"""Tells Django of the app, and has the database guarded after every migration."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _

from scoring.guards import after_migrations, before_migrations


class ScoringConfig(AppConfig):
    """What the cards are worth."""

    name = "scoring"
    label = "scoring"
    verbose_name = _("Wertung")

    def ready(self) -> None:
        """Lift the guards of all apps before migrations and put them up afterwards, once for all of them."""
        pre_migrate.connect(before_migrations, sender=self, dispatch_uid="lift_guards")
        post_migrate.connect(after_migrations, sender=self, dispatch_uid="install_guards")
