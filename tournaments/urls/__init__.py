"""Every address of the tournaments, by who looks at it."""

from tournaments.urls import desk, files, public, referee, table

urlpatterns = [
    *public.urlpatterns,
    *desk.urlpatterns,
    *table.urlpatterns,
    *referee.urlpatterns,
    *files.urlpatterns,
]
