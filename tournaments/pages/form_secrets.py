"""The secrets of forms: 32 signs by chance, for which the system is asked once and not once for each sign.

Every page with a form masks its secret anew, and every new reader gets one: Django asks the system for chance sixty-four times
for the first page of a reader, which was a sixth of a small page. The signs are as fair as Django's
(tests/tournaments/pages/test_form_secrets.py, docs/decisions/0332-chance-for-a-secret-in-one-piece.md).
"""

from __future__ import annotations

import os

from django.middleware import csrf

ALPHABET = csrf.CSRF_ALLOWED_CHARS.encode()
UNFAIR = bytes(
    range(256 - 256 % len(ALPHABET), 256)
)  # with these some signs would come more often than others
SIGNS = bytes(ALPHABET[byte % len(ALPHABET)] for byte in range(256))
SPARE = 8  # bytes beyond the signs that are wanted; one of 32 is unfair


def drawn_secret() -> str:
    """So many signs as Django takes, each of them as likely as every other."""
    signs = b""
    while len(signs) < csrf.CSRF_SECRET_LENGTH:
        signs += os.urandom(csrf.CSRF_SECRET_LENGTH + SPARE).translate(SIGNS, UNFAIR)
    return signs[: csrf.CSRF_SECRET_LENGTH].decode()


def replace_djangos() -> None:
    """Put it in the place of Django's, for all forms of this process."""
    csrf._get_new_csrf_string = drawn_secret  # its authors promise nothing of it
