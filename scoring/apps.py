"""The Django app of rules; its signals lift the database guards before migrations and install them afterwards."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy

from scoring.guards import after_migrations, before_migrations


class ScoringConfig(AppConfig):
    """What the cards are worth."""

    name = "scoring"
    label = "scoring"
    verbose_name = gettext_lazy("Wertung")

    def ready(self) -> None:
        """Lift the guards of all apps before migrations and put them up afterwards, once for all of them."""
        pre_migrate.connect(before_migrations, sender=self, dispatch_uid="lift_guards")
        post_migrate.connect(after_migrations, sender=self, dispatch_uid="install_guards")
