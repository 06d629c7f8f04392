"""The ASGI application that `manage.py serve` has uvicorn serve: Django's WSGI application in threads."""

import os
import sys
from importlib import import_module

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")
wsgi = import_module("rommé_club.wsgi").application  # no import statement names the é

from django.conf import settings  # noqa: E402 - Django is set up by now

from tournaments.management.asgi import Site  # noqa: E402
from tournaments.management.connections import Connection  # noqa: E402
from tournaments.management.file_process import FileProcess  # noqa: E402
from tournaments.management.runtime import end_with_parent, prepare_process  # noqa: E402
from tournaments.management.servers import allow_many_files  # noqa: E402

# A thread that computes hands the interpreter on after half a millisecond, not after five: a game needs it some forty times.
sys.setswitchinterval(0.0005)
application = Site(wsgi, proxies=settings.BEHIND_PROXY, files=FileProcess(wsgi, settings.WSGI_APPLICATION))
Connection.register.most = allow_many_files()
end_with_parent()
prepare_process()
