"""Every address of the tournaments, by who looks at it."""

from tournaments.urls import desk, files, own, paper, public, publications, referee, seating, table

urlpatterns = [
    *public.urlpatterns,
    *publications.urlpatterns,
    *own.urlpatterns,
    *desk.urlpatterns,
    *seating.urlpatterns,
    *table.urlpatterns,
    *paper.urlpatterns,
    *referee.urlpatterns,
    *files.urlpatterns,
]
