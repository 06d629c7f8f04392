"""Templates as trees: HTML elements, Django's blocks, and pieces that stay whole. Nothing is lost: a tree spells its template."""

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

DJANGO = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}")
TRANSLATED = re.compile(r"\{% blocktrans(?:late)?\b.*?%\}.*?\{% endblocktrans(?:late)? %\}", re.DOTALL)
NAME = re.compile(r"</?([a-zA-Z][\w-]*)")
VERBATIM = {"script", "style", "pre", "textarea"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
OPENS = {
    "if",
    "for",
    "with",
    "block",
    "localize",
    "ifchanged",
    "language",
    "autoescape",
    "filter",
    "spaceless",
}
DIVIDES = {"else", "elif", "empty"}


@dataclass
class Piece:
    """What no line break may enter: a word, a variable, a void element, a sentence for translators."""

    text: str
    kind: Literal["text", "variable", "tag", "comment", "html", "open", "close", "verbatim", "translated"]
    name: str = ""


@dataclass
class Space:
    """Blanks of the template; only whether there was a line break counts."""

    lines: int


@dataclass
class Element:
    """An HTML element whose two ends stand in the same branch."""

    name: str
    opening: str
    closing: str
    children: list["Node"]


@dataclass
class Branch:
    """What follows `{% if … %}` or `{% else %}`, up to the next tag of its block."""

    tag: str
    children: list["Node"]


@dataclass
class Block:
    """A Django block: its branches and its end."""

    name: str
    branches: list[Branch]
    end: str = ""


Node: TypeAlias = Piece | Space | Element | Block


@dataclass
class _Open:
    """A branch that is being read; open HTML elements wait on a stack of their own."""

    nodes: list[Node] = field(default_factory=list)


def tag_name(tag: str) -> str:
    """`{% if x %}` → if."""
    words = tag[2:-2].split()
    return words[0] if words else ""


def end_of_html_tag(text: str, start: int) -> int:
    """Where `<a href="{% url "x" %}">` ends; signs inside Django's tags and inside quotes do not count."""
    position, quote = start, ""
    while position < len(text):
        inner = TRANSLATED.match(text, position) or DJANGO.match(text, position)
        if inner:
            position = inner.end()
            continue
        sign = text[position]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign == ">":
            return position + 1
        position += 1
    raise ValueError(f"a tag without end: {text[start : start + 60]}")


def pieces_of(text: str) -> list[Piece | Space]:
    """The template in reading order."""
    found: list[Piece | Space] = []
    position = 0
    while position < len(text):
        piece, position = _next(text, position)
        found.append(piece)
    return found


def _next(text: str, position: int) -> tuple[Piece | Space, int]:
    blank = re.compile(r"\s+").match(text, position)
    if blank:
        return Space(blank.group().count("\n")), blank.end()
    translated = TRANSLATED.match(text, position)
    if translated:
        return Piece(translated.group(), "translated"), translated.end()
    django = DJANGO.match(text, position)
    if django:
        kind: Literal["tag", "variable", "comment"] = (
            "tag"
            if text.startswith("{%", position)
            else "variable"
            if text.startswith("{{", position)
            else "comment"
        )
        name = tag_name(django.group()) if kind == "tag" else ""
        return Piece(django.group(), kind, name), django.end()
    if text.startswith("<!", position):
        end = (
            text.index("-->", position) + 3
            if text.startswith("<!--", position)
            else text.index(">", position) + 1
        )
        return Piece(text[position:end], "html", "!"), end
    named = NAME.match(text, position)
    if named:
        return _html(text, position, named.group(1).lower())
    word = re.compile(r"(?:(?!\{[%{#])(?!</?[a-zA-Z!])\S)+").match(text, position)
    assert word, text[position : position + 40]
    return Piece(word.group(), "text"), word.end()


def _html(text: str, position: int, name: str) -> tuple[Piece, int]:
    end = end_of_html_tag(text, position)
    if text.startswith("</", position):
        return Piece(text[position:end], "close", name), end
    if name in VERBATIM:
        end = text.index(f"</{name}>", end) + len(name) + 3
        return Piece(text[position:end], "verbatim", name), end
    if name in VOID or text[position:end].endswith("/>"):
        return Piece(text[position:end], "html", name), end
    return Piece(text[position:end], "open", name), end


def tree_of(text: str) -> list[Node]:
    """The template as a tree; HTML ends that have no partner in their branch stay pieces."""
    pieces = pieces_of(text)
    nodes, position = _branch(pieces, 0)
    if position != len(pieces):
        raise ValueError(f"a block ends that was not open: {pieces[position]}")
    return nodes


def _branch(pieces: list[Piece | Space], position: int) -> tuple[list[Node], int]:
    """Nodes up to the end of this branch, and where that end stands."""
    levels: list[tuple[Piece | None, list[Node]]] = [(None, [])]
    while position < len(pieces):
        piece = pieces[position]
        if isinstance(piece, Piece) and piece.kind == "tag":
            if piece.name in DIVIDES or piece.name.startswith("end"):
                break
            if piece.name in OPENS:
                block, position = _block(pieces, position)
                levels[-1][1].append(block)
                continue
        if isinstance(piece, Piece) and piece.kind == "open":
            levels.append((piece, []))
        elif isinstance(piece, Piece) and piece.kind == "close":
            _close(levels, piece)
        else:
            levels[-1][1].append(piece)
        position += 1
    while len(levels) > 1:
        _spill(levels)
    return levels[0][1], position


def _close(levels: list[tuple[Piece | None, list[Node]]], piece: Piece) -> None:
    if not any(opening and opening.name == piece.name for opening, _ in levels):
        levels[-1][1].append(piece)
        return
    while levels[-1][0] is not None and levels[-1][0].name != piece.name:
        _spill(levels)
    opening, children = levels.pop()
    assert opening
    levels[-1][1].append(Element(piece.name, opening.text, piece.text, children))


def _spill(levels: list[tuple[Piece | None, list[Node]]]) -> None:
    """An element that stays open: its opening tag is a piece among its neighbours."""
    opening, children = levels.pop()
    assert opening
    levels[-1][1].extend([opening, *children])


def _block(pieces: list[Piece | Space], position: int) -> tuple[Block, int]:
    opening = pieces[position]
    assert isinstance(opening, Piece)
    block = Block(opening.name, [])
    while True:
        tag = pieces[position]
        assert isinstance(tag, Piece)
        children, position = _branch(pieces, position + 1)
        block.branches.append(Branch(tag.text, children))
        end = pieces[position]
        assert isinstance(end, Piece)
        if end.name.startswith("end"):
            block.end = end.text
            return block, position + 1
