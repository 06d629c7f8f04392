"""What `tests.power_cut` asks of the site's own database: lists for many tables, and what is on them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.urls import reverse

from tests import factories
from tournaments.access.selectors.codes import codes_of
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.journal import first_broken
from tournaments.models import Game, JournalEntry, Tournament


def lay(tables: int) -> list[dict[str, Any]]:
    with transaction.atomic():
        series = factories.draw(factories.tournament(players=4 * tables))
    lists = list(sheets().filter(table__series=series).order_by("table__number"))
    codes = codes_of(lists)
    slug = series.tournament.slug
    return [
        {
            "token": codes[sheet.pk].token,
            "list": reverse("sheet", args=[slug, series.number, sheet.table.number]),
        }
        for sheet in lists
    ]


def count() -> dict[str, Any]:
    journal = JournalEntry.objects.filter(tournament=Tournament.objects.get()).order_by("number")
    return {
        "submissions": [str(one) for one in Game.objects.values_list("submission", flat=True)],
        "struck": Game.objects.filter(struck_at__isnull=False).count(),
        "reported": journal.filter(deed="game_reported").count(),
        "corrected": journal.filter(deed="game_corrected").count(),
        "journal_whole": first_broken(journal) is None,
        "augen": [
            [game.number, *[line.augen for line in game.lines.order_by("seat__number")]]
            for game in Game.objects.filter(struck_at__isnull=True).order_by("sheet", "number")
        ],
    }
