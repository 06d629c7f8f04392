"""Django's commands for this house: `python manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from tournaments.management.catalogues import compile_or_warn


def main() -> None:
    """Run one command; a setting that is missing or wrong ends with its sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")
    compile_or_warn()
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as reason:
        if "--traceback" in sys.argv:
            raise
        sys.exit(str(reason))
    except KeyboardInterrupt:
        sys.exit(130)  # Ctrl-C is a wish, not a fault


if __name__ == "__main__":
    main()
