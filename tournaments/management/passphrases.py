"""Passphrases at a terminal: asked for without showing them, or read from a file; never a word of the command itself."""

from __future__ import annotations

import argparse
import getpass
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _


def add_passphrase(parser: argparse.ArgumentParser, *, asked: bool = False) -> None:
    """`--passphrase-file`, and for what makes something new `--locked`. A passphrase among the words of a command would stay in its history."""
    if asked:
        parser.add_argument(
            "--locked", action="store_true", help=_("verschlüsselt; das Passwort wird zweimal gefragt")
        )
    parser.add_argument(
        "--passphrase-file", type=Path, help=_("das Passwort steht in der ersten Zeile dieser Datei")
    )


def known_passphrase(options: Mapping[str, Any]) -> str:
    """The passphrase of something that is locked already."""
    return from_file(options) or getpass.getpass(_("Passwort der Sicherung: "))


def new_passphrase(options: Mapping[str, Any]) -> str:
    """A passphrase for something new, asked for twice; empty where nobody wants one."""
    found = from_file(options)
    if found or not options.get("locked"):
        return found
    first = getpass.getpass(_("Passwort der Sicherung: "))
    if not first:
        raise CommandError(_("Ohne Passwort wird nichts verschlüsselt: Es ist nichts gesichert."))
    if first != getpass.getpass(_("Noch einmal: ")):
        raise CommandError(_("Die beiden Passwörter sind verschieden: Es ist nichts gesichert."))
    return first


def from_file(options: Mapping[str, Any]) -> str:
    path = options.get("passphrase_file")
    if path is None:
        return ""
    try:
        found = Path(path).read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, ValueError) as fault:
        raise CommandError(_("Die Datei {file} lässt sich nicht lesen.").format(file=path)) from fault
    if not found:
        raise CommandError(_("In der Datei {file} steht kein Passwort.").format(file=path))
    return found
