"""All settings in one file; what differs from one machine to the next comes from the environment.

Without any variable this is the laptop in the hall: SQLite under `.data/`, no HTTPS, every name of the machine
answered. `PRODUCTION=1` is a host on the internet: HTTPS only, and what must be chosen has to be given.
docs/operating.md lists every variable.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy

os.umask(0o077)  # whatever a process of ours writes is its owner's; other users of the laptop read nothing
_HOUSE = Path(__file__).resolve().parent / "house"  # an installed package has everything inside itself
INSTALLED = _HOUSE.is_dir()
BASE_DIR = _HOUSE if INSTALLED else Path(__file__).resolve().parent.parent
env = environ.Env()

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
_KEY_SIGNS, _KEY_DIFFERENT = 50, 12  # of SECRET_KEY
_MOST_PROXIES = 9


def _own_folder() -> Path:
    """Where programs keep their people's data on this system; a checkout keeps it in `.data/`."""
    if not INSTALLED:
        return BASE_DIR / ".data"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "romme-club"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "romme-club"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "romme-club"


DATA_DIR = Path(env.str("DATA_DIR", default=str(_own_folder())))  # all that this machine must not lose

if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("PRODUCTION=1 und DEBUG=1 schließen sich aus: eines von beiden weglassen.")


def _needed(name: str, example: str) -> str:
    """The variable that production cannot do without; a missing one is a sentence, never a default."""
    value = str(env.str(name, default=""))
    if not value:
        raise ImproperlyConfigured(
            f"PRODUCTION=1 braucht {name} in der Umgebung, zum Beispiel {name}={example} (docs/operating.md)."
        )
    return value


def _strong(name: str, key: str) -> str:
    """A key that is long enough and not one letter again and again; the codes of tables follow from it."""
    if len(key) < _KEY_SIGNS or len(set(key)) < _KEY_DIFFERENT or key.startswith("django-insecure-"):
        raise ImproperlyConfigured(
            f"{name} ist zu schwach: Es braucht mindestens {_KEY_SIGNS} zufällige Zeichen, "
            "zum Beispiel $(python -c 'import secrets; print(secrets.token_urlsafe(50))') (docs/operating.md)."
        )
    return key


def _own_names(hosts: list[str]) -> list[str]:
    """The names of this host and of no other: a star would answer for names that somebody else points here."""
    names = [host.strip() for host in hosts if host.strip()]
    if not names or any("*" in name or name.strip(".") == "" or name.startswith(".") for name in names):
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS braucht die Namen dieses Rechners, einen oder mehrere mit Komma und ohne Stern, "
            "zum Beispiel ALLOWED_HOSTS=turnier.example.org (docs/operating.md)."
        )
    return names


def _proxies(said: str) -> int:
    """How many proxies of ours stand in front, one behind the other; "yes" is one."""
    words = {"true": 1, "yes": 1, "on": 1, "false": 0, "no": 0, "off": 0, "": 0}
    count = words.get(said.strip().lower(), int(said) if said.strip().isdecimal() else -1)
    if not 0 <= count <= _MOST_PROXIES:
        raise ImproperlyConfigured(
            f"BEHIND_PROXY={said} geht nicht: Es ist die Zahl der eigenen Proxys davor, 0 bis {_MOST_PROXIES} (docs/operating.md)."
        )
    return count


def _laptop_key() -> str:
    """Return the key that `prepare` has written to `.data/`; without it one that lasts as long as this process.

    A file that is empty or cut off is refused and left as it is: with another key every printed code would be void.
    """
    path = DATA_DIR / "secret-key"
    try:
        key = path.read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return get_random_secret_key()
    except (OSError, ValueError):
        key = ""
    if len(key) < _KEY_SIGNS:
        raise ImproperlyConfigured(
            f"Der Schlüssel dieses Rechners ist beschädigt oder nicht zu lesen: {path}. Bitte aus einer Kopie des Ordners "
            "zurückholen. Gibt es keine, die Datei umbenennen und neu starten: Dann entsteht ein neuer Schlüssel, alle melden "
            "sich neu an, und gedruckte Tischcodes und Startkarten gelten nicht mehr."
        )
    return key


def _make_folder(folder: Path) -> None:
    """Make the folder of data, or say in a sentence that it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise ImproperlyConfigured(
            f"Der Ordner für die Daten lässt sich nicht anlegen: {folder} ({fault.strerror}). "
            "Rechte und Laufwerk prüfen, oder mit DATA_DIR einen anderen Ordner nennen (docs/operating.md)."
        ) from fault


# Who may ask, and how it is kept apart --------------------------------------------------------------------

if PRODUCTION:
    SECRET_KEY = _strong(
        "SECRET_KEY", _needed("SECRET_KEY", "$(python -c 'import secrets; print(secrets.token_urlsafe(50))')")
    )
    ALLOWED_HOSTS = _own_names(_needed("ALLOWED_HOSTS", "turnier.example.org").split(","))
else:
    _given = env.str("SECRET_KEY", default="")
    SECRET_KEY = _strong("SECRET_KEY", _given) if _given else _laptop_key()
    # A laptop changes its address with every hall and hotspot; no mail and no cache is built from the host's name.
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])

CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_NAME = "rommeclub_session"  # two programs on one laptop share a host, so names are ours
CSRF_COOKIE_NAME = "rommeclub_csrf"
LANGUAGE_COOKIE_NAME = "rommeclub_sprache"
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=PRODUCTION)
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000 if PRODUCTION else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = _proxies(env.str("BEHIND_PROXY", default="0"))
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SILENCED_SYSTEM_CHECKS = [
    "security.W021",  # HSTS preloading binds a whole domain for years: its owner's step, not a program's
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# What the house is made of --------------------------------------------------------------------------------

INSTALLED_APPS = [
    "tournaments.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",  # its templates, beneath ours
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_tables2",
    "django_tasks",
    "django_tasks_db",
    "csp",
    "scoring.apps.ScoringConfig",
    "tournaments.apps.TournamentsConfig",
]
MIDDLEWARE = [
    "tournaments.pages.front.FrontMiddleware",  # first: ids, figures, and how this host is
    "django.middleware.security.SecurityMiddleware",
    "tournaments.pages.static.RollingFiles",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournaments.access.sessions.PatientSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.pages.read_only.ReadOnlyMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.pages.frame.RefusalMiddleware",
    "tournaments.access.readers.ReaderMiddleware",
    "tournaments.pages.clean_input.CleanInputMiddleware",
    "tournaments.pages.doors.DoorMiddleware",  # last: nothing between it and the view
]
ROOT_URLCONF = "rommé_club.urls"
WSGI_APPLICATION = "rommé_club.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Where facts are stored -----------------------------------------------------------------------------------

HERE = f"sqlite:///{(DATA_DIR / 'romme-club.sqlite3').as_posix()}"
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url_config(
        env.str("DATABASE_URL", default="") or HERE
    )  # also where it stands there empty
}
_database = DATABASES["default"]
_database["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=600)  # a new connection per request is dear
if _database["ENGINE"] == "django.db.backends.sqlite3":
    if _database["NAME"] == str(DATA_DIR / "romme-club.sqlite3"):
        _make_folder(DATA_DIR)
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # the writer is known before it reads: no transaction dies half-way
        "timeout": 8,  # seconds that a writer waits for its turn; then 503, and phones send again
        "cached_statements": 0,  # a kept statement keeps its values, of a stack of scans sixty megabytes a thread
        # What was confirmed is on the disk, also when the plug is pulled: FULL, not NORMAL.
        # recursive_triggers: a row that is replaced is a row deleted, and the guards hear of it.
        # secure_delete: what is deleted is overwritten, so that a forgotten name is in no free page of the file either.
        # page_size (of a new file): a game touches a dozen pages, and each goes to the disk as a whole.
        "init_command": "PRAGMA page_size=1024; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
        "PRAGMA recursive_triggers=ON; PRAGMA secure_delete=ON;",
    }
else:
    _database["CONN_HEALTH_CHECKS"] = True
    # Seconds until a request hears that the database is away, or a row is held by somebody who does not let go.
    _database["OPTIONS"] = {"connect_timeout": 3, "options": "-c lock_timeout=8s"} | _database.get(
        "OPTIONS", {}
    )
    # Behind a pooler that changes connections between transactions no cursor may outlive its own (docs/decisions/0268).
    _pooler = env.bool(
        "DATABASE_POOLER", default=not env.bool("PREPARED_STATEMENTS", default=True)
    )  # its old name
    _database["DISABLE_SERVER_SIDE_CURSORS"] = _pooler

# A copy of everything before each series and each correction; docs/operating.md says which stay.
AUTOMATIC_BACKUPS = env.bool("AUTOMATIC_BACKUPS", default=True)
# What writes a tournament's own copy where many share PostgreSQL (docs/decisions/0299).
TOURNAMENT_COPY = "tournaments.files.formats.tournament_writing.tournament_file"

# The words of accepted lists are kept for their seals (docs/decisions/0131).
SEALED_LISTS = env.bool("SEALED_LISTS", default=True)
# The key of the seals where several hosts are one (PEM, or base64 of it); without it each machine makes its own.
SEAL_KEY = env.str("SEAL_KEY", default="")

# What takes longer than a page is a job in the database (docs/decisions/0258). A service works through it (`manage.py
# work`), or the site starts a process when there is something: 0 where services do it.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
OWN_WORKER = env.bool("OWN_WORKER", default=True)

# Public pages are cached in each process, or with Valkey (Redis) for all processes of all hosts: CACHE_URL=redis://…
CACHE_URL = env.str("CACHE_URL", default="")
if CACHE_URL and find_spec("redis") is None:
    raise ImproperlyConfigured(
        "CACHE_URL braucht das Paket redis: python start.py federation (docs/operating-federation.md)."
    )
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "tournaments.pages.optional_cache.OptionalRedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "romme-club",
        "OPTIONS": {
            "socket_timeout": 0.5,
            "socket_connect_timeout": 0.5,
        },  # seconds; then pages are rendered without it
    }
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 500}}
}

# How many seconds old a public page may be after a game; publishing, hiding and forgetting are seen at once.
PAGE_LAG_SECONDS = 2.0

# Who is who -----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
LOGIN_URL = "/anmelden/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = [
    "tournaments.accounts.hashing.LeanArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Whether administrators have to have an app or a passkey beside their password; others may.
SECOND_FACTOR_FOR_ADMINISTRATORS = env.bool("SECOND_FACTOR_FOR_ADMINISTRATORS", default=False)

# Words, days and numbers ----------------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [
    ("de", gettext_lazy("Deutsch")),
    ("lb", gettext_lazy("Lëtzebuergesch")),
    ("en", gettext_lazy("English")),
    ("fr", gettext_lazy("Français")),  # what players read; the rest stays German (docs/decisions/0207)
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["rommé_club.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Luxembourg")

# Files that never change while the server runs ------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str((DATA_DIR if INSTALLED else BASE_DIR) / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
if _bucket := env.str("OBJECT_STORE_BUCKET", default=""):  # what one host lays down another finds
    STORAGES["objects"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": _bucket,
            "endpoint_url": env.str("OBJECT_STORE_URL", default="") or None,
            "region_name": env.str("OBJECT_STORE_REGION", default="") or None,
            "access_key": env.str("OBJECT_STORE_KEY", default="") or None,
            "secret_key": env.str("OBJECT_STORE_SECRET", default="") or None,
            "default_acl": None,
            "file_overwrite": True,  # names bear a random word: nothing is asked before it is written
        },
    }
MEDIA_ROOT = DATA_DIR / "media"
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o755  # of collected static files, which are everybody's
FILE_UPLOAD_HANDLERS = [
    "tournaments.pages.uploads.BoundedUpload",  # first: nothing larger than a tournament reaches the disk
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
WHITENOISE_MAX_AGE = 60 if DEBUG else 31_536_000  # the names carry a fingerprint

DJANGO_TABLES2_TEMPLATE = "parts/table.html"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # forms are drawn by templates/django/forms/

# What the terminal and the service's log get to see -------------------------------------------------------

JSON_LOGS = env.bool("JSON_LOGS", default=False)  # a line for each request too; no names (pages/logs.py)
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # opens /-/metrics to whoever sends it
ERROR_HOOK = env.str("ERROR_HOOK", default="")  # package.module.function, called with request_id= and view=
READ_ONLY = env.bool("READ_ONLY", default=False)

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            **({} if DEBUG else {"()": "tournaments.pages.logs.QuietLines"}),
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "tournaments.pages.logs.JsonLines"},
    },
    "handlers": {
        "terminal": {"class": "logging.StreamHandler", "formatter": "json" if JSON_LOGS else "line"}
    },
    "root": {"handlers": ["terminal"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "romme.requests": {"level": "INFO"},
        "django.tasks": {"level": "WARNING"},  # Django 6 logs every job that begins and ends
        "django.request": {"level": "ERROR"},  # a refused or unknown address is an answer, not an alarm
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
