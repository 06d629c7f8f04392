"""The addresses of the pages about rules, hands and recorded games."""

from django.urls import URLPattern, URLResolver, path

from scoring.views import cards, games, rules

urlpatterns: list[URLPattern | URLResolver] = [
    path("regeln/", rules.rules, name="rules"),
    path("regeln/<slug:key>/", rules.newest, name="rule_set_newest"),
    path("regeln/<slug:key>/<int:version>/", rules.rule_set, name="rule_set"),
    path("regeln/<slug:key>/<int:version>/wortlaut.json", rules.document, name="rule_document"),
    path("regeln/<slug:key>/<int:version>/variante/", rules.variant, name="rule_variant"),
    path("blatt/", cards.hand, name="hand"),
    path("partie/", games.game_record, name="game_record"),
]
