"""The ASCII switch: signs that need more than ASCII, written with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping


def plain_signs(signs: Mapping[str, str]) -> Callable[[str], str]:
    """A function that writes each sign with what stands for it; letters of names stay.

    A fraction behind a whole number is set off, so that ``1½`` does not become ``11/2``.
    """
    table = str.maketrans(dict(signs))

    def plain(text: str) -> str:
        return re.sub(r"(?<=\d)([½¼¾])", r" \1", text).translate(table)

    return plain
