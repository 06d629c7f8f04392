"""A tree as a document: which breaks belong together, and how tags and sentences fold."""

import re

from tests.markup.gaps import Free, free_gaps, is_block
from tests.markup.layout import HARD, Doc, Fill, Group, IfBroken, Indent, Line, Printer
from tests.markup.parse import (
    DJANGO,
    TRANSLATED,
    Block,
    Element,
    Node,
    Piece,
    Space,
    tag_name,
    tree_of,
)

LONG = 96  # a sentence for translators of this length gets lines of its own


def formatted(text: str) -> str:
    """The template as it should stand; again and again until it rests (a new break makes others possible)."""
    for _ in range(8):
        again = once(text)
        if again == text:
            return again
        text = again
    raise ValueError("no rest: " + text[:200])


def once(text: str) -> str:
    """One pass; the last sign of the file stays what it was, since an include prints it."""
    tree = tree_of(text.strip())
    shape = Shape(free_gaps(tree))
    lead = "\n" if text[:1].isspace() and not text.lstrip().startswith(("{% load", "{% extends")) else ""
    return lead + Printer().print(shape.siblings(tree, root=True)) + ("\n" if text[-1:].isspace() else "")


class Shape:
    """Documents for one tree."""

    def __init__(self, free: Free) -> None:
        self.free = free

    def gap(self, nodes: list[Node], index: int) -> tuple[Doc, bool]:
        """The break before node `index` where no blanks stand, and whether it belongs to the block around."""
        return (Line(), True) if self.free.get((id(nodes), index)) else ((), False)

    def space(self, nodes: list[Node], index: int) -> tuple[Doc, bool]:
        """The break where blanks stand."""
        free = self.free.get((id(nodes), index + 1)) and self.edge(nodes, index)
        if free:
            return (HARD if nodes[index].lines else Line(" ")), True  # type: ignore[union-attr]
        return Line(" "), False

    def edge(self, nodes: list[Node], index: int) -> bool:
        """Whether a block stands beside the blanks, or the end of what is around."""
        return index in (0, len(nodes) - 1) or any(
            self.stands_alone(nodes[side]) for side in (index - 1, index + 1)
        )

    def stands_alone(self, node: Node) -> bool:
        """Whether a reader expects the node on lines of its own."""
        if isinstance(node, Element):
            return is_block(node)
        if isinstance(node, Block):
            return (
                node.name == "block"
                or any(self.stands_alone(child) for branch in node.branches for child in branch.children)
                or any(
                    isinstance(branch.children[0], Space) and branch.children[0].lines
                    for branch in node.branches
                    if branch.children
                )
            )
        if isinstance(node, Piece):
            return (
                node.kind in {"comment", "verbatim", "open", "close"}
                or (node.kind == "tag" and node.name != "translate")
                or (node.kind == "html" and node.name != "br")
            )
        return False

    def siblings(self, nodes: list[Node], root: bool = False) -> Doc:
        """Siblings with the gaps between them: runs of text fill lines, blocks break together."""
        lines: list[Doc] = []
        run: list[Doc] = []
        content: list[Doc] = []

        def close_run() -> None:
            run.append(tuple(content))
            lines.append(Fill(tuple(run)) if len(run) > 1 else run[0])
            run.clear()
            content.clear()

        inner = nodes[1:] if nodes and isinstance(nodes[0], Space) else nodes
        start = len(nodes) - len(inner)
        stop = len(nodes) - 1 if nodes and isinstance(nodes[-1], Space) else len(nodes)
        for index in range(start, stop):
            node = nodes[index]
            if isinstance(node, Space):
                separator, own_line = self.space(nodes, index)
            elif index > start and not isinstance(nodes[index - 1], Space):
                separator, own_line = self.gap(nodes, index)
                if root and own_line and self.heads(nodes[index - 1]):
                    separator = HARD
            else:
                separator, own_line = (), False
            if own_line:
                close_run()
                lines.append(separator)
            elif separator:
                run.extend([tuple(content), separator])
                content.clear()
            if not isinstance(node, Space):
                content.append(self.node(node))
        close_run()
        return tuple(lines)

    def heads(self, node: Node) -> bool:
        """Tags on top of a file, and blocks of a page, stand on lines of their own."""
        return (isinstance(node, Piece) and node.name in {"load", "extends"}) or (
            isinstance(node, Block) and node.name == "block"
        )

    def ends(self, nodes: list[Node]) -> tuple[Doc, Doc]:
        """The breaks behind the opening tag and before the closing one."""
        if not nodes:
            return (), ()
        if isinstance(nodes[0], Space):
            first = self.end_space(nodes, 0)
        else:
            first, _ = self.gap(nodes, 0)
        if isinstance(nodes[-1], Space):
            last = self.end_space(nodes, len(nodes) - 1)
        else:
            last, _ = self.gap(nodes, len(nodes))
        return first, last

    def end_space(self, nodes: list[Node], index: int) -> Doc:
        space = nodes[index]
        assert isinstance(space, Space)
        return (
            HARD
            if space.lines and (self.free.get((id(nodes), 0 if index == 0 else len(nodes))))
            else Line(" ")
        )

    def node(self, node: Node) -> Doc:
        """One node."""
        if isinstance(node, Element):
            return self.element(node)
        if isinstance(node, Block):
            return self.block(node)
        assert isinstance(node, Piece)
        if node.kind in {"open", "html"} and node.name != "!":
            return html_tag(node.text)
        if node.kind == "translated":
            return sentence(node.text)
        if node.kind == "tag" and node.name == "translate":
            return translated(node.text)
        return node.text

    def element(self, element: Element) -> Doc:
        """Opening tag, children a step further in, closing tag."""
        if not any(not isinstance(child, Space) for child in element.children):
            return (html_tag(element.opening), " " if element.children else "", element.closing)
        first, last = self.ends(element.children)
        if element.name == "html":
            return (html_tag(element.opening), first, self.siblings(element.children), last, element.closing)
        inner = Indent((first, self.siblings(element.children)))
        return Group((html_tag(element.opening), inner, last, element.closing))

    def block(self, block: Block) -> Doc:
        """Each branch a step further in than its tag."""
        parts: list[Doc] = []
        for branch in block.branches:
            first, last = self.ends(branch.children)
            if not any(not isinstance(child, Space) for child in branch.children):
                parts += [branch.tag, (first if branch.children else ())]
                continue
            parts += [branch.tag, Indent((first, self.siblings(branch.children))), last]
        return Group((*parts, block.end))


# Tags and sentences ---------------------------------------------------------------------------------------------------


def attribute_parts(tag: str) -> list[tuple[str, str]]:
    """`<a href="x"{% if y %} class="z"{% endif %}>` in pieces, each with the blank that stands before it."""
    parts: list[tuple[str, str]] = []
    current, blank, quote, position = "", "", "", 0
    while position < len(tag):
        inner = TRANSLATED.match(tag, position) or DJANGO.match(tag, position)
        if (
            inner
            and not quote
            and tag_name(inner.group()) in {"if", "for"}
            and current[-1:] in {'"', "'", "}"}
        ):
            parts.append((blank, current))
            current, blank = inner.group(), ""
        elif inner:
            current += inner.group()
        elif not quote and tag[position].isspace():
            if current:
                parts.append((blank, current))
            current, blank = "", " "
        else:
            sign = tag[position]
            quote = ("" if sign == quote else quote) if quote else sign if sign in "\"'" else ""
            current += sign
        position = inner.end() if inner else position + 1
    if current in {">", "/>"} and parts:  # a blank before the bracket
        parts[-1] = (parts[-1][0], parts[-1][1] + current)
    else:
        parts.append((blank, current))
    return parts


def html_tag(tag: str) -> Doc:
    """An opening tag whose attributes fill lines, four blanks further in."""
    parts = attribute_parts(tag)
    if len(parts) == 1:
        return parts[0][1]
    filled: list[Doc] = [parts[0][1]]
    for blank, part in parts[1:]:
        filled += [Line(blank), attribute(part)]
    return Indent(Fill(tuple(filled)), 4)


def attribute(part: str) -> Doc:
    """An attribute; a long one breaks between class names and inside sentences for translators."""
    if len(part) <= LONG:
        return part
    if part.startswith('class="'):
        pieces = re.findall(r"(?:\{%.*?%\}|\{\{.*?\}\}|\S)+", part)
        filled: list[Doc] = []
        for piece in pieces:
            filled += [Line(" "), piece]
        return Indent(Fill(tuple(filled[1:])))
    docs: list[Doc] = []
    for piece in re.split(r"(\{% blocktranslate\b.*?\{% endblocktranslate %\}|\{% translate .*?%\})", part):
        if piece.startswith("{% blocktranslate"):
            docs.append(sentence(piece))
        elif piece.startswith("{% translate"):
            docs.append(translated(piece))
        else:
            docs.append(piece)
    return tuple(docs)


def translated(tag: str) -> Doc:
    """`{% translate "…" %}` with a long sentence folds as `{% blocktranslate trimmed %}`: the same msgid."""
    found = re.fullmatch(r'\{% translate "([^"%{]*)"( as (\w+))? %\}', tag)
    if not found or len(tag) < LONG or "  " in found[1] or found[1] != found[1].strip():
        return tag
    name = f" asvar {found[3]}" if found[3] else ""
    return (
        Group(
            (
                f"{{% blocktranslate trimmed{name} %}}",
                Indent((Line(), words(found[1]))),
                Line(),
                "{% endblocktranslate %}",
            )
        )
        if len(tag) >= LONG
        else tag
    )


def words(text: str) -> Doc:
    """Words that fill lines; variables stay whole."""
    pieces = re.findall(r"(?:\{\{.*?\}\}|\S)+", text)
    filled: list[Doc] = []
    for piece in pieces:
        filled += [Line(" "), piece]
    return Fill(tuple(filled[1:]))


def sentence(text: str) -> Doc:
    """A sentence for translators: folded where blanks at line ends do not count, else as it stands."""
    found = re.fullmatch(
        r"(\{% blocktranslate)( trimmed)?\b(.*?%\})(.*)(\{% endblocktranslate %\})", text, re.DOTALL
    )
    if not found:
        return text
    start, trimmed, options, body, end = found.groups()
    halves = re.split(r"(\{% plural %\})", body)
    if "  " in body.replace("\n", "") and not trimmed:
        return text
    if not trimmed and ("\n" in body or any(half != half.strip() for half in halves)):
        return text
    inner: list[Doc] = []
    for half in halves:
        inner += [Line(), half if half.startswith("{% plural") else words(half)]
    return Group(
        (start, " trimmed" if trimmed else IfBroken(" trimmed"), options, Indent(tuple(inner)), Line(), end)
    )
