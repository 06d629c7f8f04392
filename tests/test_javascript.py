"""What the scripts decide without their pages runs in Node; tests/js/ holds those tests, this module calls them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import playwright

HERE = Path(__file__).resolve().parent / "js"


def node() -> str:
    """Node of this machine, or the one that playwright brings along."""
    return shutil.which("node") or str(Path(playwright.__file__).parent / "driver" / "node")


def test_the_scripts_decide_what_their_tests_say():
    """All in one process: `node --test` starts one for each file, which took three seconds instead of a half."""
    tests = sorted(str(path) for path in HERE.glob("*.test.js"))
    assert tests
    answer = subprocess.run(
        [
            node(),
            "--eval",
            "process.argv.slice(1).forEach((name) => require(name))",
            *tests,
        ],
        env=os.environ | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_each_state_machine_has_its_tests():
    scripts = HERE.parents[1] / "static" / "js"
    machines = [path.stem for path in scripts.glob("*-state.js")] + ["waiting", "keep"]
    assert sorted(name.removesuffix("-state") for name in machines) == sorted(
        path.name.removesuffix(".test.js") for path in HERE.glob("*.test.js")
    )
