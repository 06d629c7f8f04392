"""Three steps of Django's templates by a shorter way: a name is looked up, a value is written, the blocks of a page are found.

Django asks for everything in turn, and learns by errors what a thing is not. Here the ordinary kinds come first (a context, a
dictionary, a thing with attributes; a text, a whole number), and all others go Django's own way, so nothing that a template
says is said otherwise (tests/tournaments/pages/test_looked_up.py, docs/decisions/0330-names-looked-up-at-once.md).
"""

from __future__ import annotations

from html import escape
from typing import Any

from django.conf import settings
from django.template import base, loader_tags
from django.template.context import BaseContext
from django.utils.safestring import SafeString

djangos_lookup = base.Variable._resolve_lookup  # type: ignore[attr-defined]  # its authors promise nothing of it
djangos_writing = base.render_value_in_context
djangos_parent = loader_tags.ExtendsNode.get_parent
BY_ATTRIBUTES: dict[type, bool] = {}  # whether things of this kind have attributes alone, nothing by key
NOTHING = object()
MISSED = (AttributeError, TypeError)  # after which Django goes on looking


class Odd(tuple[str, ...]):
    """The names of a variable that was seen to need Django's way."""

    __slots__ = ()


def looked_up(self: Any, context: Any) -> Any:
    """What stands under the name of a variable."""
    bits = self.lookups
    if type(bits) is Odd:
        return djangos_lookup(self, context)
    current = context
    for bit in bits:
        kind = type(current)
        if BY_ATTRIBUTES.get(kind):
            try:
                current = getattr(current, bit)
            except Exception as fault:
                if isinstance(fault, MISSED) or getattr(fault, "silent_variable_failure", False):
                    return djangos_lookup(self, context)
                raise
        elif kind is dict or isinstance(current, BaseContext):
            found = current.get(bit, NOTHING)
            if found is NOTHING:
                if hasattr(current, bit) or bit.isdecimal():
                    return djangos_lookup(self, context)
                raise base.VariableDoesNotExist("Failed lookup for key [%s] in %r", (bit, current))
            current = found
        elif kind not in BY_ATTRIBUTES:
            BY_ATTRIBUTES[kind] = not hasattr(kind, "__getitem__")
            return djangos_lookup(self, context)
        else:
            self.lookups = Odd(bits)
            return djangos_lookup(self, context)
        if callable(current):
            self.lookups = Odd(bits)
            return djangos_lookup(self, context)
    return current


def as_it_stands(value: Any, context: Any) -> str:
    """A value as it stands on the page."""
    kind = type(value)
    if kind is SafeString:
        text: str = value
        return text
    if kind is str:
        return SafeString(escape(value)) if context.autoescape else value
    if kind is int and not settings.USE_THOUSAND_SEPARATOR:
        return str(value)
    return djangos_writing(value, context)


class Searched(base.NodeList):
    """The nodes of a page that others extend: its blocks are looked for once, and not for each page that is drawn."""

    def __init__(self, nodes: base.NodeList) -> None:
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self.found: dict[type[base.Node], list[base.Node]] = {}

    def get_nodes_by_type(self, nodetype: type[base.Node]) -> list[base.Node]:
        """All nodes of a kind, however deep."""
        if nodetype not in self.found:
            self.found[nodetype] = super().get_nodes_by_type(nodetype)
        return self.found[nodetype]


def searched_parent(self: Any, context: Any) -> Any:
    """The page that this one extends."""
    parent = djangos_parent(self, context)
    if not isinstance(parent.nodelist, Searched):
        parent.nodelist = Searched(parent.nodelist)
    return parent


def install() -> None:
    """Put them in the place of Django's, for all templates of this process."""
    base.Variable._resolve_lookup = looked_up  # type: ignore[attr-defined]
    base.render_value_in_context = as_it_stands
    loader_tags.ExtendsNode.get_parent = searched_parent  # type: ignore[method-assign]
