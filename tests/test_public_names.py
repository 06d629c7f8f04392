"""The program uses public names of packages alone, and patches nothing: no private name, no attribute of theirs replaced.

Read from the syntax of every module but the tests. An own private name is one that some module of ours defines. What a
package documents although it begins with an underscore, or to be set, is public. There are no exceptions.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.rooms import HOUSE

OURS = {
    "rommé_club",
    "scoring",
    "tournaments",
    "benchmarks",
    "tests",
    "start",
    "release",
    "hatch_build",
    "manage",
}
FOLDERS = ("rommé_club", "scoring", "tournaments", "benchmarks", ".ci")
DOCUMENTED = {
    "_meta", "_default_manager", "_base_manager", "_state",  # Django: Model._meta API, managers, "Model instance: _state"
    "_asdict", "_replace", "_fields", "_make",  # collections.namedtuple
    "_exit",  # os._exit
}  # fmt: skip
TO_BE_SET = {"PngImagePlugin.MAX_TEXT_MEMORY"}  # documented by Pillow as a bound that a program chooses
PATCHERS = {"setattr", "delattr"}


def modules() -> list[Path]:
    """Return every Python file of the house but migrations."""
    found = [
        path
        for folder in FOLDERS
        for path in (HOUSE / folder).rglob("*.py")
        if "migrations" not in path.parts
    ]
    return sorted([*found, *HOUSE.glob("*.py")])


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def is_private(name: str) -> bool:
    """Return whether one underscore leads: neither __dunder__, nor _sunder_ of enums, nor the bare `_` of gettext."""
    return name.startswith("_") and name != "_" and not name.endswith("_")


def names_defined(tree: ast.AST) -> Iterator[str]:
    """Yield the private names that a module defines: functions, classes, variables, attributes, slots."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name
            case ast.Assign(
                targets=[ast.Name(id="__slots__")], value=ast.Tuple(elts=elts) | ast.List(elts=elts)
            ):
                yield from (str(one.value) for one in elts if isinstance(one, ast.Constant))


@cache
def own_names() -> frozenset[str]:
    return frozenset(name for path in modules() for name in names_defined(tree_of(path)) if is_private(name))


def imported(tree: ast.Module) -> dict[str, str]:
    """Return each name that the module imports, with where it comes from."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                top = one.name.partition(".")[0]
                found[one.asname or top] = one.name if one.asname else top
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return found


def root_of(node: ast.expr) -> str:
    """Return the name at the beginning of a chain of attributes, or nothing."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def foreign(origin: str) -> bool:
    return bool(origin) and origin.partition(".")[0] not in OURS


def private_imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield imports of private modules, and of private names, of packages."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{one.name}" for one in node.names]
        else:
            continue
        yield from (
            (node.lineno, name) for name in names if foreign(name) and any(map(is_private, name.split(".")))
        )


def private_attributes(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield attributes that begin with an underscore and that nobody in the house defines."""
    origins = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in DOCUMENTED:
            of_package = foreign(origins.get(root_of(node), ""))
            if of_package or node.attr not in own_names():
                yield node.lineno, ast.unparse(node)


def private_overrides(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield private names of a package's class that a class of the house replaces."""
    origins = imported(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        bases = [base for base in (class_of(one, origins) for one in node.bases) if base is not None]
        theirs = {
            name for base in bases for one in base.__mro__ if foreign(one.__module__) for name in vars(one)
        }
        for name in sorted({*names_defined(node)} & theirs):
            if is_private(name) and name not in DOCUMENTED:
                yield node.lineno, f"{node.name}.{name}"


def class_of(base: ast.expr, origins: dict[str, str]) -> type | None:
    """Return the class that a base names, where it is imported."""
    if isinstance(base, ast.Subscript):
        base = base.value
    words = ast.unparse(base).split(".")
    origin = origins.get(words[0])
    if origin is None:
        return None
    found: object = None
    for number, word in enumerate(path := [*origin.split("."), *words[1:]], 1):
        try:
            found = importlib.import_module(".".join(path[:number]))
        except ImportError:
            found = getattr(found, word, None)
    return found if isinstance(found, type) else None


def patches(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield places where an attribute of an imported module or class of a package is set or deleted."""
    origins = imported(tree)

    def of_package(node: ast.expr) -> bool:
        return foreign(origins.get(root_of(node), ""))

    def of_module(table: ast.expr) -> bool:
        """Return whether this is the namespace of a module or class: vars(x) or x.__dict__, of an import."""
        match table:
            case ast.Call(func=ast.Name(id="vars"), args=[one]) | ast.Attribute(attr="__dict__", value=one):
                made = isinstance(one, ast.Call) and ast.unparse(one.func).endswith("import_module")
                return made or root_of(one) in origins
        return False

    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) if of_package(node):
                if ast.unparse(node) not in TO_BE_SET:
                    yield node.lineno, ast.unparse(node)
            case ast.Subscript(value=table, ctx=ast.Store() | ast.Del()) if of_module(table):
                yield node.lineno, ast.unparse(node)
            case ast.Call(func=ast.Name(id=name), args=[target, *_]) if name in PATCHERS and of_package(
                target
            ):
                yield node.lineno, ast.unparse(node)


CHECKS = {
    "private names imported": private_imports,
    "private attributes": private_attributes,
    "private names overridden": private_overrides,
    "patched": patches,
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_no_private_name_of_a_package_is_used_and_nothing_is_patched(check):
    found = [
        f"{path.relative_to(HOUSE)}:{line}: {what}"
        for path in modules()
        for line, what in check(tree_of(path))
    ]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize(
    ("check", "code", "found"),
    [
        (private_imports, "from django.db.models.query import _helper", 1),
        (private_imports, "import _pytest.runner", 1),
        (private_imports, "from openpyxl.worksheet._writer import WorksheetWriter", 1),
        (private_imports, "from tournaments.money import _ours\nfrom __future__ import annotations", 0),
        (private_attributes, "rows._raw_something('default')", 1),
        (private_attributes, "import psycopg\npsycopg.rows._words", 1),
        (private_attributes, "Game._meta.fields, point._asdict(), self._tick()", 0),
        (
            private_overrides,
            "from django.forms import Form\nclass F(Form):\n    def _clean_fields(self): ...",
            1,
        ),
        (private_overrides, "from django.forms import Form\nclass F(Form):\n    def _ours(self): ...", 0),
        (patches, "from django.template import Node\nNode.render = None", 1),
        (patches, "import socket\nsetattr(socket, 'connect', None)", 1),
        (patches, "import x\nvars(x)['y'] = 1", 1),
        (patches, "from importlib import import_module\nvars(import_module('tournaments.x'))['y'] = 1", 1),
        (patches, "from PIL import PngImagePlugin\nPngImagePlugin.MAX_TEXT_MEMORY = 1", 0),
        (patches, "import os\nos.environ['A'] = 'b'\nself.x = os\nvars(game)['y'] = 1", 0),
    ],
)
def test_each_check_finds_what_it_is_for(check, code, found):
    assert len(list(check(ast.parse(code)))) == found
