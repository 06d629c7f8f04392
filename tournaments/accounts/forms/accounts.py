"""Forms for signing in, an own password, and how pages are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournaments.models import Role, User


class LoginForm(forms.Form):
    """Name and password."""

    username = forms.CharField(
        label=gettext_lazy("Anmeldename"),
        max_length=150,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "autofocus": True,
                "spellcheck": "false",
            }
        ),
    )
    password = forms.CharField(
        label=gettext_lazy("Passwort"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class PasswordForm(forms.Form):
    """A password of one's own, typed twice. The old one of somebody signed in is checked by the service, which counts."""

    old = forms.CharField(
        label=gettext_lazy("Bisheriges Passwort"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=gettext_lazy("Neues Passwort"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=gettext_lazy("Neues Passwort noch einmal"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, ask_old: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["new"].help_text = " ".join(password_validators_help_texts())
        if not ask_old:
            del self.fields["old"]

    def clean_new(self) -> str:
        """Not too short, not too common."""
        new = str(self.cleaned_data["new"])
        validate_password(new, self.user)
        return new

    def clean(self) -> dict[str, Any]:
        """Both times the same."""
        data = super().clean() or {}
        if "new" in data and "again" in data and data["new"] != data["again"]:
            self.add_error(
                "again",
                gettext_lazy("Hier steht etwas anderes als im Feld darüber. Bitte noch einmal eingeben."),
            )
        return data


class FirstAccountForm(forms.Form):
    """Name and password of the person who sets this machine up."""

    username = forms.CharField(
        label=gettext_lazy("Anmeldename"),
        max_length=40,
        validators=[UnicodeUsernameValidator()],
        help_text=gettext_lazy("Kurz und ohne Leerzeichen, zum Beispiel der Nachname."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "autofocus": True,
                "spellcheck": "false",
            }
        ),
    )
    new = forms.CharField(
        label=gettext_lazy("Passwort"),
        strip=False,
        max_length=200,
        help_text=gettext_lazy("Leicht zu merken sind zum Beispiel drei Wörter mit Strichen dazwischen."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=gettext_lazy("Passwort noch einmal"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        """Return the name in the form in which it is stored."""
        return User.normalize_username(str(self.cleaned_data["username"]))

    def clean(self) -> dict[str, Any]:
        """Check the password against the name and against its repetition."""
        data = super().clean() or {}
        if "new" in data:
            try:
                validate_password(data["new"], User(username=data.get("username", "")))
            except ValidationError as refused:
                self.add_error("new", refused)
        if "new" in data and "again" in data and data["new"] != data["again"]:
            self.add_error(
                "again",
                gettext_lazy("Hier steht etwas anderes als im Feld darüber. Bitte noch einmal eingeben."),
            )
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccount:
    """Somebody who gets an account, and what he is at this tournament."""

    username: str
    given_name: str
    family_name: str
    kind: str


class AccountForm(forms.Form):
    """An account for a helper."""

    username = forms.CharField(
        label=gettext_lazy("Anmeldename"),
        max_length=40,
        validators=[UnicodeUsernameValidator()],
        help_text=gettext_lazy("Kurz und ohne Leerzeichen, zum Beispiel der Nachname."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    given_name = forms.CharField(
        label=gettext_lazy("Vorname"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    family_name = forms.CharField(
        label=gettext_lazy("Nachname"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Aufgabe"),
        choices=Role.Kind.choices,
        initial=Role.Kind.REFEREE,
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )

    def clean_username(self) -> str:
        """As it will be kept: letters that only look different (ﬁ, Ａ) are the same name."""
        return User.normalize_username(str(self.cleaned_data["username"]))

    def value(self) -> NewAccount:
        return NewAccount(**{name: self.cleaned_data[name] for name in NewAccount.__slots__})


class RoleForm(forms.Form):
    """A task for somebody who has an account."""

    username = forms.CharField(
        label=gettext_lazy("Anmeldename"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Aufgabe"),
        choices=Role.Kind.choices,
        initial=Role.Kind.REFEREE,
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )

    def clean_username(self) -> User:
        """The account of this name."""
        username = User.normalize_username(str(self.cleaned_data["username"]))
        user = User.objects.filter(username__iexact=username, is_active=True).first()
        if user is None:
            raise ValidationError(
                gettext_lazy(
                    "Ein Konto „%(username)s“ gibt es nicht. Die Schreibweise prüfen oder darunter ein neues anlegen."
                ),
                params={"username": username},
            )
        return user
