"""Bytes from outside are read or refused with a sentence: every past finding, and stored inputs damaged by hypothesis.

Longer: `python -m pytest tests/fuzz --hypothesis-profile=search`. What is found and mended becomes a file of the corpus.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS

pytestmark = pytest.mark.django_db  # a request may ask how this host is
CORPUS = Path(__file__).resolve().parent / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())
STORED = {name: [path.read_bytes() for path in FILES if path.parent.name == name] for name in TARGETS}
LONGEST = 20_000  # bytes of one input
ODD = (
    b"\x00",
    b"\xff",
    b"-1",
    b"9" * 30,
    b"PK\x03\x04",
    b"\xef\xbb\xbf",
    b"<!DOCTYPE",
    b"[" * 50,
    b'"',
    b";",
    b"\r",
    "♥★".encode(),
    "ﬁ".encode(),
)


@st.composite
def damaged(draw: st.DrawFn, name: str) -> bytes:
    """Draw a stored input with one to four pieces cut, doubled, replaced, or taken from another stored input."""
    data = bytearray(draw(st.sampled_from(STORED[name])))
    for _unused in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(data)))
        end = min(len(data), begin + draw(st.sampled_from((0, 1, 2, 4, 16, 64))))
        other = draw(st.sampled_from(STORED[name]))
        at = draw(st.integers(0, len(other)))
        data[begin:end] = draw(
            st.one_of(
                st.just(b""),
                st.just(bytes(data[begin:end]) * 30),
                st.sampled_from(ODD),
                st.binary(max_size=8),
                st.just(other[at : at + 256]),
            )
        )
    return bytes(data[:LONGEST])


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_stored_input_is_read_or_refused_with_a_sentence(path):
    if path.parent.name not in TARGETS:
        pytest.skip("the library for it is not here")
    TARGETS[path.parent.name](path.read_bytes())


def test_every_parser_has_something_to_begin_with_and_takes_nothing_at_all():
    assert all(STORED.values())
    for target in TARGETS.values():
        target(b"")


@pytest.mark.parametrize("name", sorted(TARGETS))
@settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
)
@given(data=st.data())
def test_a_damaged_input_is_read_or_refused_with_a_sentence(name, data):
    TARGETS[name](data.draw(damaged(name)))
