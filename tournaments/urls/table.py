"""Addresses of a table's list."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
