"""The columns that many sheets share: who somebody is, and hours as a spreadsheet knows them."""

from __future__ import annotations

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Player, Registration
from tournaments.spreadsheets.writing.page import TEXT, Column, Row


def start_number_heading() -> str:
    """The heading by which formulas find a player."""
    return _("Startnummer")


def name_columns() -> tuple[Column, ...]:
    """Family name first, nothing joined in one cell: so people look for somebody."""
    return (
        Column(heading=start_number_heading(), width=13, code=True),
        Column(heading=_("Nachname"), width=20, format=TEXT, strong=True, wraps=True),
        Column(heading=_("Vorname"), width=16, format=TEXT, wraps=True),
    )


def name_cells(registration: Registration) -> Row:
    player: Player = registration.player
    return registration.start_number, player.family_name, player.given_name


def number_column(heading: str, width: int = 7) -> Column:
    """A number by which people look."""
    return Column(heading=heading, width=width, code=True)


def text_column(heading: str, width: int, *, wraps: bool = False) -> Column:
    return Column(heading=heading, width=width, format=TEXT, wraps=wraps)


def yes(fact: bool) -> str | None:
    return _("ja") if fact else None


def counts(fact: bool) -> str:
    """Whether a row is in the sums; formulas ask for it."""
    return _("ja") if fact else _("nein")


def hall_hour(moment: datetime) -> datetime:
    """The hour of the hall; a spreadsheet knows no time zones."""
    return localtime(moment).replace(tzinfo=None, microsecond=0)
