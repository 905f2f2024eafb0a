"""Make the fonts of printed cards anew: subsets of Noto Sans Condensed, their widths, their licence.

    make font FONTS=/usr/share/fonts/truetype/noto

The folder is that of Debian's packages ``fonts-noto-core`` and ``fonts-noto-extra``. What comes
out lies in ``compiler/groundrules/cards/printing/fonts`` and is committed: three styles of text,
two of signs that the text has not, all as WOFF2 without hints and without features, so that a
line is exactly as wide as the sum of its letters; and ``widths.json``, by which a card's fit is
computed. Needs the extra ``font``.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).parents[1] / "compiler" / "groundrules" / "cards" / "printing" / "fonts"

#: Latin with its accents (Western, Central and Northern Europe, Vietnamese), Greek, Cyrillic, signs.
TEXT = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x192, 0x192), (0x1A0, 0x1A1), (0x1AF, 0x1B0),
    (0x218, 0x21B), (0x259, 0x259), (0x2BC, 0x2BC), (0x2C6, 0x2DD),
    (0x300, 0x304), (0x306, 0x30C), (0x323, 0x323), (0x326, 0x328), (0x384, 0x3CE), (0x400, 0x45F), (0x490, 0x491),
    (0x1E80, 0x1E85), (0x1E9E, 0x1E9E), (0x1EA0, 0x1EF9), (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022),
    (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A), (0x2044, 0x2044), (0x2070, 0x2070),
    (0x2074, 0x2079), (0x2080, 0x2089), (0x20AC, 0x20AC), (0x2116, 0x2116), (0x2122, 0x2122), (0x2150, 0x215E),
)  # fmt: skip
#: Arrows and what mathematics writes; shapes, boxes to tick, suits, dice.
MATHS = ((0x2190, 0x2193), (0x2212, 0x2212), (0x221A, 0x221A), (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2260),
         (0x2264, 0x2265))  # fmt: skip
SIGNS = ((0x25A0, 0x25A1), (0x25B2, 0x25B3), (0x25B6, 0x25B7), (0x25C6, 0x25C7), (0x25CB, 0x25CB), (0x25CF, 0x25CF),
         (0x2605, 0x2606), (0x2610, 0x2612), (0x2620, 0x2620), (0x2660, 0x2667), (0x2680, 0x2685), (0x26A0, 0x26A0),
         (0x2713, 0x2714), (0x2715, 0x2718))  # fmt: skip

#: Our name, the file it comes from, what is taken from it.
FACES = (
    ("regular", "NotoSans-Condensed.ttf", TEXT),
    ("bold", "NotoSans-CondensedBold.ttf", TEXT),
    ("italic", "NotoSans-CondensedItalic.ttf", TEXT),
    ("maths", "NotoSansMath-Regular.ttf", MATHS),
    ("signs", "NotoSansSymbols2-Regular.ttf", SIGNS),
)


def main(folder: Path) -> None:
    """Write every face and the widths."""
    OUT.mkdir(parents=True, exist_ok=True)
    widths = {}
    for name, file, ranges in FACES:
        font = subset(
            TTFont(folder / file, recalcTimestamp=False),
            [code for low, high in ranges for code in range(low, high + 1)],
        )
        font.flavor = "woff2"
        font.save(OUT / f"{name}.woff2")
        widths[name] = advances(font)
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in widths.items())
    (OUT / "widths.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def subset(font: TTFont, codes: list[int]) -> TTFont:
    """A font cut down to some characters, each as it is drawn alone."""
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "MATH", "DSIG", "STAT", "meta"]
    cut = Subsetter(options)
    cut.populate(unicodes=codes)
    cut.subset(font)
    return font


def advances(font: TTFont) -> dict[str, list[int]]:
    """Advance widths in thousandths of the type size, run by run of neighbouring characters."""
    scale = font["head"].unitsPerEm
    known = {code: round(font["hmtx"][glyph][0] * 1000 / scale) for code, glyph in font.getBestCmap().items()}
    codes = sorted(known)
    starts = [codes[0], *(code for before, code in pairwise(codes) if code != before + 1)]
    runs: dict[str, list[int]] = {}
    for start in starts:
        run = runs[f"{start:04X}"] = []
        while start in known:
            run.append(known[start])
            start += 1
    return runs


if __name__ == "__main__":
    main(Path(sys.argv[1]))
