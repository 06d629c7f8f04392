"""A deed that is tried in a view: its sentence on the form, its status, and what is let through."""

from __future__ import annotations

import pytest
from django import forms

from scoring.sentence import Refusal
from tournaments.event.permissions import NotAllowed
from tournaments.event.refusals import Stale
from tournaments.pages.attempts import Attempt


class NameForm(forms.Form):
    name = forms.CharField()


@pytest.mark.parametrize(("refusal", "status"), [(Refusal, 422), (Stale, 409)])
def test_a_refusal_is_said_on_the_form_and_has_its_status(refusal, status):
    form = NameForm({"name": "A"})
    with Attempt(form, field="name") as attempt:
        raise refusal("Das geht nicht.")
    assert attempt.refused
    assert attempt.said == "Das geht nicht."
    assert attempt.status == status
    assert form.errors["name"] == ["Das geht nicht."]


def test_a_deed_that_is_done_leaves_nothing():
    with Attempt() as attempt:
        pass
    assert not attempt.refused
    assert (attempt.said, attempt.status) == ("", 200)


@pytest.mark.parametrize("error", [NotAllowed, ZeroDivisionError])
def test_who_may_not_and_what_is_a_bug_goes_through(error):
    with pytest.raises(error), Attempt():
        raise error("Das ist anderen vorbehalten.")
