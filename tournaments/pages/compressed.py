"""Answers go out compressed where they are text: a hall's Wi-Fi is narrower than any processor is slow."""

from __future__ import annotations

import gzip
import secrets

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

TEXT = ("text/", "application/json", "image/svg+xml")
SHORTEST = 200  # bytes below which nothing is won, as Django has it
THOROUGH = 4  # zlib's level: half the time of Django's 6, and a page is a twentieth longer


class CompressedMiddleware(GZipMiddleware):
    """Django's, for text alone. The secret in a page is masked anew each time and the length is blurred (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not str(response.headers.get("Content-Type", "")).startswith(TEXT):
            return response
        if response.streaming:
            return super().process_response(request, response)
        plain: bytes = response.content  # type: ignore[attr-defined]  # what does not stream has it
        if len(plain) < SHORTEST or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if not re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return response
        packed = of_uncertain_length(
            gzip.compress(plain, compresslevel=THOROUGH, mtime=0), self.max_random_bytes
        )
        if len(packed) >= len(plain):
            return response
        response.content = packed  # type: ignore[attr-defined]
        response.headers["Content-Length"] = str(len(packed))
        response.headers["Content-Encoding"] = "gzip"
        if (etag := response.get("ETag", "")).startswith('"'):
            response.headers["ETag"] = f"W/{etag}"
        return response


def of_uncertain_length(packed: bytes, most: int) -> bytes:
    """A file of RFC 1952 with a name of a length by chance, so that its size tells nothing."""
    head = bytearray(packed[:10])
    head[3] = gzip.FNAME
    return bytes(head) + b"a" * secrets.randbelow(most) + b"\0" + packed[10:]
