"""The page of components is whole: every part, every state, every kind of button stands on it, from the real templates."""

from __future__ import annotations

import re

import pytest
from django.test.signals import template_rendered

from tests.components import HOUSE, STATES, icons, page

# Parts that need a table of django-tables2; other tests show them.
ELSEWHERE = {"table.html", "table_head.html", "card_face.html"}
CLASSES = re.compile(r"\.((?:button|alert|badge|chip|tiles|hand|box)--[a-z]+)")


@pytest.fixture(scope="module")
def made() -> tuple[str, set[str]]:
    seen: set[str] = set()

    def note(template, **_more):
        seen.add(f"{template.name}".rpartition("/")[2])

    template_rendered.connect(note)
    try:
        return page(), seen
    finally:
        template_rendered.disconnect(note)


def test_every_part_is_on_the_page(made):
    parts = {path.name for path in (HOUSE / "templates/parts").glob("*.html")}
    assert parts - made[1] - ELSEWHERE == set()


def test_every_state_icon_and_modifier_is_on_the_page(made):
    text = made[0]
    assert [state for state in STATES if f"badge--{state}" not in text] == []
    assert [name for name in icons() if f"#{name}" not in text] == []
    styles = (HOUSE / "static/css/components.css").read_text(encoding="utf-8")
    rooms = {"button--call", "chip--call"}  # those of one room are shown where they are used
    missing = {name for name in CLASSES.findall(styles) if not re.search(rf'[" ]{name}[" ]', text)}
    assert missing - rooms == set()
