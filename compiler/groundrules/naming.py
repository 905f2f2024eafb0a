"""What names that authors invent are compared by, and the names of files made from them.

File names are only lower-case ASCII letters, digits and hyphens, so that a name means the same on every
file system, in every archive and in every link; none that Windows reserves for a device.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

#: Longer names are cut, and keep apart by a hash of the whole.
LONGEST = 64

#: What stands where a name has neither letter nor digit.
NAMELESS = "unnamed"

_DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d|conin|conout|clock")
_JOINTS = re.compile(r"(?<=[^\W\d_])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])")
_MARKS = re.compile(r"['’ʼ‘]")


def name_key(text: str) -> str:
    """What a name is compared by: composed accents, no blanks, ``'`` for ``’``."""
    return unicodedata.normalize("NFC", text).replace("’", "'").replace(" ", "").replace("\u00a0", "")


def file_name(name: str) -> str:
    """The name as part of a file name: ``War Engine`` and ``WarEngine`` give ``war-engine``.

    Accents fall off their letters (``Łąka`` gives ``u0142aka``: a letter with no ASCII base
    is ``u`` and its code point); apostrophes vanish, every other sign parts two words.
    """
    parts: list[str] = []
    plain = unicodedata.normalize("NFKD", _MARKS.sub("", name))
    for char in unicodedata.normalize("NFKD", _JOINTS.sub(" ", plain).casefold()):
        if char.isascii():
            parts.append(char if char.isalnum() else " ")
        elif unicodedata.category(char)[0] in "LN":
            parts.append(f"u{ord(char):04x}")
        elif not unicodedata.combining(char):
            parts.append(" ")
    safe = "-".join("".join(parts).split()) or NAMELESS
    if len(safe) > LONGEST:
        safe = f"{safe[: LONGEST - 9].rstrip('-')}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return f"{safe}-x" if _DEVICES.fullmatch(safe) else safe


def file_names(names: Iterable[str]) -> dict[str, str]:
    """A file name for each name, all different: a second of the same is ``-2``, a third ``-3``.

    Earlier names have the first choice, so the caller gives them in an order that lasts.
    """
    once = dict.fromkeys(names)
    return dict(zip(once, distinct_file_names(once), strict=True))


def distinct_file_names(names: Iterable[str]) -> list[str]:
    """The file name of each name in turn, all different even where a name comes twice."""
    taken: dict[str, None] = {}
    for name in names:
        first = candidate = file_name(name)
        number = 1
        while candidate in taken:
            number += 1
            candidate = f"{first}-{number}"
        taken[candidate] = None
    return list(taken)
