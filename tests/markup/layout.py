"""Documents that fit a width: groups that break as one, fills that break where they must, indentation.

The way of Wadler's pretty printer, as every code formatter goes it.
"""

from dataclasses import dataclass
from typing import TypeAlias

WIDTH = 110


@dataclass(frozen=True)
class Line:
    """A possible break; `flat` stands there when it is not taken."""

    flat: str = ""
    hard: bool = False


@dataclass(frozen=True)
class Indent:
    """Two blanks more, behind each break inside."""

    inner: "Doc"
    by: int = 2


@dataclass(frozen=True)
class Group:
    """Flat when it fits, else each of its own breaks is taken."""

    inner: "Doc"


@dataclass(frozen=True)
class Fill:
    """Contents and breaks by turns; each break is taken only when what follows does not fit."""

    parts: tuple["Doc", ...]


@dataclass(frozen=True)
class IfBroken:
    """Text that is there only when its group is broken."""

    broken: str
    flat: str = ""


Doc: TypeAlias = "str | Line | Indent | Group | Fill | IfBroken | tuple[Doc, ...]"
HARD = Line(hard=True)
Order = tuple[int, bool, "Doc"]  # indentation, broken, what


def must_break(doc: Doc) -> bool:
    """Whether a hard break stands inside."""
    if isinstance(doc, str):
        return "\n" in doc
    if isinstance(doc, Line):
        return doc.hard
    if isinstance(doc, Indent | Group):
        return must_break(doc.inner)
    if isinstance(doc, Fill):
        return any(must_break(part) for part in doc.parts)
    if isinstance(doc, IfBroken):
        return False
    return any(must_break(part) for part in doc)


def fits(order: Order, rest: list[Order], room: int, must_be_flat: bool = False) -> bool:
    """Whether the document, and what follows up to the next possible break, fits into the room."""
    todo, behind = [order], len(rest)
    while room >= 0:
        if not todo:
            if behind == 0:
                return True
            behind -= 1
            todo = [rest[behind]]
            continue
        depth, broken, doc = todo.pop()
        if isinstance(doc, str):
            if "\n" in doc:
                return room >= len(doc.split("\n", 1)[0])
            room -= len(doc)
        elif isinstance(doc, Line):
            if broken or doc.hard:
                return True
            room -= len(doc.flat)
        elif isinstance(doc, Indent):
            todo.append((depth, broken, doc.inner))
        elif isinstance(doc, Group):
            todo.append((depth, broken and must_break(doc) and not must_be_flat, doc.inner))
        elif isinstance(doc, Fill):
            todo.extend((depth, broken, part) for part in reversed(doc.parts))
        elif isinstance(doc, IfBroken):
            room -= len(doc.broken if broken else doc.flat)
        else:
            todo.extend((depth, broken, part) for part in reversed(doc))
    return False


class Printer:
    """Writes a document into lines."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        self.written: list[str] = []
        self.column = 0
        self.todo: list[Order] = []

    def print(self, doc: Doc) -> str:
        """The document as text, without blanks at the ends of lines."""
        self.todo = [(0, True, doc)]
        while self.todo:
            self.step(*self.todo.pop())
        return "\n".join(line.rstrip() for line in "".join(self.written).split("\n"))

    def write(self, text: str) -> None:
        self.written.append(text)
        self.column = len(text) - text.rindex("\n") - 1 if "\n" in text else self.column + len(text)

    def step(self, depth: int, broken: bool, doc: Doc) -> None:
        if isinstance(doc, str):
            self.write(doc)
        elif isinstance(doc, Line):
            self.write("\n" + " " * depth if broken or doc.hard else doc.flat)
        elif isinstance(doc, Indent):
            self.todo.append((depth + doc.by, broken, doc.inner))
        elif isinstance(doc, Group):
            flat = (depth, False, doc.inner)
            fine = not must_break(doc) and fits(flat, self.todo, self.width - self.column)
            self.todo.append(flat if fine else (depth, True, doc.inner))
        elif isinstance(doc, Fill):
            self.fill(depth, doc.parts)
        elif isinstance(doc, IfBroken):
            self.write(doc.broken if broken else doc.flat)
        else:
            self.todo.extend((depth, broken, part) for part in reversed(doc))

    def fill(self, depth: int, parts: tuple[Doc, ...]) -> None:
        """The first content, then its break, taken only when the next content does not fit behind it."""
        if not parts:
            return
        content = parts[0]
        flat: Order = (depth, False, content)
        fine = not must_break(content) and fits(flat, [], self.width - self.column, True)
        first: Order = flat if fine else (depth, True, content)
        if len(parts) == 1:
            last_fits = not must_break(content) and fits(flat, self.todo, self.width - self.column, True)
            self.todo.append(flat if last_fits else (depth, True, content))
            return
        separator, following = parts[1], parts[2]
        both: Order = (depth, False, (content, separator, following))
        behind = [] if len(parts) > 3 else self.todo
        pair = not must_break((content, separator, following)) and fits(
            both, behind, self.width - self.column, True
        )
        self.todo.append((depth, True, Fill(parts[2:])))
        self.todo.append((depth, not pair, separator))
        self.todo.append(first)
