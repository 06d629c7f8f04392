"""Addresses of the referee."""

from django.urls import URLPattern, path

from tournaments.urls.table import LIST
from tournaments.views import hands, referee

urlpatterns: list[URLPattern] = [
    path("turnier/<slug:slug>/entscheide/", referee.rulings, name="rulings"),
    path(
        "turnier/<slug:slug>/entscheide/strafe/<int:penalty>/aufheben/",
        referee.lift_penalty,
        name="lift_penalty",
    ),
    path(f"{LIST}spiel/<int:number>/streichen/", referee.strike, name="strike"),
    path(f"{LIST}spiel/<int:number>/berichtigen/", referee.correct, name="correct"),
    path(f"{LIST}spiel/<int:number>/blatt/", hands.hand_of_game, name="hand_of_game"),
    path(f"{LIST}spiel/<int:number>/augen/", hands.count_hands, name="count_hands"),
    path(f"{LIST}strafe/", referee.penalty, name="penalty"),
]
