"""Fonts that imitate handwriting: which the net learns from, which its limits were chosen on, and which only test it.

`python -m benchmarks.reading_fonts FOLDER` fetches those of npm (packages `@fontsource/*`, licences OFL 1.1 and Apache 2.0).
The fonts of another origin are Debian's (`apt-get download PACKAGE`, `dpkg -x FILE FOLDER`); they stand under several free
licences, are used for testing alone, and none of them is among npm's.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

LEARNT = [
    "amatic-sc",
    "annie-use-your-telescope",
    "architects-daughter",
    "bad-script",
    "caveat",
    "cedarville-cursive",
    "coming-soon",
    "crafty-girls",
    "dekko",
    "delius",
    "edu-nsw-act-foundation",
    "edu-sa-beginner",
    "gaegu",
    "give-you-glory",
    "gloria-hallelujah",
    "grape-nuts",
    "handlee",
    "homemade-apple",
    "indie-flower",
    "itim",
    "just-another-hand",
    "kalam",
    "kristi",
    "la-belle-aurore",
    "loved-by-the-king",
    "mali",
    "mansalva",
    "marck-script",
    "mynerve",
    "nanum-pen-script",
    "nothing-you-could-do",
    "oooh-baby",
    "over-the-rainbow",
    "patrick-hand",
    "permanent-marker",
    "playwrite-at",
    "playwrite-de-grund",
    "playwrite-de-sas",
    "playwrite-fr-moderne",
    "playwrite-fr-trad",
    "playwrite-it-moderna",
    "playwrite-pl",
    "poor-story",
    "rancho",
    "reenie-beanie",
    "schoolbell",
    "shadows-into-light",
    "short-stack",
    "square-peg",
    "sue-ellen-francisco",
    "swanky-and-moo-moo",
    "the-girl-next-door",
    "walter-turncoat",
    "yomogi",
    "zeyada",
]
CHOSEN_ON = [
    "caveat-brush",
    "covered-by-your-grace",
    "gochi-hand",
    "hi-melody",
    "klee-one",
    "neucha",
    "playpen-sans",
    "rock-salt",
    "sedgwick-ave",
    "waiting-for-the-sunrise",
]
TESTED = [
    "beth-ellen",
    "comic-neue",
    "dawning-of-a-new-day",
    "gamja-flower",
    "hachi-maru-pop",
    "long-cang",
    "nanum-brush-script",
    "pangolin",
    "ruge-boogie",
    "sriracha",
    "sunshiney",
    "zen-kurenaido",
]
OTHER_PACKAGES = [
    "fonts-breip",
    "fonts-bwht",
    "fonts-dkg-handwriting",
    "fonts-ecolier-court",
    "fonts-humor-sans",
    "fonts-kiloji",
    "fonts-rufscript",
    "fonts-seto",
    "fonts-sjfonts",
]
OTHERS = [
    "BecauseWeBuild-Regular.otf",
    "BecauseWeConnect-Regular.otf",
    "BecauseWeCreate-Regular.otf",
    "BecauseWeLearn-Regular.otf",
    "BecauseWeMentor-Regular.otf",
    "BecauseWeOrganize-Regular.otf",
    "Breip.ttf",
    "Delphine.ttf",
    "dkg.ttf",
    "Ecolier-court.ttf",
    "Humor-Sans.ttf",
    "kiloji.ttf",
    "Rufscript010.ttf",
    "setofont.ttf",
    "SteveHand.ttf",
]


def fonts_of(folder: Path, names: list[str]) -> list[Path]:
    """The files of these fonts of npm, in the order of their names; those that are not in the folder are left out."""
    wanted = {f"{name}-latin-400-normal.woff" for name in names}
    return files_in(folder, wanted)


def others(folder: Path) -> list[Path]:
    """The files of the fonts of another origin."""
    return files_in(folder, set(OTHERS))


def files_in(folder: Path, wanted: set[str]) -> list[Path]:
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.name in wanted:
            found.setdefault(path.name, path)
    return [found[name] for name in sorted(found)]


def fetch(folder: Path) -> None:
    """Each package with its licence into a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in [*LEARNT, *CHOSEN_ON, *TESTED]:
        if (folder / name).exists():
            continue
        packed = subprocess.run(
            ["npm", "pack", f"@fontsource/{name}@5", "--pack-destination", str(folder)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split()[-1]
        with tarfile.open(folder / packed) as archive:
            for member in archive.getmembers():
                if member.name.endswith(("-latin-400-normal.woff", "LICENSE")):
                    member.name = Path(member.name).name
                    archive.extract(member, folder / name, filter="data")
        (folder / packed).unlink()
        print(name, flush=True)


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
    print(f"of another origin: apt-get download {' '.join(OTHER_PACKAGES)}")
