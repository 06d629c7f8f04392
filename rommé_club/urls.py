"""Every address of the site: the pages of tournaments and rules, the admin, the choice of language."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournaments.accounts.views.signing_in import staff_login

handler400 = "tournaments.pages.doors.bad_request"
handler500 = "tournaments.pages.doors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("verwaltung/login/", staff_login, name="staff_login"),
    path("verwaltung/", admin.site.urls),
    # The form stands in pages that are cached for everybody and hold no secret; all it can do is set a harmless cookie.
    path("sprache/", csrf_exempt(set_language), name="set_language"),
    path("", include("tournaments.urls")),
    path("", include("scoring.urls")),
]
