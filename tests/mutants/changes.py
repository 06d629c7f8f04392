"""One thing changed in a module: a comparison turned, a sum made a difference, a number one higher, a truth its opposite."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent.parent

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Parts of one node that get other values."""

    node: ast.expr
    parts: dict[str, object]
    said: str = ""

    def turn(self) -> Change:
        """Do it; what comes back undoes it."""
        back = {name: getattr(self.node, name) for name in self.parts}
        for name, value in self.parts.items():
            setattr(self.node, name, value)
        return Change(node=self.node, parts=back)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change: where, and what. The changed module is made when it is wanted."""

    module: str
    number: int  # among those of the module
    where: str  # function or class, with dots
    what: str
    lines: tuple[int, int]
    statement: tuple[int, int]
    inside: bool  # a function's body: runs when a test calls it, not while the module is imported

    @property
    def name(self) -> tuple[str, str, str]:
        return self.module, self.where, self.what

    def tree(self) -> ast.Module:
        tree = ast.parse(source_of(self.module))
        list(changes(tree))[self.number].turn()
        return ast.fix_missing_locations(tree)

    def __str__(self) -> str:
        return f"{self.module}:{self.lines[0]}  {self.where or '(module)'}  {self.what}"


def source_of(module: str) -> str:
    return (HOUSE / module).read_text(encoding="utf-8")


def mutants(module: str) -> list[Mutant]:
    """Everything that may be changed in a module."""
    source = source_of(module)
    rows, tree = source.splitlines(), ast.parse(source)
    places = dict(places_in(tree))
    found = []
    for number, change in enumerate(list(changes(tree))):
        node, (where, statement, inside) = change.node, places[id(change.node)]
        before = ast.unparse(node)
        back = change.turn()
        after = change.said or ast.unparse(node)
        back.turn()
        row = f"  in  {rows[node.lineno - 1].strip()}" if isinstance(node, ast.Constant) else ""
        found.append(
            Mutant(
                module=module,
                number=number,
                where=where,
                what=f"{before}  →  {after}{row}",
                lines=(node.lineno, node.end_lineno or node.lineno),
                statement=statement,
                inside=inside,
            )
        )
    return found


def places_in(
    tree: ast.AST, where: str = "", statement: tuple[int, int] = (0, 0), *, inside: bool = False
) -> Iterator[tuple[int, tuple[str, tuple[int, int], bool]]]:
    """For every node its function, the lines of its statement, and whether it is in a function's body."""
    yield id(tree), (where, statement, inside)
    named = isinstance(tree, (ast.FunctionDef, ast.ClassDef))
    name = f"{where}.{tree.name}".lstrip(".") if named else where  # type: ignore[attr-defined]
    for field, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST):
                continue
            within = inside or (isinstance(tree, ast.FunctionDef) and field == "body")
            own = (node.lineno, node.end_lineno or node.lineno) if isinstance(node, ast.stmt) else statement
            yield from places_in(node, name, own, inside=within)


def changes(tree: ast.Module) -> Iterator[Change]:
    """Each thing that can be changed."""
    skipped = {id(inner) for outer in ast.walk(tree) for inner in annotations_of(outer)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        match node:
            case ast.Compare(ops=[first, *rest]) if type(first) in TURNED:
                yield Change(node=node, parts={"ops": [TURNED[type(first)](), *rest]})
            case ast.BinOp(op=op) if type(op) in SWAPPED:
                yield Change(node=node, parts={"op": SWAPPED[type(op)]()})
            case ast.BoolOp(op=op):
                yield Change(node=node, parts={"op": ast.Or() if isinstance(op, ast.And) else ast.And()})
            case ast.UnaryOp(op=ast.Not(), operand=held):  # `not x` becomes `+bool(x)`
                truth = ast.Call(func=ast.Name(id="bool", ctx=ast.Load()), args=[held], keywords=[])
                yield Change(node=node, parts={"op": ast.UAdd(), "operand": truth}, said="without not")
            case ast.UnaryOp(op=ast.USub()):
                yield Change(node=node, parts={"op": ast.UAdd()}, said="without minus")
            case ast.Constant(value=bool() as value):
                yield Change(node=node, parts={"value": not value})
            case ast.Constant(value=int() as value):
                yield Change(node=node, parts={"value": value + 1})


def annotations_of(node: ast.AST) -> Iterator[ast.AST]:
    """What nobody could notice: annotations, arguments of dataclass decorators, sizes of memories, zip's `strict`."""
    held: list[ast.AST] = []
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"zip", "lru_cache"}
    ):
        held += node.keywords
    if isinstance(node, ast.AnnAssign):
        held.append(node.annotation)
    if isinstance(node, ast.arg) and node.annotation is not None:
        held.append(node.annotation)
    if isinstance(node, ast.FunctionDef) and node.returns is not None:
        held.append(node.returns)
    if isinstance(node, ast.ClassDef):
        held += node.decorator_list
    for one in held:
        yield from ast.walk(one)
