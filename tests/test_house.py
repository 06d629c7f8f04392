"""The house keeps its own rules: names, arrows, words in docs, nothing that leaves the machine."""

from __future__ import annotations

import ast
import importlib.util
import re
import socket
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path

import pytest
from django.db import connection
from django.template.loader import get_template

from scoring import guards
from tests import factories, rooms
from tests.conftest import NetworkTouched
from tests.rooms import HOUSE
from tournaments.models import JournalEntry, Tournament

CONTRACTS = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]
ROOMS = sorted(path.parent.name for path in (HOUSE / "tournaments").glob("*/__init__.py"))
WITHOUT_LAYERS = {
    "api",
    "management",
    "migrations",
    "models",
    "pages",
    "paper",
    "spreadsheets",
    "storage",
    "templatetags",
}
PICTURES = {".bin", ".woff", ".woff2", ".ttf", ".png", ".jpg", ".ico", ".pdf", ".gz", ".xlsx", ".ods", ".xz", ".npz"}  # fmt: skip
CODE = [*rooms.modules(), Path("manage.py"), Path("start.py")]


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    """Every path that the repository holds, as git spells it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOUSE, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [name for name in listed.stdout.decode().split("\0") if (HOUSE / name).is_file()]


def none_of(found: list[str], advice: str = "") -> None:
    """Fails with every finding on a line of its own."""
    assert not found, "\n".join([advice, *found])


def texts(names: list[str]) -> dict[str, str]:
    return {
        name: (HOUSE / name).read_text(encoding="utf-8")
        for name in names
        if Path(name).suffix not in PICTURES
    }


# Names and words ----------------------------------------------------------------------------------------------


def test_every_name_and_every_text_is_in_normal_form(tracked):
    """The é is one code point, in paths and in texts: two spellings of one name are two files on Linux."""
    none_of([name for name in tracked if not unicodedata.is_normalized("NFC", name)])
    none_of([name for name, text in texts(tracked).items() if not unicodedata.is_normalized("NFC", text)])


def test_every_decision_has_a_number_of_its_own_and_its_title_says_it():
    found: dict[str, str] = {}
    for path in sorted((HOUSE / "docs/decisions").glob("[0-9]*.md")):
        number = path.name[:4]
        assert number not in found, f"{path.name} and {found[number]}"
        found[number] = path.name
        assert path.read_text(encoding="utf-8").startswith(f"# {number} "), path.name


def test_a_page_that_says_where_names_folders_that_are_there():
    """Those under "Where", at the end of the pages about rooms."""
    for page in (HOUSE / "docs").glob("*.md"):
        _text, where, folders = page.read_text(encoding="utf-8").rpartition("\n## Where\n")
        places = re.findall(r"`([^`]+)`", folders) if where else []
        none_of([f"{page.name}: {place}" for place in places if not (HOUSE / place).exists()])


def keys_of(table: object) -> set[str]:
    match table:
        case dict():
            return {str(key) for key in table} | {key for value in table.values() for key in keys_of(value)}
        case list():
            return {key for value in table for key in keys_of(value)}
    return set()


@pytest.mark.parametrize("path", sorted((HOUSE / "scoring/rules").glob("*.toml")), ids=lambda path: path.stem)
def test_every_rule_key_is_explained(path):
    explained = "\n".join(page.read_text(encoding="utf-8") for page in (HOUSE / "docs/rules").glob("*.md"))
    keys = keys_of(tomllib.loads(path.read_text(encoding="utf-8")))
    missing = sorted(key for key in keys if not re.search(rf"`([\w.\[\]]+\.)?{re.escape(key)}`", explained))
    none_of(missing, "write them into docs/rules/, in backticks")


def test_every_link_between_docs_leads_somewhere(tracked):
    none_of(
        [
            f"{name} → {target}"
            for name, text in texts([name for name in tracked if name.endswith(".md")]).items()
            for target in re.findall(r"\]\(([^)#\s]+)", text)
            if "://" not in target and not (HOUSE / name).parent.joinpath(target).exists()
        ]
    )


# Imports ------------------------------------------------------------------------------------------------------


def test_the_staircase_holds():
    """In a Python of its own, since import-linter silences everybody's logs."""
    check = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True, no_logo=True))"
    run = subprocess.run(
        [sys.executable, "-c", check], cwd=HOUSE, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def contract(name: str) -> dict[str, list[str]]:
    """The contract of import-linter whose name has these words."""
    return next(one for one in CONTRACTS if name in one["name"])


def without_django() -> list[str]:
    """The modules that the contract keeps free of Django, each core by its own name."""
    named = contract("without Django")["source_modules"]
    cores = [f"tournaments.{room}.core" for room in ROOMS if (HOUSE / "tournaments" / room / "core").is_dir()]
    if importlib.util.find_spec("cv2") is None:  # an extra: `python start.py reading`
        cores.remove("tournaments.reading.core")
    assert "tournaments.*.core" in named
    assert cores
    return [name for name in named if "*" not in name] + cores


def test_every_room_has_the_layers_or_is_named_here():
    layered = {name.removeprefix("tournaments.") for name in contract("Inside each room")["containers"]}
    assert layered | WITHOUT_LAYERS == set(ROOMS)
    assert not layered & WITHOUT_LAYERS


@pytest.mark.slow
def test_what_people_may_argue_about_runs_without_django():
    """Every module of the core is imported in a Python that has no Django."""
    story = f"""
import importlib, pkgutil, sys

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "django":
            raise ImportError(f"no {{name}} here")

sys.meta_path.insert(0, Nowhere())
try:
    import django
except ImportError:
    pass
else:
    sys.exit("Django is still to be had, so this proves nothing")
for name in {without_django()!r}:
    module = importlib.import_module(name)
    for room in pkgutil.walk_packages(getattr(module, "__path__", ()), name + "."):
        if not room.name.endswith("__main__"):
            importlib.import_module(room.name)
"""
    run = subprocess.run(
        [sys.executable, "-c", story], cwd=HOUSE, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_the_underscore_is_gettext_and_nothing_else():
    """Marked or lazy sentences say so by their full name, which makemessages knows too; what nobody reads is `_unused`."""
    other = re.compile(
        r"import (?!gettext as _\b)\w+ as _\b|, \w+ as _\b|\bfor _ in\b|\b_ = |\b_, \w+ = |, _ = "
    )
    none_of([str(module) for module in CODE if other.search((HOUSE / module).read_text(encoding="utf-8"))])


def test_no_import_names_the_project():
    """The é stays out of import statements; Django and the server know the project by its settings."""
    naming = {module: (HOUSE / module).read_text(encoding="utf-8") for module in CODE}
    named = [
        f"{module}: {ast.unparse(node)}"
        for module, text in naming.items()
        if "rommé_club" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom) and "rommé_club" in ast.unparse(node)
    ]
    none_of(named)


# Nothing leaves, nothing sneaks in ----------------------------------------------------------------------------


def test_no_file_names_a_registry_or_a_path_of_somebodys_machine(tracked):
    forbidden = re.compile(
        r"pypi\.(org|python)|pythonhosted|registry\.npm|deb\.debian|(?<![\w./-])/(work|root|tmp|Users)/"
    )
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts(tracked).items()
        if name != "tests/test_house.py"
        for number, line in enumerate(text.splitlines(), 1)
        if forbidden.search(line)
    ]
    none_of(found)


def test_no_page_loads_anything_from_outside(tracked):
    loads = re.compile(
        r"""(?:src|srcset|action|poster)\s*=\s*["']?(?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import"""
    )
    links = re.compile(r"""<link[^>]+href\s*=\s*["']?(?:https?:)?//""")
    pages = [name for name in tracked if name.startswith(("templates/", "static/")) and "vendor/" not in name]
    none_of([name for name, text in texts(pages).items() if loads.search(text) or links.search(text)])


def test_every_template_knows_its_tags():
    """A tag whose function was renamed is found by no type checker."""
    names = [path.relative_to(HOUSE / "templates").as_posix() for path in (HOUSE / "templates").rglob("*.*")]
    assert len(names) > 200
    for name in names:
        assert get_template(name)


def test_the_tests_cannot_reach_the_network():
    """Addresses that lead nowhere, so that nothing would leave even if the guard slept."""
    with pytest.raises(NetworkTouched):
        socket.create_connection(("240.0.0.1", 80), timeout=1)
    with socket.socket() as caller, pytest.raises(NetworkTouched):
        caller.connect(("240.0.0.1", 80))
    with pytest.raises(NetworkTouched):
        socket.getaddrinfo("nowhere.invalid", 80)


# Database -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("day", [1, 2])
def test_a_test_that_commits_leaves_an_empty_guarded_house(day):
    assert Tournament.objects.count() == JournalEntry.objects.count() == 0
    assert {trigger for trigger, _table in guards.installed(connection)} == {
        guard.trigger for guard in guards.registered_guards() if guard.sql(connection.vendor)
    }
    factories.tournament(players=4)
    assert JournalEntry.objects.exists()


@pytest.mark.django_db
def test_with_postgresql_who_asks_a_database_is_asked_again(request: pytest.FixtureRequest):
    """What has no table was asked in the suite; tests/conftest.py leaves it out there."""
    [judge] = [
        plugin.asks_a_database
        for plugin in request.config.pluginmanager.get_plugins()
        if hasattr(plugin, "asks_a_database")
    ]
    prizes = [
        item
        for item in request.session.items
        if item.nodeid.startswith("tests/tournaments/money/test_core.py")
    ]
    assert judge(request.node)
    assert not any(map(judge, prizes)), "prizes are reckoned without tables"
