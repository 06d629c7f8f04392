"""The examples of docs/api.md, run against a server: what stands behind an arrow is what comes out."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import factories
from tests.factories import NOON
from tournaments.accounts.services.programs import grant_access

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
HERE = "http://127.0.0.1:8000"
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def token() -> str:
    made = factories.tournament(players=8, rounds=1)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    return grant_access(
        tournament_id=made.pk, name="Probe", scope="all", ends_at=None, by=factories.director(), now=NOON
    )[1]


def arrows(text: str) -> list[str]:
    return re.findall(r"^ *# → (.*)$", text, flags=re.MULTILINE)


def test_the_examples_in_python(token, live_server):
    text = PAGE.read_text(encoding="utf-8").replace(HERE, live_server.url)
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) >= 4
    known: dict[str, Any] = {"TOKEN": token}
    for block in blocks:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(block, PAGE.name, "exec"), known)
        assert said.getvalue().splitlines() == arrows(block)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_examples_for_curl(token, live_server):
    text = PAGE.read_text(encoding="utf-8").replace(HERE, live_server.url)
    examples = re.findall(r"^    (curl .*)\n    # → (.*)$", text, flags=re.MULTILINE)
    assert len(examples) >= 2
    for command, expected in examples:
        done = subprocess.run(
            ["bash", "-c", command],
            capture_output=True,
            encoding="utf-8",
            env=os.environ | {"TOKEN": token},
            check=True,
        )
        assert done.stdout.strip() == expected
