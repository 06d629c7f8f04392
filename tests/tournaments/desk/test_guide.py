"""The help: each page says what it is for, and the day fits on one printed page, in three languages."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from pypdf import PdfReader

from tests import factories
from tests.tournaments.desk.test_public import words
from tournaments.pages.guide import DAY, PLACES, TOPICS

pytestmark = pytest.mark.django_db


def test_every_place_that_the_help_knows_is_a_page():
    names = {key for key in get_resolver().reverse_dict if isinstance(key, str)}
    assert sorted(set(PLACES) - names) == []


@pytest.mark.parametrize(
    ("code", "title"),
    [("de", "Der Tag auf einer Seite"), ("lb", "Den Dag op enger Säit"), ("en", "The day on one page")],
)
def test_the_day_is_one_page_in_each_language(code, title):
    made = factories.tournament(players=8)
    reader = Client()
    reader.cookies["rommeclub_sprache"] = code
    page = words(reader.get(reverse("guide")).content.decode())
    assert title in page
    paper = PdfReader(io.BytesIO(reader.get(reverse("day_guide_pdf", args=[made.slug])).content))
    assert len(paper.pages) == 1
    assert title in paper.pages[0].extract_text()


def test_the_question_mark_of_a_page_says_what_it_is_for():
    made = factories.tournament(players=8)
    page = words(Client().get(reverse("standings", args=[made.slug])).content.decode())
    assert "Es zählen die Punkte ohne die Kreuze" in page
    assert "Der Tag auf einer Seite" in page
    assert len(DAY) == 9
    assert len({str(topic.title) for topic in TOPICS}) == len(TOPICS)
