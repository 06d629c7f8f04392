"""docs/examples and docs/recipes.md: every patch applies to the tree of today, every page says what its patch does, and all of it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path, PurePosixPath

import pytest

from scoring.engine.best import best
from scoring.engine.law import Finish
from scoring.engine.notation import read_cards
from scoring.points import HandLeft, Result, possible_finishes, score
from scoring.rules import RulesError, built_in, parse_toml, read_document
from tests.rooms import HOUSE

EXAMPLES = HOUSE / "docs" / "examples"
PATCHES = sorted(EXAMPLES.glob("*.patch"))
PAGES = (HOUSE / "docs" / "recipes.md", EXAMPLES / "ranking.md", EXAMPLES / "family.md")
WALKS = ("ranking", "family")  # worked examples, beside the table of everyday changes
BLOCK = re.compile(r"^`([^`\n]+)`\n\n```(?:python|text)\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
each = pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)


def git_apply(patch: Path, *words: str, tree: Path) -> str:
    """What git says against it; nothing when it applies. What has moved beside it since is merged, as git would for anybody."""
    said = ""
    for way in ((), ("--3way",)):
        run = subprocess.run(
            ["git", "apply", *way, *words, str(patch)],
            cwd=tree,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if not run.returncode and "with conflicts" not in run.stderr:
            return ""
        said = run.stderr
    return said


def files_of(patch: Path) -> list[str]:
    return re.findall(r"^\+\+\+ b/(.+)$", patch.read_text(encoding="utf-8"), re.MULTILINE)


def hunks_of(patch: Path) -> dict[str, list[str]]:
    """What it adds to each file, hunk by hunk, without indentation."""
    found: dict[str, list[str]] = {}
    parts = re.split(r"^\+\+\+ b/(.+)$", patch.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        hunks = re.split(r"^@@.*$", body, flags=re.MULTILINE)[1:]
        added = ["\n".join(line[1:] for line in hunk.splitlines() if line[:1] == "+") for hunk in hunks]
        found[name] = added
    return found


def test_there_are_eleven_changes_a_ranking_and_a_family():
    assert len(PATCHES) == 13


@each
def test_every_example_still_applies(patch):
    assert git_apply(patch, "--check", tree=HOUSE) == "", "mend the patch: apply it by hand, git diff -U1"


@each
def test_the_table_counts_its_files(patch):
    files = files_of(patch)
    folders = {PurePosixPath(name).parent for name in files}
    page = (EXAMPLES / "index.md").read_text(encoding="utf-8")
    counted = (
        f"({len(files)} files in {len(folders)} folders)"
        if patch.stem in WALKS
        else f"| [{patch.name}]({patch.name}) | {len(files)}, {len(folders)} |"
    )
    assert counted in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_what_its_patch_does(page):
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert blocks
    known: dict[str, list[str]] = {}
    for patch in PATCHES:
        for name, hunks in hunks_of(patch).items():
            for added in (*hunks, "\n".join(hunks)):
                known.setdefault(name, []).append(textwrap.dedent(added).strip("\n"))
    for name, text in blocks:
        assert text in known[name], f"{name}: the block on the page is not what the patch adds"


def test_rules_of_another_house_are_read_and_played_as_the_page_says():
    page = (EXAMPLES / "rules.md").read_text(encoding="utf-8")
    [document] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    [story] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    words = {
        "document": document,
        "pytest": pytest,
        **{
            one.__name__: one
            for one in (
                *(best, read_cards, read_document, parse_toml, built_in, score, possible_finishes),
                *(Finish, Result, HandLeft, RulesError),
            )
        },
    }
    exec(compile(story, "docs/examples/rules.md", "exec"), words)


@pytest.mark.slow
def test_what_the_examples_add_runs(tmp_path):
    """All of them in one copy of the house, with the migrations that Django writes for them, and their own tests."""
    tree = tmp_path / "house"
    cloned = subprocess.run(["git", "clone", "-q", "--shared", str(HOUSE), str(tree)], check=False)
    if cloned.returncode:
        pytest.skip("not a git checkout")
    stories = []
    for patch in PATCHES:
        assert git_apply(patch, tree=tree) == "", patch.name
        stories += [name for name in files_of(patch) if name.startswith("tests/")]
    called = os.environ | {"DATA_DIR": str(tmp_path), "PYTHONUTF8": "1"}
    called.pop("PYTEST_XDIST_WORKER", None)
    for words in (
        ["manage.py", "makemigrations", "--name", "examples"],
        ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *stories],
    ):
        run = subprocess.run(
            [sys.executable, *words], cwd=tree, env=called, capture_output=True, encoding="utf-8", check=False
        )
        assert run.returncode == 0, run.stdout + run.stderr
