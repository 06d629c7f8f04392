"""French pages write days and numbers as Django's French does, with a comma, and hours as the hall's clock does."""

from django.conf.locale.fr.formats import *  # type: ignore[import-untyped]  # noqa: F403  (a format module is its names)

DATETIME_FORMAT = "j F Y, H:i"
THOUSAND_SEPARATOR = "\u202f"  # the narrow space, as before : ; ! ?
