"""Every address of the tournaments, by who looks at it."""

from tournaments.urls import api, cash, desk, files, from, own, paper, printing, public, publications, referee, screens, seating, table, tournaments, urls

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
    *files.urlpatterns,
    *printing.urlpatterns,
    *for_programs,
]
