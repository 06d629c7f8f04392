"""Every address of the tournaments: each room lists its own."""

from django.urls import URLPattern, URLResolver

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
from tournaments.pages.urls import urlpatterns as pages
from tournaments.paper_entry.urls import urlpatterns as paper_entry
from tournaments.printing.urls import urlpatterns as printing
from tournaments.privacy.urls import urlpatterns as privacy
from tournaments.rankings.urls import urlpatterns as rankings
from tournaments.reading.urls import urlpatterns as reading
from tournaments.rulings.urls import urlpatterns as rulings
from tournaments.screens.urls import urlpatterns as screens
from tournaments.sealing.urls import urlpatterns as sealing
from tournaments.seating.urls import urlpatterns as seating

urlpatterns: list[URLPattern | URLResolver] = [
    *pages,
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
