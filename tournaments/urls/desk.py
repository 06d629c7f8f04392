"""Addresses of the director's desk."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
