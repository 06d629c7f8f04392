"""Answers go out compressed where they are text: a hall's Wi-Fi is narrower than any processor is slow."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXT = ("text/", "application/json", "image/svg+xml")


class CompressedMiddleware(GZipMiddleware):
    """Django's, for text alone. The secret in a page is masked anew each time and the length is blurred (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not str(response.headers.get("Content-Type", "")).startswith(TEXT):
            return response
        return super().process_response(request, response)
