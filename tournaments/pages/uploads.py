"""How much may be uploaded at all: a request that is larger is refused while it comes in, before it fills the disk."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MOST = 64 * 1024 * 1024  # bytes of one request: a whole tournament with its pictures


class BoundedUpload(FileUploadHandler):
    """Counts what comes in, and believes neither a length that is said nor one that is not."""

    received = 0

    def handle_raw_input(
        self, _input_data: Any, _meta: Any, content_length: int, _boundary: Any, _encoding: Any = None
    ) -> None:
        """Refuse a request whose announced length is too large, before a byte is read."""
        self.count(content_length)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, _start: int) -> bytes:
        """Count a piece, refuse what grows too large, and hand it on to the next handler."""
        self.count(len(raw_data))
        return raw_data

    def file_complete(self, _file_size: int) -> None:
        """Leave the file to the next handler."""

    def count(self, size: int) -> None:
        self.received += size
        if self.received > MOST:
            raise RequestDataTooBig
