"""The door for a WSGI server; `python manage.py serve` knocks on it, so that nobody has to type the é."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


def in_utf8(inner: "WSGIApplication") -> "WSGIApplication":
    """Every form of the house is sent in UTF-8, and of its type nothing is asked but where its parts end.

    A forged charset could name a codec that yields no text at all, another parameter an encoding that is none.
    """

    def door(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        kind, *parameters = environ.get("CONTENT_TYPE", "").split(";")
        kept = [one for one in parameters if one.partition("=")[0].strip().lower() == "boundary"]
        return inner({**environ, "CONTENT_TYPE": ";".join([kind, *kept])}, start_response)

    return door


application = in_utf8(get_wsgi_application())
