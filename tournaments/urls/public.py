"""Addresses for everybody: home, tournament, seating, standings, signing in."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
