"""Pieces of pages that look the same for the same values are drawn once: icons, rows of a list, the menu of the display.

A piece is remembered by everything that it is drawn from (template, language, values, the storage of the files), so that
nothing of one reader can reach another who has not the same. What is his alone, a form's secret and the address that he
comes back to, is put in afterwards. The settings give these tags to every template; `include` and `csrf_token` do Django's
work (tests/tournaments/pages/test_drawn_once.py).
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template import Context, Library, Node
from django.template.base import FilterExpression, Parser, Token
from django.template.defaulttags import URLNode, url
from django.template.loader import render_to_string
from django.template.loader_tags import IncludeNode, do_include
from django.urls import NoReverseMatch
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.pages import form_secrets
from tournaments.pages.addresses import reverse
from tournaments.templatetags import looked_up
from tournaments.templatetags.said_once import Place, place_now, place_of

register = Library()
looked_up.install()  # the settings give this library to every template, so no engine is without it
form_secrets.replace_djangos()

PIECES = "pieces_drawn"  # of the storage of the files, which tests and settings exchange
MOST = 8_000_000  # signs of all pieces together; then they are drawn anew
ICON = "parts/icon.html"
MENU, HEAD = "parts/display_menu.html", "parts/head.html"
SECRET, BACK = "\x01secret\x01", "\x01back\x01"  # places in a piece that are filled for each reader
LOOKS = {"theme": ("dark", "light"), "type": ("large",), "suits": ("four",), "vibration": ("on",)}


class Pieces:
    """What was drawn, by what it was drawn from."""

    def __init__(self) -> None:
        self.known: dict[Any, SafeString] = {}
        self.size = 0

    def keep(self, key: Any, piece: SafeString) -> None:
        if self.size > MOST:
            self.known.clear()
            self.size = 0
        self.known[key] = piece
        self.size += len(piece)


def pieces() -> Pieces:
    found: Pieces | None = getattr(staticfiles_storage, PIECES, None)
    if found is None:
        found = Pieces()
        setattr(staticfiles_storage, PIECES, found)
    return found


PLAINLY = 2  # the form of Python's that writes every value out, and never that it was there before
PLAIN = frozenset({str, int, bool, type(None), SafeString})


def as_key(value: Any) -> Any:
    """A value that can be looked up, and equals no other that would print differently."""
    kind = type(value)
    if kind in PLAIN:
        return kind, value
    if isinstance(value, Promise) and hasattr(value, "_args"):  # the language stands in the key anyway
        lazy: Any = value
        _again, (function, words, named, *_kinds) = lazy.__reduce__()
        return function, as_keys(words), as_key(named)
    if isinstance(value, Mapping):
        return tuple(value), as_keys(tuple(value.values()))
    if isinstance(value, (list, tuple)):
        return as_keys(tuple(value))
    if is_dataclass(kind):
        return kind, as_keys(tuple([getattr(value, one) for one in kind.__dataclass_fields__]))
    return kind, value


def as_keys(values: tuple[Any, ...]) -> Any:
    """The same of several, and at once where all are plain; marked texts equal bare ones, so the kinds stand beside them."""
    kinds = tuple(map(type, values))
    return (kinds, values) if PLAIN.issuperset(kinds) else tuple(map(as_key, values))


def known_by(values: dict[str, Any]) -> Any:
    """By what a piece is remembered. Python writes out plain values at once, and each kind otherwise; all others take steps."""
    try:
        return marshal.dumps(values, PLAINLY)
    except ValueError:
        return as_key(values)


def drawn(template: str, values: dict[str, Any], place: Place | None = None) -> SafeString:
    """A piece, drawn now or before. Who writes templates sees what he has written."""
    key = template, place or place_now(), known_by(values)
    shelf = pieces()
    piece = shelf.known.get(key)
    if piece is None or settings.DEBUG:
        piece = render_to_string(template, dict(values))
        shelf.keep(key, piece)
    return piece


@register.simple_tag(takes_context=True)
def drawn_once(context: Context, template: str, **values: Any) -> SafeString:
    """`{% drawn_once "parts/row.html" row=row %}`: an include that sees these values and nothing else."""
    return drawn(template, values, place_of(context))


def chosen_look(request: HttpRequest | None, name: str) -> str:
    """What somebody has chosen; a cookie that says another thing has chosen nothing, and no piece is kept for it."""
    said = getattr(request, "COOKIES", {}).get(f"rommeclub_{name}", "")
    return said if said in LOOKS[name] else ""


@register.simple_tag(takes_context=True)
def head_links(context: Context) -> SafeString:
    """Styles, fonts and scripts of every page: the same for all who have chosen the same colours."""
    words = {"theme": chosen_look(context.get("request"), "theme")}
    return drawn(HEAD, words, place_of(context))


@register.simple_tag(takes_context=True)
def display_menu(context: Context) -> SafeString:
    """Language, letters, colours: the same for all who have chosen the same."""
    request = context.get("request")
    secret = said_secret(context)
    chosen = {name: chosen_look(request, name) for name in LOOKS}
    words = chosen | {"csrf_token": SECRET if secret else "", "back": BACK}
    menu = drawn(MENU, words)
    back = escape(request.get_full_path()) if request is not None else ""
    return mark_safe(menu.replace(SECRET, secret).replace(BACK, back))  # noqa: S308 - both are escaped


# In the place of Django's -----------------------------------------------------------------------------------------


def said_secret(context: Context) -> str:
    """The form's secret, masked once for a whole page instead of once for each form."""
    request, token = context.get("request"), context.get("csrf_token")
    known: str | None = getattr(request, "secret_said", None)
    if known is None:
        known = escape(str(token or ""))
        if known == "NOTPROVIDED":
            return ""
        if request is not None and known:
            request.secret_said = known
    return known


class Secret(Node):
    """The node of `{% csrf_token %}`: the hidden field of a form; nothing where the page has no secret."""

    child_nodelists = ()

    def render(self, context: Context) -> str:
        secret = said_secret(context)
        return f'<input type="hidden" name="csrfmiddlewaretoken" value="{secret}">' if secret else ""


class Icon(Node):
    """`{% include "parts/icon.html" with name="…" %}`: forty on a page, of as many kinds in the house."""

    child_nodelists = ()

    def __init__(self, name: FilterExpression) -> None:
        self.name = name

    def render(self, context: Context) -> SafeString:
        return drawn(ICON, {"name": self.name.resolve(context)}, place_of(context))


class KnownAddress(URLNode):
    """`{% url "…" … %}` with words in their order: the same address is put together once."""

    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        if self.kwargs or ":" in name:
            return str(super().render(context))
        words = [one.resolve(context) for one in self.args]
        try:
            found = reverse(name, words, place_of(context)[1:])
        except NoReverseMatch:
            if not self.asvar:
                raise
            found = ""
        if self.asvar:
            context[self.asvar] = found
            return ""
        return escape(found) if context.autoescape else found


@register.tag("url")
def address_tag(parser: Parser, token: Token) -> KnownAddress:
    found = url(parser, token)
    return KnownAddress(found.view_name, found.args, found.kwargs, found.asvar)


@register.tag("csrf_token")
def csrf_token(_parser: Parser, _token: Token) -> Secret:
    return Secret()


@register.tag("include")
def include(parser: Parser, token: Token) -> IncludeNode | Icon:
    """The tag `include`: the quick icon where it is one, otherwise Django's."""
    found = do_include(parser, token)
    if str(found.template.var) == ICON and found.extra_context.keys() == {"name"}:
        return Icon(found.extra_context["name"])
    return found
