"""Where a line break changes nothing that a reader sees.

Browsers fold blanks into one and drop them at the edges of blocks. So a break may stand where blanks are already,
where a block begins or ends, and beside blanks that are certainly there. Everywhere else words would drift apart.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tests.markup.parse import Block, Element, Node, Piece, Space, tree_of

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
BLOCKS = set((Path(__file__).parent / "blocks.txt").read_text(encoding="utf-8").split())
"""Elements beside which blanks vanish; `br` and the pieces of a drawing are such edges as well."""
INSIDE_ONLY = {"button", "select", "svg", "datalist"}
FLEX = set((Path(__file__).parent / "flex.txt").read_text(encoding="utf-8").split())
"""Classes that are flex boxes or grids wherever they stand: their children stand by themselves."""
ICON = '{% include "parts/icon.html"'
AREAS = {"content", "aside", "body", "head", "header", "nav", "page_head", "footer"}
SILENT = {
    "load",
    "extends",
    "get_current_language",
    "get_language_info_list",
    "get_available_languages",
    "csrf_token",
}


def silent(tag: Piece) -> bool:
    """Whether the tag prints nothing that takes room."""
    return tag.name in SILENT or (
        " as " in tag.text and tag.name in {"url", "translate", "querystring", "static"}
    )


def classes(opening: str) -> set[str]:
    """The classes that are there in any case."""
    found = re.search(
        r'\sclass="([^"]*?)"', re.sub(r"\{%.*?%\}|\{\{.*?\}\}", lambda tag: "\0" * len(tag.group()), opening)
    )
    return {word for word in (found.group(1).split() if found else []) if "\0" not in word}


def is_block(element: Element) -> bool:
    """Whether blanks beside the element vanish."""
    return element.name in BLOCKS


def is_closed(element: Element) -> bool:
    """Whether blanks just inside the element vanish."""
    return is_block(element) or element.name in INSIDE_ONLY or bool(FLEX & classes(element.opening))


@cache
def included(name: str) -> list[Node] | None:
    """The tree of an included part; None where the name is a variable or a library's."""
    path = TEMPLATES / name
    return tree_of(path.read_text(encoding="utf-8")) if path.is_file() else None


NOTHING, BLANK, EDGE = (
    0,
    1,
    2,
)  # what certainly stands beside a gap; a link's underline ends a blank, but not an edge


class Walk:
    """One walk through a tree, forwards or backwards: at each gap, whether blanks or an edge are certainly there."""

    def __init__(self, backwards: bool, note: Callable[[Sequence[Node], int, int], None]) -> None:
        self.backwards = backwards
        self.note = note
        self.boxed = False  # directly inside a flex box

    def nodes(self, nodes: Sequence[Node], state: int) -> int:
        """Walk over siblings; gap i stands before node i, gap len after the last."""
        order = range(len(nodes) - 1, -1, -1) if self.backwards else range(len(nodes))
        self.note(nodes, len(nodes) if self.backwards else 0, state)
        for index in order:
            state = self.node(nodes[index], state)
            self.note(nodes, index if self.backwards else index + 1, state)
        return state

    def node(self, node: Node, state: int) -> int:
        """What is certain behind the node, from what was certain before it."""
        if isinstance(node, Space):
            return max(state, BLANK)
        if isinstance(node, Element):
            around, self.boxed = self.boxed, bool(FLEX & classes(node.opening))
            closed = around or is_closed(node)
            inner = self.nodes(node.children, EDGE if closed or state == EDGE else NOTHING)
            self.boxed = around
            if around or is_block(node):
                return EDGE
            return EDGE if inner == EDGE and not closed and not classes(node.opening) else NOTHING
        if isinstance(node, Block):
            return self.block(node, state)
        return self.piece(node, state)

    def block(self, block: Block, state: int) -> int:
        """All ways through a block have to agree."""
        if block.name == "block" and block.branches[0].tag.split()[2] in AREAS:
            self.nodes(block.branches[0].children, EDGE)
            return EDGE
        if block.name == "for":
            first = block.branches[0].children
            silent_walk = Walk(self.backwards, lambda *_: None)
            begin = min(state, silent_walk.nodes(first, state))
            ends = [self.nodes(first, begin)]
        else:
            ends = [self.nodes(block.branches[0].children, state)]
        ends += [self.nodes(branch.children, state) for branch in block.branches[1:]]
        may_skip = block.name in {"if", "ifchanged"} and not block.branches[-1].tag.startswith("{% else")
        if block.name == "for" and len(block.branches) == 1:
            may_skip = True
        return min(*ends, state) if may_skip else min(ends)

    def piece(self, piece: Piece, state: int) -> int:
        """A piece that prints takes the certainty away."""
        if piece.kind == "comment" or (piece.kind == "tag" and silent(piece)):
            return state
        if self.boxed and (
            piece.text.startswith(ICON) or (piece.kind == "html" and piece.name in {"img", "input"})
        ):
            return EDGE
        if piece.kind == "tag" and piece.name == "include":
            name = re.match(r'\{% include "([^"]+)"', piece.text)
            tree = included(name.group(1)) if name else None
            if tree is None:
                return NOTHING
            inside = Walk(self.backwards, lambda *_: None)
            inside.boxed = self.boxed
            return inside.nodes(tree, NOTHING)
        if piece.kind in {"open", "close", "html", "verbatim"}:
            if piece.name in {"script", "style"} or 'type="hidden"' in piece.text:
                return state
            return EDGE if piece.name in BLOCKS or piece.name == "!" else NOTHING
        return NOTHING


Free = dict[tuple[int, int], bool]


def free_gaps(tree: list[Node]) -> Free:
    """For each list of siblings (by its identity) and each gap in it: whether a break may be put there."""
    free: Free = {}

    def note(nodes: Sequence[Node], gap: int, state: int) -> None:
        free[id(nodes), gap] = free.get((id(nodes), gap), False) or state > NOTHING

    if any(isinstance(node, Piece) and node.name == "extends" for node in tree):
        for gap, node in enumerate(tree):  # only its blocks are read, so nothing shows between them
            free[id(tree), gap] = free[id(tree), gap + 1] = True
            Walk(False, note).node(node, NOTHING)
            Walk(True, note).node(node, NOTHING)
        return free
    Walk(False, note).nodes(tree, NOTHING)
    Walk(True, note).nodes(tree, NOTHING)
    return free
