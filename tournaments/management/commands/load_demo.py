"""Load the demo once: a cup of 41 players in its third series, an evening by the basic rules, one typed as sums from paper."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from tournaments.management.demo.play import load_demo, read_plan
from tournaments.models import Role, User
from tournaments.storage.whole_files import replace_whole

SUITS, RANKS = ("Kreuz", "Pik", "Herz", "Karo"), ("7", "8", "9", "10", "Bube", "Dame", "König", "Ass")


class Command(BaseCommand):
    """`manage.py load_demo`; the passwords are made for this installation and kept beside its data."""

    help = __doc__

    def handle(self, *_args: Any, **_options: Any) -> None:
        path = Path(settings.DATA_DIR) / "demo-passwords.json"
        known = known_passwords(path)
        made: dict[str, str] = {}

        def new_password(name: str) -> str:
            made[name] = password()
            return made[name]

        plan = read_plan()
        with transaction.atomic():  # accounts and their passwords: both or neither
            loaded = load_demo(plan, new_password=new_password, now=timezone.now())
            if made:
                keep_passwords(path, known | made)
        for tournament in loaded:
            self.stdout.write(f"Geladen: {tournament.name} ({tournament.revision} Einträge im Protokoll)")
        if not loaded:
            self.stdout.write("Das Beispiel ist schon da; nichts wurde geändert.")
        for user in plan.users:
            self.stdout.write(self.line(user["name"], known | made))
        self.stdout.write("Diese Passwörter gelten nur an diesem Rechner (127.0.0.1). Für andere Geräte:")
        self.stdout.write("anmelden und unter „Konto und Geräte“ ein eigenes wählen.")

    def line(self, name: str, passwords: dict[str, str]) -> str:
        """Who can sign in as what."""
        user = User.objects.filter(username=name).first()
        if user is None:
            return f"{name}: kein Konto"
        kinds = sorted({str(Role.Kind(kind).label) for kind in user.roles.values_list("kind", flat=True)})
        if user.is_superuser:
            kinds.append("Verwaltung dieses Rechners")
        word = passwords.get(name, "")
        printed = bool(word) and user.check_password(word)
        if printed and not user.printed_password:  # from a version that did not know the difference yet
            User.objects.filter(pk=user.pk).update(printed_password=True)
        return f"{name}  {word if printed else '(selbst gewählt)'}  {', '.join(kinds)}"


def known_passwords(path: Path) -> dict[str, str]:
    """Return the passwords that were printed before. A broken file is refused, not written over: it may hold some of them."""
    if not path.exists():
        return {}
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = None
    if not isinstance(known, dict) or not all(isinstance(word, str) for word in known.values()):
        raise CommandError(
            f"Die Passwörter der Vorführung sind nicht zu lesen: {path} ist beschädigt. Die Datei umbenennen und neu starten; "
            "wer sein Passwort nicht mehr weiß, bekommt ein neues: manage.py changepassword NAME"
        )
    return known


def password() -> str:
    """Three cards and a number: easy to type from a slip of paper, some 30 bits for a laptop in a hall."""
    cards = [secrets.choice(SUITS) + secrets.choice(RANKS) for _unused in range(3)]
    return "-".join([*cards, str(secrets.randbelow(90000) + 10000)])


def keep_passwords(path: Path, passwords: dict[str, str]) -> None:
    """Write the passwords where only the owner of the data reads them, whole and flushed."""
    replace_whole(path, (json.dumps(passwords, ensure_ascii=False, indent=1) + "\n").encode())
