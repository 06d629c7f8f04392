"""Addresses: lists read from their pictures."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import DESK, LIST
from tournaments.reading.views import proposal, queue, sender

PAPER = f"{DESK}papier/"

urlpatterns: list[URLPattern] = [
    path(PAPER, queue.paper_queue, name="paper_queue"),
    path(f"{PAPER}weglegen/", queue.put_away, name="reading_put_away"),
    path(f"{PAPER}<int:number>/bild/", queue.reading_picture, name="reading_picture"),
    path(f"{PAPER}<int:number>/streifen/<int:game>/<int:seat>/", queue.reading_strip, name="reading_strip"),
    path(f"{LIST}papier/senden/", sender.paper_send, name="paper_send"),
    path(f"{LIST}papier/gelesen/", proposal.paper_read, name="paper_read"),
]
