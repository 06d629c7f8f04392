"""The door for a WSGI server; `python manage.py serve` knocks on it, so that nobody has to type the é."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")

application = get_wsgi_application()
