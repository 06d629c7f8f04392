"""Makes a version: `python start.py release 1.0.0`, or `release --dry-run` for packages of what is here.

Raises the version, collects changelog.d/ into the CHANGELOG, builds wheel and sdist, looks whether everything is in them with
its é intact, installs each in an empty environment, starts it there and asks for a page; then commits and tags.
`dist/` also gets SHA256SUMS (signed with `--sign KEY`) and sbom.json, the packages it is made of (CycloneDX).
Nothing is sent anywhere: pushing the tag and uploading `dist/` stay a person's steps. Standard library only.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import unicodedata
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

HOUSE = Path(__file__).resolve().parent
DIST = HOUSE / "dist"
VERSION_FILE, CHANGES, FRAGMENTS = Path("rommé_club/__init__.py"), Path("CHANGELOG.md"), Path("changelog.d")
KINDS = {"added": "Added", "changed": "Changed", "fixed": "Fixed"}
TOOLS = ("build==1.3.0", "hatchling==1.27.0", "polib==1.2.0", "cyclonedx-bom==7.5.0")
PATIENCE = 300  # seconds until a freshly installed site has to answer
NUMBER = re.compile(r"\d+\.\d+\.\d+")
NAMESPACE = "romme-club-release"  # what the signature is for: one for something else does not count
WITHIN = ("rommé_club/", "scoring/", "tournaments/")
BESIDE = ("fixtures/", "locale/", "static/", "templates/")


class Stopped(Exception):
    """A step failed; the sentence says which and why."""


def say(sentence: str) -> None:
    """One line per step."""
    print(f"  {sentence}", flush=True)


def run(*words: str | Path, folder: Path = HOUSE) -> str:
    """A helper, quietly; what it printed."""
    answer = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if answer.returncode:
        raise Stopped(f"{' '.join(str(word) for word in words)}\n{answer.stdout}{answer.stderr}")
    return answer.stdout


# What a version changes in the files --------------------------------------------------------------------------


def with_version(text: str, version: str) -> str:
    """`rommé_club/__init__.py` under its new number."""
    return re.sub(r'__version__ = "[^"]*"', f'__version__ = "{version}"', text)


def with_section(changelog: str, notes: str, version: str, day: dt.date) -> str:
    """Return the CHANGELOG with this version's section above the earlier ones."""
    if not notes:
        raise Stopped("changelog.d/ says nothing of this version yet.")
    head, mark, rest = changelog.partition("\n## ")
    return f"{head.rstrip()}\n\n## {version} – {day:%Y-%m-%d}\n\n{notes}{mark}{rest}"


def fragments(folder: Path) -> list[Path]:
    """Return the files of the notes, by kind and name."""
    return [path for kind in KINDS for path in sorted(folder.glob(f"*.{kind}.md"))]


def collected(folder: Path) -> str:
    """Return the fragments as one section: Added, Changed, Fixed, a bullet for each line."""
    parts = []
    for kind, heading in KINDS.items():
        lines = [
            f"- {line.strip().removeprefix('- ')}"
            for path in fragments(folder)
            if path.name.endswith(f".{kind}.md")
            for line in path.read_text(encoding="utf-8").splitlines()
            if line.strip()
        ]
        if lines:
            parts.append(f"### {heading}\n\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


# What has to be in the packages -------------------------------------------------------------------------------


def tracked() -> list[str]:
    """The files of the house, as git knows them."""
    return run("git", "-c", "core.quotepath=off", "ls-files", "-z").rstrip("\0").split("\0")


def expected_in_wheel(files: list[str]) -> set[str]:
    """Where each file that the site needs stands in the wheel."""
    packages = {name for name in files if name.startswith(WITHIN)}
    beside = {f"rommé_club/house/{name}" for name in files if name.startswith(BESIDE) or name == "manage.py"}
    return {compiled(name) for name in packages | beside}


def expected_in_sdist(files: list[str]) -> set[str]:
    """Return every tracked file, and the compiled catalogues beside their sources."""
    return {*files, *map(compiled, files)}


def compiled(name: str) -> str:
    """Return the .mo for a catalogue's .po, and every other name as it is. git holds no .mo, packages do."""
    return name.removesuffix(".po") + ".mo" if name.endswith(".po") else name


def names_in(package: Path) -> set[str]:
    """The files of a wheel, or of an sdist without its first folder."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            return set(wheel.namelist())
    with tarfile.open(package) as archive:
        return {member.name.partition("/")[2] for member in archive if member.isfile()}


def check_names(package: Path, expected: set[str]) -> None:
    """Everything is there, and each é is one sign (NFC), as imports and Windows want it."""
    names = names_in(package)
    twisted = sorted(name for name in names if name != unicodedata.normalize("NFC", name))
    missing = sorted(expected - names)
    if twisted or missing:
        raise Stopped(f"{package.name}: missing {missing[:5]} ({len(missing)}), é in two signs {twisted[:5]}")
    say(f"{package.name}: {len(names)} files, {package.stat().st_size / 1e6:.1f} MB")


# Building, installing, starting -------------------------------------------------------------------------------


def environment(folder: Path) -> Path:
    """An empty environment; its Python."""
    run(sys.executable, "-m", "venv", folder)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def build(bench: Path) -> list[Path]:
    """Build wheel and sdist, and list the pinned packages in sbom.json; return the two packages."""
    shutil.rmtree(DIST, ignore_errors=True)
    python = environment(bench / "tools")
    run(python, "-m", "pip", "install", "--quiet", *TOOLS)
    run(python, "-m", "build", "--no-isolation", "--sdist", "--wheel", "--outdir", DIST, HOUSE)
    built = sorted(DIST.iterdir())
    listed = (
        "requirements",
        "requirements-extras.txt",
        "--pyproject",
        "pyproject.toml",
        "--output-reproducible",
    )
    run(python, "-m", "cyclonedx_py", *listed, "-o", DIST / "sbom.json")
    return built


def try_out(package: Path, bench: Path, version: str) -> None:
    """Install the package where nothing is, start it with its demo, and ask for a page and its style."""
    place = bench / package.name.replace(".", "-")
    python = environment(place)
    run(python, "-m", "pip", "install", "--quiet", package)
    command = python.with_name("romme-club.exe" if os.name == "nt" else "romme-club")
    told = run(command, "--version", folder=place).strip()
    if told != f"Rommé-Club {version}":
        raise Stopped(f"{package.name} calls itself {told!r}.")
    begun = time.monotonic()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = place / "log.txt"
    with log.open("w", encoding="utf-8") as lines:
        site = subprocess.Popen(
            [command, "--host", "127.0.0.1", "--port", str(port), "--no-browser"],
            cwd=place,
            env={**os.environ, "DATA_DIR": str(place / "data"), "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=lines,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            page = first_page(f"http://127.0.0.1:{port}", site, log)
        finally:
            stop(site)
    if "Kreuzbuben-Pokal" not in page:
        raise Stopped(f"{package.name}: the first page shows no demo.")
    say(f"{package.name}: installed, started and answered in {time.monotonic() - begun:.0f} s")


def first_page(address: str, site: subprocess.Popen[bytes], log: Path) -> str:
    """The first page of the site, and behind it a style sheet, once they answer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and site.poll() is None:
        try:
            page = urllib.request.urlopen(f"{address}/", timeout=10).read().decode()  # noqa: S310
            style = re.search(r'href="(/static/css/[^"]+)"', page)
            if not style:
                raise Stopped("The first page has no style.")
            urllib.request.urlopen(address + style[1], timeout=10).read()  # noqa: S310
            return str(page)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.5)
    raise Stopped(f"No answer:\n{log.read_text(encoding='utf-8')[-2000:]}")


def stop(site: subprocess.Popen[bytes]) -> None:
    """End the site and its server, which sits in a process below."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(site.pid)], capture_output=True, check=False)
    else:
        os.killpg(site.pid, 2)
    site.wait(30)


# The whole way ------------------------------------------------------------------------------------------------


def packages(version: str) -> None:
    """Build, look, try out."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Path(folder)
        built = build(bench)
        files = tracked()
        for package in built:
            check_names(
                package, expected_in_wheel(files) if package.suffix == ".whl" else expected_in_sdist(files)
            )
        for package in built:
            try_out(package, bench, version)
    sums()


def sums() -> Path:
    """`dist/SHA256SUMS`, as `sha256sum --check` reads it."""
    path = DIST / "SHA256SUMS"
    lines = [
        f"{hashlib.sha256(package.read_bytes()).hexdigest()}  {package.name}\n"
        for package in sorted(DIST.iterdir())
        if package.suffix in {".whl", ".gz", ".zip", ".json"}
    ]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def sign(path: Path, key: Path) -> Path:
    """An OpenSSH signature beside the file; docs/operating-host.md says how it is checked."""
    signature = path.with_name(path.name + ".sig")
    signature.unlink(missing_ok=True)
    run("ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", NAMESPACE, path)
    return signature


def release(version: str, day: dt.date) -> None:
    """A new version from a clean tree; if anything fails, the tree is as it was."""
    if not NUMBER.fullmatch(version):
        raise Stopped(f"{version} is no version like 1.2.3.")
    if run("git", "status", "--porcelain"):
        raise Stopped("Commit first: a version is made of what is committed.")
    if run("git", "tag", "--list", f"v{version}"):
        raise Stopped(f"v{version} is there already.")
    changelog = (HOUSE / CHANGES).read_text(encoding="utf-8")
    try:
        for path, text in (
            (VERSION_FILE, with_version((HOUSE / VERSION_FILE).read_text(encoding="utf-8"), version)),
            (CHANGES, with_section(changelog, collected(HOUSE / FRAGMENTS), version, day)),
        ):
            (HOUSE / path).write_text(text, encoding="utf-8", newline="\n")
        packages(version)
    except BaseException:
        run("git", "checkout", "--", str(VERSION_FILE), str(CHANGES))
        raise
    run("git", "rm", "--quiet", *(str(path) for path in fragments(HOUSE / FRAGMENTS)))
    run("git", "commit", "--quiet", "-am", f"Version {version}")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Rommé-Club {version}")
    say(
        f"tagged v{version}. What is left: git push --follow-tags, and dist/ to where packages are published."
    )


def main() -> None:
    """A version, or a rehearsal of it."""
    parser = argparse.ArgumentParser(prog="start.py release", description="Makes a version.")
    chosen = parser.add_mutually_exclusive_group(required=True)
    chosen.add_argument("version", nargs="?", help="like 1.0.0")
    chosen.add_argument(
        "--dry-run", action="store_true", help="build and try out what is here, change nothing"
    )
    parser.add_argument(
        "--sign", type=Path, metavar="KEY", help="signs dist/SHA256SUMS with this OpenSSH key"
    )
    wishes = parser.parse_args()
    try:
        if wishes.dry_run:
            here = re.search(
                r'"(.+)"', (HOUSE / VERSION_FILE).read_text(encoding="utf-8").partition("__version__")[2]
            )
            packages(here[1] if here else "")
        else:
            release(wishes.version, dt.datetime.now(tz=dt.UTC).date())
        if wishes.sign:
            say(f"signed: {sign(DIST / 'SHA256SUMS', wishes.sign).name}")
    except Stopped as reason:
        sys.exit(f"Stopped, nothing has changed. {reason}")


if __name__ == "__main__":
    main()
