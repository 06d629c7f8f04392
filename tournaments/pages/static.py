"""Style, scripts and pictures in a rolling update: files of both versions are found, whoever is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

FINGERPRINTED = re.compile(r"\.[0-9a-f]{12}\.\w+$")  # Django's names of files that never change


class RollingFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise says no types
    """WhiteNoise, which looks once more on the disk when it is asked for a file that came after it was started.

    `prepare` of the next version lays its files beside those of this one and takes none away. So a page of either version
    finds its own, whichever process answers. Where hosts have disks of their own the proxy asks the next one after a 404
    (docs/operating-federation.md).
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        asked = request.path_info
        if asked.startswith(self.static_prefix) and asked not in self.files and FINGERPRINTED.search(asked):
            self.look_again(asked)
        answer: HttpResponseBase = super().__call__(request)
        return answer

    def look_again(self, url: str) -> None:
        """Take the file up if it lies in the folder by now."""
        root = Path(self.static_root).resolve()
        path = root / url.removeprefix(self.static_prefix)
        if self.url_is_canonical(url) and path.resolve().is_relative_to(root) and path.is_file():
            self.files[url] = self.get_static_file(str(path), url)

    def immutable_file_test(self, path: str, url: str) -> Any:
        """What bears a fingerprint never changes, whether or not this version's own pages name it."""
        return bool(FINGERPRINTED.search(url)) or super().immutable_file_test(path, url)
