"""What somebody has beside his password: an app with codes, passkeys, codes on paper."""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from tournaments.event.permissions import has_second_factor
from tournaments.models import Authenticator, Passkey, RecoveryCode, User

__all__ = ["Second", "app_secret", "has_second_factor", "new_nonce", "second_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Second:
    """A person's second factors, for his own page."""

    app: Authenticator | None
    passkeys: list[Passkey]
    codes_left: int

    def __bool__(self) -> bool:
        return self.app is not None or bool(self.passkeys)


def second_of(user: User) -> Second:
    return Second(
        app=Authenticator.objects.filter(user=user).first(),
        passkeys=list(Passkey.objects.filter(user=user)),
        codes_left=RecoveryCode.objects.filter(user=user, used_at__isnull=True).count(),
    )


def new_nonce() -> str:
    """What the secret of a new app will follow from, with the site's key."""
    return secrets.token_urlsafe(32)


def app_secret(user_id: int, nonce: str) -> bytes:
    """The secret that app and laptop share: derived, not stored, so that a stolen database or backup tells no code."""
    return salted_hmac("tournaments.authenticator", f"{user_id}\n{nonce}", algorithm="sha256").digest()[:20]


def salt_of(user: User) -> str:
    """With what the codes on his paper are hashed: no two people's look alike."""
    return f"recovery {user.pk}"


def user_handle(user: User) -> bytes:
    """What a passkey keeps of a person: nothing that tells who he is."""
    return salted_hmac("tournaments.passkey", str(user.pk), algorithm="sha256").digest()


def decoded(text: str) -> bytes:
    """Base64 as browsers write it, without the signs at the end."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")
