"""Files as answers, with names that every system takes."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.utils.http import content_disposition_header

PDF = "application/pdf"


CSV = "text/csv; charset=utf-8"


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')  # in file names, on one system or another


def file_answer(content: bytes, kind: str, name: str, *, inline: bool) -> HttpResponse:
    """A file under a name that survives every system; umlauts and accents stay."""
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = disposition(name, inline=inline)
    return answer


def disposition(name: str, *, inline: bool) -> str:
    """The header that names a file, without the signs that one system or another forbids."""
    safe = " ".join(FORBIDDEN.sub(" ", name).split())
    return content_disposition_header(not inline, safe) or ""
