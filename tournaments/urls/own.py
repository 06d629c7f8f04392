"""Addresses of a player's own page; short, since they stand on paper and some people type them."""

from django.urls import URLPattern, path

from tournaments.field.views import own_page

urlpatterns: list[URLPattern] = [
    path("s/", own_page.own_door, name="own_door"),
    path("s/<str:code>/", own_page.own_page, name="own_page"),
    path("s/<str:code>/einspruch/<int:series>/", own_page.own_protest, name="own_protest"),
]
