"""English pages are read in Europe: day before month."""

from django.conf.locale.en_GB.formats import *  # type: ignore[import-untyped]  # noqa: F403  (a format module is its names)
