"""What stands in a template as it is, is looked up once: a sentence in each language, the address of a file.

A table's page has two hundred sentences and forty icons, the same in every answer: looking them up was a third of its
template. The settings put these tags in the place of Django's `i18n` and `static`, whose work they do; whatever holds a
variable goes Django's way.
"""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Library
from django.template.base import FilterExpression, Parser, Token, Variable, render_value_in_context
from django.templatetags import i18n, static
from django.urls import get_script_prefix, get_urlconf
from django.utils.translation import get_language, gettext

register = Library()
register.tags.update(i18n.register.tags | static.register.tags)
register.filters.update(i18n.register.filters)

SENTENCES: dict[
    tuple[str | None, bool, str], str
] = {}  # as many as stand in our templates, in four languages
PLACE = "place said"  # of one template while it is drawn
ADDRESSES = "addresses_said"  # of the storage of the files, which tests and settings exchange


Place = tuple[str | None, str | None, str]  # the language, and where addresses begin


def place_now() -> Place:
    return get_language(), get_urlconf(), get_script_prefix()


def place_of(context: Context) -> Place:
    """What words and addresses of the template that is being drawn hang on: none of ours changes it half-way (`{% language %}`)."""
    known: Any = context.render_context.dicts[-1]
    found: Place | None = known.get(PLACE)
    if found is None:
        found = known[PLACE] = place_now()
    return found


class SentenceNode(i18n.TranslateNode):
    """`{% translate "…" %}` of words that are the same in every answer."""

    def render(self, context: Context) -> str:
        key = place_of(context)[0], context.autoescape, str(self.filter_expression.var.literal)
        said = SENTENCES.get(key)
        if said is None:
            answered = super().render(context)
            said = SENTENCES[key] = context[self.asvar] if self.asvar else answered
        if not self.asvar:
            return said
        context[self.asvar] = said
        return ""


class BlockNode(i18n.BlockTranslateNode):
    """`{% blocktranslate %}` without a number that decides and without a context: its words are put together once."""

    def __init__(self, found: i18n.BlockTranslateNode) -> None:
        super().__init__(found.extra_context, found.singular, trimmed=found.trimmed)
        self.words, self.names = self.render_token_list(self.singular)
        self.said: dict[str | None, str] = {}  # by language

    def render(self, context: Context, nested: bool = False) -> str:
        language = place_of(context)[0]
        said = self.said.get(language)
        if said is None:
            said = self.said[language] = gettext(self.words)
        given = {name: value.resolve(context) for name, value in self.extra_context.items()}
        context.update(given)
        values = {
            name: render_value_in_context(context[name], context) for name in self.names if name in context
        }
        context.pop()
        try:
            return said % values
        except (KeyError, ValueError):  # a name that nobody has given, or a translation that is amiss
            return str(super().render(context, nested))


class Address(static.StaticNode):
    """`{% static "…" %}` of a file that is named here."""

    def url(self, context: Context) -> str:
        known: dict[str, str] | None = getattr(staticfiles_storage, ADDRESSES, None)
        if known is None:
            known = {}
            setattr(staticfiles_storage, ADDRESSES, known)
        path = str(self.path.var)
        if path not in known:
            known[path] = super().url(context)
        return known[path]


def is_written_out(expression: FilterExpression) -> bool:
    """Whether an expression is a text in quotes and nothing else."""
    var: Any = expression.var
    literal = var.literal if isinstance(var, Variable) else var
    return isinstance(literal, str) and not expression.filters


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> i18n.TranslateNode:
    """The tag `translate`: the quick node for a bare text, otherwise Django's."""
    found = i18n.do_translate(parser, token)
    if found.noop or found.message_context is not None or not is_written_out(found.filter_expression):
        return found
    return SentenceNode(found.filter_expression, found.noop, found.asvar)


@register.tag("blocktranslate")
@register.tag("blocktrans")
def blocktranslate(parser: Parser, token: Token) -> i18n.BlockTranslateNode:
    """The tag `blocktranslate`: the quick node for one sentence with its values, otherwise Django's."""
    found = i18n.do_block_translate(parser, token)
    if found.plural or found.counter or found.message_context is not None or found.asvar:
        return found
    return BlockNode(found)


@register.tag("static")
def static_address(parser: Parser, token: Token) -> static.StaticNode:
    """The tag `static`: the quick node for a bare file name, otherwise Django's."""
    found = static.do_static(parser, token)
    return Address(found.varname, found.path) if is_written_out(found.path) else found
