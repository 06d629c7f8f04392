"""Luxembourg writes dates and numbers as Germany does; Django has no Luxembourgish formats of its own."""

from django.conf.locale.de.formats import *  # type: ignore[import-untyped]  # noqa: F403  (a format module is its names)
