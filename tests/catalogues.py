"""The entries of the catalogues (.po) as text, read without Django."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).parent.parent


@cache
def entries(language: str) -> list[str]:
    """The entries of a catalogue, without its head."""
    text = (HOUSE / f"locale/{language}/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    return [entry for entry in text.split("\n\n")[1:] if not entry.lstrip().startswith("#~")]


@cache
def told(entry: str, keyword: str) -> list[str]:
    """The texts after a keyword: one, or two for a plural."""
    found = re.findall(rf'^{keyword}(?:\[\d\]|_plural)? ((?:"(?:[^"\\]|\\.)*"\s*)+)', entry, re.MULTILINE)
    return ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)) for text in found]
