"""Six digits that change every half minute (RFC 6238), as every code app shows them, and the codes of a sheet of paper."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote

STEP = 30  # seconds that a code lasts
DIGITS = 6
SLACK = 1  # steps before and after: slow fingers, and clocks that differ by some seconds
FARTHEST = 20  # steps by which phone and laptop may differ when the app is set up: ten minutes
SHEET = 10  # codes on a sheet
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one
GROUPS, GROUP = 3, 4
ROUNDS = 50_000  # of hashing a code of the sheet: nobody tries 31^12 of them


def code_at(secret: bytes, step: int) -> str:
    """The digits of one half minute."""
    digest = hmac.new(secret, step.to_bytes(8, "big"), hashlib.sha1).digest()  # the apps know no other
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}d}"


def step_of(seconds: float) -> int:
    """Which half minute since 1970 it is."""
    return int(seconds // STEP)


def step_that_shows(secret: bytes, typed: str, *, around: int, slack: int = SLACK) -> int | None:
    """The half minute in which the app shows these digits, the nearest to `around` first; None when none does."""
    found = None
    for away in sorted(range(-slack, slack + 1), key=abs):
        if hmac.compare_digest(code_at(secret, around + away), typed) and found is None:
            found = around + away
    return found


def opens_again(step: int, last: int, newest: int) -> bool:
    """Whether a code of this half minute was used already, or an older one than one that was.

    A last step beyond every step that can be typed now was written while the clock ran ahead: it is no reason.
    """
    return step <= last <= newest


def spelled_secret(secret: bytes) -> str:
    """The secret as people type it into an app that cannot scan."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def setup_link(secret: bytes, *, issuer: str, account: str) -> str:
    """What the QR code of the set-up says to an app."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return f"otpauth://totp/{quote(issuer)}:{quote(account)}?secret={text}&issuer={quote(issuer)}"


def new_sheet() -> list[str]:
    """The codes of one sheet, in groups that are easy to read."""
    return [
        "-".join("".join(secrets.choice(LETTERS) for _unused in range(GROUP)) for _unused in range(GROUPS))
        for _unused in range(SHEET)
    ]


def without_dashes(typed: str) -> str:
    """What somebody typed, without dashes, spaces and large letters."""
    return "".join(sign for sign in typed.lower() if sign.isalnum())


def sheet_hash(code: str, *, salt: str) -> str:
    """What is kept of a code of the sheet."""
    return hashlib.pbkdf2_hmac("sha256", without_dashes(code).encode(), salt.encode(), ROUNDS).hex()
