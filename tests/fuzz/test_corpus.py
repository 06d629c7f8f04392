"""What was found once, and what the search begins with, goes through every parser each time; the search itself is `python -m tests.fuzz`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

pytestmark = pytest.mark.django_db  # a request may ask how this host is
CORPUS = Path(__file__).resolve().parent / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_stored_input_is_read_or_refused_with_a_sentence(path):
    if path.parent.name not in TARGETS:
        pytest.skip("the library for it is not here")
    TARGETS[path.parent.name](path.read_bytes())


def test_every_parser_has_something_to_begin_with_and_takes_nothing_at_all():
    assert {path.parent.name for path in FILES} >= set(TARGETS)
    for target in TARGETS.values():
        target(b"")
