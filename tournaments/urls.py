"""Every address of the tournaments: each room lists its own. What begins alike is looked through together."""

from collections.abc import Iterable

from django.urls import URLPattern, URLResolver, include, path

from tournaments.accounts.urls import urlpatterns as accounts
from tournaments.api.urls import urlpatterns as api
from tournaments.backups.urls import urlpatterns as backups
from tournaments.desk.urls import urlpatterns as desk
from tournaments.federation.urls import urlpatterns as federation
from tournaments.field.urls import urlpatterns as field
from tournaments.files.urls import urlpatterns as files
from tournaments.journal.urls import urlpatterns as journal
from tournaments.lists.urls import urlpatterns as lists
from tournaments.money.urls import urlpatterns as money
from tournaments.pages.addresses import LIST, TOURNAMENT
from tournaments.paper_entry.urls import urlpatterns as paper_entry
from tournaments.printing.urls import urlpatterns as printing
from tournaments.privacy.urls import urlpatterns as privacy
from tournaments.rankings.urls import urlpatterns as rankings
from tournaments.reading.urls import urlpatterns as reading
from tournaments.rulings.urls import urlpatterns as rulings
from tournaments.screens.urls import urlpatterns as screens
from tournaments.sealing.urls import urlpatterns as sealing
from tournaments.seating.urls import urlpatterns as seating

EACH: list[URLPattern | URLResolver] = [
    *desk,
    *accounts,
    *rankings,
    *screens,
    *field,
    *seating,
    *journal,
    *lists,
    *paper_entry,
    *reading,
    *rulings,
    *money,
    *printing,
    *privacy,
    *files,
    *federation,
    *backups,
    *sealing,
    *api,
]


def grouped(
    addresses: Iterable[URLPattern | URLResolver], prefix: str
) -> tuple[list[URLPattern], list[URLPattern | URLResolver]]:
    """The addresses that begin with this, without it, in their order; and the others."""
    inside: list[URLPattern] = []
    others: list[URLPattern | URLResolver] = []
    for one in addresses:
        route = str(one.pattern)
        if isinstance(one, URLPattern) and route.startswith(prefix):
            inside.append(path(route.removeprefix(prefix), one.callback, one.default_args, name=one.name))
        else:
            others.append(one)
    return inside, others


of_lists, elsewhere = grouped(EACH, LIST)
of_tournaments, others = grouped(elsewhere, TOURNAMENT)

# A list's page is asked for news all day: it is found after a few looks instead of a hundred and eighty.
urlpatterns: list[URLPattern | URLResolver] = [
    path(LIST, include(of_lists)),
    path(TOURNAMENT, include(of_tournaments)),
    *others,
]
