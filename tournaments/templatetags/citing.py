"""Where a rule stands, in any page: `{{ reason.paragraph|cited }}`."""

from __future__ import annotations

from django import template

from scoring.speech import cited

register = template.Library()
register.filter("cited", cited)
