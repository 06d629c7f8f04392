"""Addresses of the referee."""

from django.urls import URLPattern, path

from tournaments.urls.table import LIST
from tournaments.views import referee

urlpatterns: list[URLPattern] = [
    path("turnier/<slug:slug>/entscheide/", referee.rulings, name="rulings"),
    path(
        "turnier/<slug:slug>/entscheide/strafe/<int:penalty>/aufheben/",
        referee.lift_penalty,
        name="lift_penalty",
    ),
    path(f"{LIST}spiel/<int:number>/streichen/", referee.strike, name="strike"),
    path(f"{LIST}spiel/<int:number>/berichtigen/", referee.correct, name="correct"),
    path(f"{LIST}strafe/", referee.penalty, name="penalty"),
]
