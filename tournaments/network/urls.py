"""Addresses: the network of the hall."""

from django.urls import URLPattern, path

from tournaments.network import views
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path(f"{DESK}netz/", views.network, name="network"),
    path(f"{DESK}netz/probe/<slug:key>/", views.check, name="phone_check"),
    path("handy/<slug:key>/", views.phone, name="phone_arrives"),
    path("zertifikat/", views.certificate, name="certificate"),
    path("zertifikat/romme-club.crt", views.certificate_file, name="certificate_file"),
]
