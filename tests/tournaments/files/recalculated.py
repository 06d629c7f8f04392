"""LibreOffice adds a workbook up anew: its stored values are spoiled first, so that none can be told back."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
SPOILED = "-999"
VALUE = re.compile(r"(</f><v>)[^<]*(</v>)")
STRING = re.compile(r' t="str"(><f>)')
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def spoiled(content: bytes) -> bytes:
    """The same workbook, with nonsense as the value of every formula."""
    target = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(target, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name.startswith("xl/worksheets/sheet"):
                text = VALUE.sub(rf"\g<1>{SPOILED}\g<2>", part.decode())
                part = STRING.sub(r"\1", text).encode()
            new.writestr(name, part)
    return target.getvalue()


def recalculated(content: bytes, folder: Path) -> bytes:
    """The workbook as LibreOffice saves it after it has done every sum again."""
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS, encoding="utf-8")
    (folder / "book.xlsx").write_bytes(spoiled(content))
    call = [
        str(OFFICE),
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--convert-to",
        "xlsx:Calc MS Excel 2007 XML",
        "--outdir",
        str(folder / "out"),
        str(folder / "book.xlsx"),
    ]
    subprocess.run(call, check=True, capture_output=True, timeout=120)
    return (folder / "out" / "book.xlsx").read_bytes()
