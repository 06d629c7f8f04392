"""Small forms around a paper list: which of two typings holds."""

from __future__ import annotations

from django import forms

from tournaments.models import PaperSettlement


class SettleForm(forms.Form):
    """One row that was read differently, and which reading holds."""

    number = forms.IntegerField(min_value=1, max_value=999)
    chosen = forms.ChoiceField(choices=PaperSettlement.Chosen.choices)
    seen_version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
