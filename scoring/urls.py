"""The addresses of the pages about rules."""

from django.urls import URLPattern, URLResolver, path

from scoring import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("regeln/", views.rules, name="rules"),
    path("regeln/<slug:key>/", views.newest, name="rule_set_newest"),
    path("regeln/<slug:key>/<int:version>/", views.rule_set, name="rule_set"),
    path("regeln/<slug:key>/<int:version>/wortlaut.json", views.document, name="rule_document"),
    path("regeln/<slug:key>/<int:version>/variante/", views.variant, name="rule_variant"),
]
