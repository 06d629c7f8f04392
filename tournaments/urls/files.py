"""Addresses of what is printed and exported."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
