"""Addresses of the referee."""

from django.urls import URLPattern, path

from tournaments.urls.table import LIST
from tournaments.views import hands, penalties, referee

RULINGS = "turnier/<slug:slug>/entscheide/"

urlpatterns: list[URLPattern] = [
    path(RULINGS, penalties.rulings, name="rulings"),
    path(f"{RULINGS}strafe/<int:penalty>/aufheben/", penalties.lift_penalty, name="lift_penalty"),
    path(f"{RULINGS}<int:ruling>/zuruecknehmen/", penalties.withdraw_remark, name="withdraw_remark"),
    path(f"{LIST}spiel/<int:number>/streichen/", referee.strike, name="strike"),
    path(f"{LIST}spiel/<int:number>/berichtigen/", referee.correct, name="correct"),
    path(f"{LIST}zeile/<int:row>/gilt-wieder/", referee.restore, name="restore"),
    path(f"{LIST}spiel/<int:number>/blatt/", hands.hand_of_game, name="hand_of_game"),
    path(f"{LIST}spiel/<int:number>/augen/", hands.count_hands, name="count_hands"),
    path(f"{LIST}strafe/", penalties.penalty, name="penalty"),
]
