"""What the rule sets of the house are called on a page whose language their documents do not have.

A document says its name in German, Luxembourgish and English, and its edition in German, and its fingerprint covers
both (docs/decisions/0019): a further language is said by the catalogues, so no fingerprint changes. An organiser's
own names and editions are nobody's to translate and stay as they were typed.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language, gettext, gettext_noop

NAMES = frozenset(
    {gettext_noop("Grundregeln"), gettext_noop("Vereinsregeln 2018"), gettext_noop("Verbandsordnung")}
)
EDITIONS = frozenset({gettext_noop("Stand 01.01.2018"), gettext_noop("Absätze 1 bis 6.3")})


def name_in_page_language(names: Mapping[str, str]) -> str:
    """The name as the page's language has it: the document's own, else the catalogue's, else German."""
    german = names["de"]
    return names.get((get_language() or "de")[:2]) or (gettext(german) if german in NAMES else german)


def edition_in_page_language(edition: str) -> str:
    """Which print of the rules it is; the editions of the house are translated."""
    return gettext(edition) if edition in NAMES | EDITIONS else edition
