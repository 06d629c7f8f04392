"""A serving process has loaded everything before the first visitor, and does not collect what stays for good."""

from __future__ import annotations

import gc

import pytest
from django.template import engines
from django.urls import get_resolver
from django.utils import translation

from tournaments.management.runtime import freeze_objects, load_everything


@pytest.mark.slow
def test_what_is_there_for_good_is_not_looked_through_again():
    kept = [[] for _ in range(1000)]
    freeze_objects()
    try:
        assert gc.get_freeze_count() > len(kept)
        assert gc.get_count()[2] == 0
        assert not any(one is kept for one in gc.get_objects())
    finally:
        gc.unfreeze()


@pytest.mark.slow
def test_every_template_can_be_loaded_before_anybody_comes():
    load_everything()
    [loader] = engines["django"].engine.template_loaders
    assert any("base.html" in str(key) for key in loader.get_template_cache)
    with translation.override("lb"):
        assert get_resolver()._populated
