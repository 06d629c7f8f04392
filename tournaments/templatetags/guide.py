"""What the "?" of a page says: `{% guide_here as topic %}`."""

from __future__ import annotations

from django import template
from django.template.context import Context

from tournaments.pages.guide import GuideTopic, guide_at

register = template.Library()


@register.simple_tag(takes_context=True)
def guide_here(context: Context) -> GuideTopic:
    """The topic of the page that is shown; the general one where no address was found."""
    match = getattr(context.get("request"), "resolver_match", None)
    return guide_at(getattr(match, "url_name", None) or "")
