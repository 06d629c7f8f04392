"""Money in any page: `{{ cents|euros }}`."""

from __future__ import annotations

from django import template

from scoring.wording import phrases

register = template.Library()


@register.filter
def euros(cents: int | None) -> str:
    """An amount as the page's language writes it; nothing where there is none."""
    return "" if cents is None else phrases.euros(cents)
