"""The house in figures: modules, lines, rooms, arrows, names used twice, and how many files know one everyday thing."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import Figure

HOUSE = Path(__file__).resolve().parent.parent
BEFORE = "c4b5251"  # the commit before everything moved into rooms
CODE = re.compile(r"(tournaments|scoring|rommé_club)/.*\.py$")
PAGES = re.compile(r"templates/.*\.html$")
NOT_WRITTEN = re.compile(r"/migrations/|/vendor/")

# What an everyday change touches, by something that is there already: its sibling. docs/examples/index.md
SIBLINGS: Mapping[str, str] = {
    "another penalty": r"WRONG_SEAT|wrong_seat",
    "another column of the standings": r"\bcrosses\b",
    "another field of a player": r"\bborn_on\b",
    "another printable": r"place_cards",
    "another rule value": r"\blater_cents\b",
    "another finish": r"HAND_WITH_LAYOFF|hand_with_layoff",
    "another field of the API": r"\blot_seed\b",
    "another language": r"Lëtzebuergesch|\"lb\"",
    "another screen of the hall": r"View\.CALLS|call_pages",
    "another import format": r"\bread_ods\b",
}


def texts_now() -> dict[str, str]:
    """Every file that git knows, as it lies here."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOUSE, capture_output=True, check=True).stdout
    names = [name for name in listed.decode().split("\0") if CODE.match(name) or PAGES.match(name)]
    return {name: (HOUSE / name).read_text(encoding="utf-8") for name in names if (HOUSE / name).is_file()}


def texts_at(commit: str) -> dict[str, str]:
    """The same as it was at a commit; empty where the checkout does not reach back so far."""
    listed = subprocess.run(
        ["git", "ls-tree", "-r", "-z", "--name-only", commit], cwd=HOUSE, capture_output=True, check=False
    )
    names = [name for name in listed.stdout.decode().split("\0") if CODE.match(name) or PAGES.match(name)]
    asked = "".join(f"{commit}:{name}\n" for name in names)
    answer = subprocess.run(
        ["git", "cat-file", "--batch"], cwd=HOUSE, input=asked.encode(), capture_output=True, check=False
    ).stdout
    texts, at = {}, 0
    for name in names:
        end = answer.index(b"\n", at)
        size = int(answer[at:end].split()[-1])
        texts[name] = answer[end + 1 : end + 1 + size].decode()
        at = end + 1 + size + 1
    return texts


def room(name: str) -> str:
    """The first folder below the wing."""
    parts = Path(name).parts
    return parts[1].removesuffix(".py") if len(parts) > 1 else parts[0]


def functions(trees: Mapping[str, ast.Module]) -> Iterator[tuple[str, ast.FunctionDef]]:
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield name, node


def arrows(trees: Mapping[str, ast.Module]) -> Counter[str]:
    """Imports between modules of tournaments: within a room, of the models, across rooms."""
    found: Counter[str] = Counter()
    for name, tree in trees.items():
        if not name.startswith("tournaments/"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments."):
                other = str(node.module).split(".")[1]
                same = other == room(name)
                found["inside" if same else "models" if other == "models" else "across"] += 1
    return found


def path_of(name: str) -> str:
    """As an import says it."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def asked_elsewhere(path: str, tree: ast.Module) -> set[tuple[str, str]]:
    """What a module takes from others: module and name, by `from module import name` or by `module.name`.

    A module that is fetched when it is needed counts too: `room("identity").certificate_of` in `sealing.core`.
    """
    taken: set[tuple[str, str]] = set()
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                taken.add((node.module, one.name))
                modules[one.asname or one.name] = f"{node.module}.{one.name}"
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=known), attr=attribute) if known in modules:
                taken.add((modules[known], attribute))
            case ast.Attribute(
                value=ast.Call(func=ast.Name(id="room"), args=[ast.Constant(value=str(late))]), attr=attribute
            ):
                taken.add((f"{path}.{late}", attribute))
    return taken


def meanings(name: str, where: set[str], asked: Mapping[str, set[tuple[str, str]]]) -> list[set[str]]:
    """The things a name stands for, each by its modules: a view that calls the service of the same name, or a wrapper what
    it wraps, is one."""
    groups: list[set[str]] = []
    for module in sorted(where):
        joined = {
            module,
            *(other for other in where if (other, name) in asked[module] or (module, name) in asked[other]),
        }
        for group in [group for group in groups if group & joined]:
            joined |= group
            groups.remove(group)
        groups.append(joined)
    return groups


def wing_or_room(path: str) -> str:
    """`tournaments.lists` of one of its modules, `scoring` of one of scoring."""
    return ".".join(path.split(".")[: 2 if path.startswith("tournaments.") else 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """A name that stands for several things: the modules of each, and those that another room asks for by this name."""

    things: list[set[str]]
    asked_by_others: list[set[str]]

    @property
    def ambiguous(self) -> bool:
        """Whether somebody outside can mean the wrong one. Views are met at their addresses, and by no name."""
        others = [thing for thing in self.things if not all(".views" in module for module in thing)]
        return bool(self.asked_by_others) and len(others) > 1


def names_of_several(trees: Mapping[str, ast.Module]) -> dict[str, Several]:
    """Names of public functions and classes at the top of a module that mean something else in another module.

    Names of one deed at its doors are one: a view or an operation of the API bears the name of the service or selector that it
    calls. What the API answers is left out: its schemas and operations are a published contract, and bear the nouns of its
    document.
    """
    where: dict[str, set[str]] = defaultdict(set)
    through: dict[tuple[str, str], tuple[str, str]] = {}  # a package that hands on what its modules have
    for name, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].add(path_of(name))
            elif isinstance(node, ast.ImportFrom) and name.endswith("__init__.py"):
                through.update(
                    {(path_of(name), one.name): (str(node.module), one.name) for one in node.names}
                )
    asked = {
        path_of(name): {through.get(one, one) for one in asked_elsewhere(path_of(name), tree)}
        for name, tree in trees.items()
    }
    abroad = {
        (module, name)
        for asking, taken in asked.items()
        for module, name in taken
        if wing_or_room(module) != wing_or_room(asking)
    }
    told_by_others = {"Command", "Meta", "DatabaseWrapper"}  # Django's names
    several: dict[str, Several] = {}
    for name, found in where.items():
        modules = {one for one in found if not one.startswith("tournaments.api")}
        things = meanings(name, modules, asked)
        if len(things) > 1 and name not in told_by_others:
            lent = [thing for thing in things if any((module, name) in abroad for module in thing)]
            several[name] = Several(things=things, asked_by_others=lent)
    return several


def parsed(texts: Mapping[str, str]) -> dict[str, ast.Module]:
    """The modules that somebody wrote; an __init__ of one docstring line is a folder and no module."""
    return {
        name: ast.parse(text)
        for name, text in texts.items()
        if name.endswith(".py") and text.count("\n") > 1 and not NOT_WRITTEN.search(name)
    }


def duplicates(texts: Mapping[str, str], trees: Mapping[str, ast.Module]) -> int:
    """Blocks of six lines that stand in two modules, imports (wrapped ones too) and blank lines left out."""
    seen: dict[str, set[str]] = defaultdict(set)
    for name, text in texts.items():
        imports = {
            number
            for node in trees[name].body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        lines = [
            line.strip()
            for number, line in enumerate(text.splitlines(), 1)
            if number not in imports and len(line.strip()) > 3
        ]
        for at in range(len(lines) - 5):
            seen["\n".join(lines[at : at + 6])].add(name)
    return sum(len(found) > 1 for found in seen.values())


def longest_function(trees: Mapping[str, ast.Module]) -> int:
    return max(((node.end_lineno or 0) - node.lineno + 1 for _name, node in functions(trees)), default=0)


def measure(texts: Mapping[str, str]) -> dict[str, float]:
    """Every figure by its name."""
    written = {name: text for name, text in texts.items() if not NOT_WRITTEN.search(name)}
    code = {name: text for name, text in written.items() if name.endswith(".py") and text.count("\n") > 1}
    pages = {name: text for name, text in written.items() if name.endswith(".html")}
    trees = parsed(texts)
    found, several = arrows(trees), names_of_several(trees)
    all_arrows = max(sum(found.values()), 1)
    rooms = Counter(room(name) for name in code if name.startswith("tournaments/") and name.count("/") > 1)
    figures: dict[str, float] = {
        "modules of tournaments": sum(name.startswith("tournaments/") for name in code),
        "modules of scoring": sum(name.startswith("scoring/") for name in code),
        "lines of code": sum(len(text.splitlines()) for text in code.values()),
        "lines of a module on average": round(
            sum(len(text.splitlines()) for text in code.values()) / max(len(code), 1)
        ),
        "folders right below tournaments": len(rooms),
        "modules of the largest of them": max(rooms.values(), default=0),
        "longest module": max(len(text.splitlines()) for text in code.values()),
        "longest function": longest_function(trees),
        "longest line of a template": max(len(line) for text in pages.values() for line in text.splitlines()),
        "lines of templates over 200": sum(
            len(line) > 200 for text in pages.values() for line in text.splitlines()
        ),
        "lines of templates over 110": sum(
            len(line) > 110 for text in pages.values() for line in text.splitlines()
        ),
        "imports within a folder, of 100": round(100 * found["inside"] / all_arrows),
        "imports of the models, of 100": round(100 * found["models"] / all_arrows),
        "names that mean two things": len(several),
        "names of them that another room asks for": sum(name.ambiguous for name in several.values()),
        "blocks of six lines that stand twice": duplicates(code, trees),
    }
    for folder, modules in sorted(rooms.items()):
        inside = {name: text for name, text in code.items() if name.startswith(f"tournaments/{folder}/")}
        own = {name: trees[name] for name in inside}
        shown = [text for name, text in pages.items() if f"/tournaments/{folder}/" in name]
        edges = arrows(own)
        figures[f"tournaments/{folder}: modules"] = modules
        figures[f"tournaments/{folder}: lines"] = sum(len(text.splitlines()) for text in inside.values())
        figures[f"tournaments/{folder}: longest module"] = max(
            len(text.splitlines()) for text in inside.values()
        )
        figures[f"tournaments/{folder}: longest function"] = longest_function(own)
        figures[f"tournaments/{folder}: longest line of its templates"] = max(
            (len(line) for text in shown for line in text.splitlines()), default=0
        )
        figures[f"tournaments/{folder}: imports inside"] = edges["inside"]
        figures[f"tournaments/{folder}: imports of other rooms"] = edges["across"]
    for name, sibling in SIBLINGS.items():
        knows = re.compile(sibling)
        figures[f"files that know {name}"] = sum(bool(knows.search(text)) for text in written.values())
    return figures


def figures(*, quick: bool) -> Iterator[Figure]:
    """Each figure at the commit before everything moved, where the checkout reaches back so far, and now."""
    texts = {} if quick else texts_at(BEFORE)
    before, now = measure(texts) if texts else {}, measure(texts_now())
    for name in (*now, *(gone for gone in before if gone not in now)):
        if name in before:
            yield Figure(name=f"{name}, at {BEFORE}", value=before[name], unit="")
        if name in now:
            yield Figure(name=name, value=now[name], unit="")
