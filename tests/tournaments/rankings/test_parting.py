"""Long names are parted between syllables, and only long ones."""

from __future__ import annotations

import pytest

from tournaments.rankings.words.parting import SOFT_HYPHEN, with_soft_hyphens


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna Zweiundfünfzigblatt", "Anna Zweiund|fünf|zig|blatt"),
        ("Maximiliana Kreuzbubenstecherin", "Maximiliana Kreuz|bu|ben|ste|che|rin"),
        ("Kurt Kreuzbube", "Kurt Kreuzbube"),
        ("Dr. Ö-1", "Dr. Ö-1"),
    ],
)
def test_only_long_words_are_parted(name, shown):
    said = with_soft_hyphens(name)
    assert said.replace(SOFT_HYPHEN, "") == name
    assert said.replace(SOFT_HYPHEN, "|") == shown
