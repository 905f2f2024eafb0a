"""The grammar's terminals in the words of the language: what a message may call them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

#: What a terminal without a fixed text is called, and an example of it for a repair.
_CALLED: dict[str, tuple[str, str]] = {
    "NAME": ("a name", "Name"),
    "STRING": ("text in quotes", '"text"'),
    "NUMBER": ("a number", "1"),
    "DIST": ('a distance such as `6"`', '1"'),
    "DICE": ("dice such as `2d6`", "d6"),
    "TIMES": ("a factor such as `x2`", "x2"),
    "XOP": ("`x`", "x"),
    "FROM": ("`7+`", "1+"),
    "RANGE": ("`2-6`", "1-2"),
    "UNITWORD": ("a unit such as `cm`", "levels"),
    "DIE": ("`die`", "die"),
    "PROSE": ("prose behind `>`", ">"),
    "MINUS": ("`-`", "-"),
    "VBAR": ("`|`", "|"),
    "COLON": ("`:`", ":"),
    "COMMA": ("`,`", ","),
    "LPAR": ("`(`", "("),
    "RPAR": ("`)`", ")"),
    "PLUS": ("`+`", "+"),
    "SLASH": ("`/`", "/"),
    "LESSTHAN": ("`<`", "<"),
    "_NL": ("the end of the line", ""),
    "_INDENT": ("a block", ""),
    "_DEDENT": ("the end of the block", ""),
    "$END": ("the end of the file", ""),
}

#: Terminals of one character.
SIGNS = frozenset({"COLON", "COMMA", "LPAR", "RPAR", "PLUS", "SLASH", "LESSTHAN", "MINUS", "VBAR"})

#: Those of them that only part or hold together: to put one in says nothing new.
STRUCTURE = frozenset({"COLON", "COMMA", "LPAR", "RPAR", "VBAR"})

#: Terminals whose text the author chooses: a repair that puts one in only guesses.
OPEN = frozenset(
    {"NAME", "STRING", "NUMBER", "DIST", "DICE", "TIMES", "FROM", "RANGE", "UNITWORD", "PROSE", "XOP", "DIE"}
)

#: Words that begin a qualifier, an effect, an item: too many to list one by one.
QUALIFIERS = frozenset(["ON", "IN", "DURING", "FOR", "EXCEPT", "WHEN", "ONCE", "TOGETHER", "ROLLED"])
EFFECTS = frozenset(
    [
        "COST",
        "FORBID",
        "ALLOW",
        "STOP",
        "MAY",
        "END",
        "AT",
        "UP",
        "HALF",
        "GAIN",
        "LOSE",
        "COVER",
        "BLOCK",
        "COUNTS",
        "AS",
        "TREAT",
        "IGNORE",
        "PASS",
        "REROLL",
        "REPLACES",
        "BECOMES",
        "NO",
    ]
)
ITEMS = frozenset(
    [
        "RULESET",
        "VERSION",
        "AUTHOR",
        "LICENCE",
        "NOTICE",
        "SOURCE",
        "DISTANCE",
        "GRID",
        "OVERLAP",
        "ROUND",
        "MEASURE",
        "USE",
        "OVERRIDE",
        "REMOVE",
        "MODEL",
        "PIECE",
        "GAME",
        "ACTION",
        "ACTIONS",
        "GROUP",
        "OUTCOME",
        "STATE",
        "ROLL",
        "WORD_NUMBER",
        "TABLE",
        "OPTION",
    ]
)
_MEASURED = frozenset(["OBSCURED", "COVERED", "WIDTH", "BASE", "MOVED", "RISE", "GAP", "FALL"])

_GROUPS: tuple[tuple[frozenset[str], int, str], ...] = (
    (ITEMS, 6, "a declaration such as `roll` or `outcome`"),
    (QUALIFIERS, 4, "a qualifier such as `on` or `for`"),
    (EFFECTS, 6, "an effect such as `cost x2`"),
    (_MEASURED, 4, "a measure such as `rise`"),
)

#: More than this many things are not listed.
_MOST = 6


class Words:
    """Speaks of terminals, for one set of reserved words."""

    def __init__(self, reserved: Mapping[str, str]) -> None:
        #: The text of each reserved word's terminal.
        self.text = {terminal: word for word, terminal in reserved.items()}

    def called(self, terminal: str) -> str:
        """What a message calls a terminal."""
        if terminal in self.text:
            return f"`{self.text[terminal]}`"
        return _CALLED[terminal][0] if terminal in _CALLED else "something else"

    def sample(self, terminal: str) -> str:
        """A text that is read as this terminal."""
        return self.text[terminal] if terminal in self.text else _CALLED.get(terminal, ("", ""))[1]

    def expected(self, terminals: Collection[str]) -> str:
        """What may stand somewhere, as a phrase: ```of` or a number``."""
        left = set(terminals) - {"_INDENT", "_DEDENT", "$END", "_NEVER", "WORD", "UNKNOWN"}
        phrases: list[str] = []
        for group, least, phrase in _GROUPS:
            if len(left & group) >= least:
                phrases.append(phrase)
                left -= group
        single = sorted(left, key=lambda t: (t in SIGNS, t not in _CALLED, self.called(t)))
        if len(single) + len(phrases) > _MOST:
            single = [t for t in single if t not in SIGNS or t == "COLON"] or single
        phrases = [self.called(t) for t in single if t != "_NL"][: max(1, _MOST - len(phrases))] + phrases
        if "_NL" in left:
            phrases.append("the end of the line")
        return either(phrases)


def either(phrases: Iterable[str]) -> str:
    """``a, b or c``."""
    several = list(phrases)
    if len(several) < 2:
        return "".join(several)
    return f"{', '.join(several[:-1])} or {several[-1]}"


def quoted(text: str, most: int = 40) -> str:
    """An author's words in backticks, cut to so many characters."""
    text = " ".join(text.replace("`", "'").split())
    return f"`{text if len(text) <= most else text[: most - 1] + '…'}`"


def ready(text: str) -> str:
    """A line to paste, in backticks."""
    return quoted(text, 200)
