"""Every address of the tournaments, by who looks at it."""

from tournaments.urls import (
    cash,
    desk,
    files,
    own,
    paper,
    printing,
    public,
    publications,
    referee,
    screens,
    seals,
    seasons,
    seating,
    table,
)
from tournaments.urls.api import urlpatterns as for_programs

urlpatterns = [
    *public.urlpatterns,
    *publications.urlpatterns,
    *screens.urlpatterns,
    *own.urlpatterns,
    *desk.urlpatterns,
    *seating.urlpatterns,
    *table.urlpatterns,
    *paper.urlpatterns,
    *referee.urlpatterns,
    *cash.urlpatterns,
    *seasons.urlpatterns,
    *files.urlpatterns,
    *seals.urlpatterns,
    *printing.urlpatterns,
    *for_programs,
]
