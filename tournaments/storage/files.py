"""Where files lie that several hosts must find: a folder of this machine, or an object store when the settings name one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage, storages

OBJECTS = "objects"  # the entry of STORAGES that settings.py makes from OBJECT_STORE_BUCKET


def store(kind: str) -> Storage:
    """The place for one kind of file ("workbooks", "backups"); names in it are the same wherever it is."""
    if OBJECTS in settings.STORAGES:
        return storages[OBJECTS]
    folder = Path(settings.DATA_DIR) / kind
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return FileSystemStorage(location=folder, file_permissions_mode=0o600, directory_permissions_mode=0o700)


def name_in_store(kind: str, name: str) -> str:
    """The name under which it is kept: in an object store all kinds share one bucket."""
    return f"{kind}/{name}" if OBJECTS in settings.STORAGES else name


def make_ready() -> None:
    """Where hosts share a store: its bucket is there. One that we may use and not make is left to whoever gave it."""
    if OBJECTS not in settings.STORAGES:
        return
    bucket: Any = storages[OBJECTS].bucket  # type: ignore[attr-defined]  # django-storages' own, by boto3
    client = bucket.meta.client
    refusal = client.exceptions.ClientError
    try:
        client.head_bucket(Bucket=bucket.name)
    except refusal as told:
        if told.response["Error"]["Code"] not in {"404", "NoSuchBucket"}:
            return  # it is there, or its owner knows
        region = client.meta.region_name
        elsewhere = {"CreateBucketConfiguration": {"LocationConstraint": region}}
        with suppress(client.exceptions.BucketAlreadyOwnedByYou):  # another host was quicker
            client.create_bucket(Bucket=bucket.name, **({} if region in (None, "us-east-1") else elsewhere))
