"""The house's settings with two addresses more: bare views, behind the same middleware, to measure ours beside."""

from importlib import import_module

globals().update(vars(import_module("rommé_club.settings")))  # no import statement names the é

ROOT_URLCONF = "benchmarks.addresses"
ALLOWED_HOSTS = ["*"]
STORAGES = {  # a server that a benchmark starts needs no collected files
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
