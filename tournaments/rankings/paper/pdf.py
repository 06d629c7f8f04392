"""Standings and year rankings as PDF files."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.models import Publication
from tournaments.paper.document import Part, pdf
from tournaments.rankings.paper.wall import draw_standings
from tournaments.rankings.selectors.rankings import Ranking
from tournaments.rankings.selectors.seasons import SeasonStanding
from tournaments.rankings.words.seasons import club_facts, season_facts
from tournaments.rankings.words.wall import wall_facts


def standings_pdf(
    found: Ranking,
    *,
    open_lists: int,
    now: datetime,
    publication: Publication | None = None,
) -> bytes:
    """A ranking for the wall; a published one says its number and fingerprint."""
    facts = wall_facts(found, open_lists=open_lists, now=now, publication=publication)
    return pdf(
        [Part(name=facts.title, pages=draw_standings(facts))],
        title=f"{facts.event}: {facts.title}",
        author=facts.event,
        subject=_("Rangliste"),
        now=now,
    )


def season_pdf(standing: SeasonStanding, *, now: datetime) -> bytes:
    """A year ranking for the wall, and behind it that of the clubs where the season has one."""
    facts = season_facts(standing, now=now)
    clubs = [club_facts(standing, now=now)] if standing.clubs else []
    return pdf(
        [Part(name=one.title, pages=draw_standings(one)) for one in (facts, *clubs)],
        title=f"{facts.event}: {facts.title}",
        author=facts.event,
        subject=_("Jahreswertung"),
        now=now,
    )
