"""English pages are read in Europe: day before month."""

from django.conf.locale.en_GB.formats import *  # type: ignore[import-untyped]  # noqa: F403  (a format module is its names)

TIME_FORMAT = "H:i"  # a hall has one clock, and it counts to 24
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "d/m/Y H:i"
