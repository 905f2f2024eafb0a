"""One file from the disk to a :class:`~groundrules.source.Source`, or the reason why not.

A text is UTF-8, with or without a byte order mark. UTF-16 with its mark, as PowerShell
writes it, is read too, with a warning. Whatever else lies at a path (a folder, a pipe, a
circle of links, bytes that are no text, too many of them) is a finding, never an exception.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from groundrules.diagnostics import Diagnostic, Fix, Related, finding, replace
from groundrules.limits import FILE_BYTES
from groundrules.source import Source, Span

_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Text:
    """A file that was read: its text, what there is to say about it, and its content's hash."""

    source: Source
    warnings: tuple[Diagnostic, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file gives no text; ``span`` is the place inside the file, where there is one.

    ``suggestion`` is what the author may have meant in place of what they wrote.
    """

    code: str
    message: str
    help: str | None = None
    span: Span | None = None
    suggestion: str | None = None

    def at(self, span: Span) -> Diagnostic:
        """The finding, shown at the place that asked for the file."""
        related = () if self.span is None else (Related(self.span, "the file itself, here"),)
        return finding(self.code, span, self.message, help=self.help, related=related, fix=self._fix(span))

    def _fix(self, span: Span) -> Fix | None:
        """Put the suggestion between the quotes of the place, where it has some."""
        before, _, rest = span.text.partition('"')
        quoted, closing, _ = rest.partition('"')
        if self.suggestion is None or not closing:
            return None
        start = span.start + len(before) + 1
        return replace(f"write `{self.suggestion}`", span.source.span(start, start + len(quoted)), self.suggestion)

    def in_file(self, name: str) -> Diagnostic:
        """The finding, shown in the file itself: for one that a person named directly."""
        return finding(self.code, self.span or Source(name, "").span(0, 0), self.message, help=self.help)


def read(path: str | os.PathLike[str], name: str) -> Text | Unreadable:
    """The text of the file at ``path``, to be called ``name`` in every message."""
    data = read_bytes(path, name)
    return data if isinstance(data, Unreadable) else decode(data, name)


def outside(path: str | os.PathLike[str], root: Path, name: str) -> Unreadable | None:
    """Why a file that nobody named is not read: it is a link, or lies behind one, that leads out of its root."""
    try:
        if Path(os.path.realpath(path)).is_relative_to(root):
            return None
    except (OSError, ValueError):
        pass
    return Unreadable(
        "GR608",
        f"`{name}` leads out of the project",
        f"put the file below `{root.name}`, or a `groundrules.toml` into the folder that holds both",
    )


def read_inside(path: str | os.PathLike[str], root: Path, name: str) -> Text | Unreadable:
    """The text of a file that was found in a project, unless it leads out of it."""
    return outside(path, root, name) or read(path, name)


def read_bytes(path: str | os.PathLike[str], name: str) -> bytes | Unreadable:
    """The bytes of a plain file of bounded size; a pipe or a device is never waited for."""
    try:
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            return Unreadable(
                "GR602", f"`{name}` is a folder, not a file", "name the file in it that ends in `.terrain`"
            )
        if not stat.S_ISREG(found.st_mode):
            return Unreadable("GR602", f"`{name}` is no plain file", "name a file that ends in `.terrain`")
        if found.st_size > FILE_BYTES:
            return too_large(name, found.st_size)
        with open(path, "rb") as file:
            data = file.read(FILE_BYTES + 1)
    except (OSError, ValueError) as problem:
        return _refused(name, problem)
    return too_large(name, len(data)) if len(data) > FILE_BYTES else data


def decode(data: bytes, name: str) -> Text | Unreadable:
    """The text that bytes stand for, a byte order mark taken off and line ends kept."""
    digest = hashlib.sha256(data).hexdigest()
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], encoding, name, digest)
    body = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as problem:
        return _not_utf8(body, problem.start, name)
    if "\0" in text:
        source = Source(name, text)
        at = text.index("\0")
        return Unreadable(
            "GR603", f"`{name}` is not text: it holds zero bytes", "save the file as UTF-8", source.span(at, at + 1)
        )
    return Text(Source(name, text), (), digest)


def _decode_marked(body: bytes, encoding: str, name: str, digest: str) -> Text | Unreadable:
    family = encoding[:6].upper()
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        return Unreadable("GR603", f"`{name}` begins as {family} and goes on as something else", _AS_UTF8)
    source = Source(name, text)
    warning = finding(
        "GR604", source.span(0, 0), f"`{name}` is {family}, which other programs may not read", help=_AS_UTF8
    )
    return Text(source, (warning,), digest)


_AS_UTF8 = "save the file as UTF-8 (in PowerShell: `Set-Content -Encoding utf8`)"


def _not_utf8(body: bytes, at: int, name: str) -> Unreadable:
    source = Source(name, body.decode("utf-8", "replace"))
    start = len(body[:at].decode("utf-8"))
    meant = bytes([body[at]]).decode("cp1252", "replace")
    guess = "" if meant == "\ufffd" else f"; as Windows-1252 it would be `{meant}`"
    return Unreadable(
        "GR603",
        f"`{name}` is not UTF-8: the byte 0x{body[at]:02X} here{guess}",
        "save the file as UTF-8",
        source.span(start, start + 1),
    )


def too_large(name: str, size: int) -> Unreadable:
    """What is said of more bytes than a file may have."""
    return Unreadable(
        "GR605",
        f"`{name}` is too large: {size / 2**20:.0f} MB, and {FILE_BYTES // 2**20} MB are read",
        'part the ruleset into several files and join them by `use "OTHER.terrain"`',
    )


def _refused(name: str, problem: OSError | ValueError) -> Unreadable:
    number = problem.errno if isinstance(problem, OSError) else None
    if number in (errno.ENOENT, errno.ENOTDIR):
        return Unreadable("GR601", f"there is no file `{name}`", "look at the spelling, and at what the path begins at")
    if number == errno.ELOOP:
        return Unreadable("GR606", f"`{name}` is a link that leads in a circle", "put the file itself there")
    if number == errno.ENAMETOOLONG or number is None:
        return Unreadable("GR601", "no file can have such a name", "give the file a shorter, plainer name")
    why = "you may not read it" if number in (errno.EACCES, errno.EPERM) else (os.strerror(number).lower())
    return Unreadable("GR607", f"`{name}` cannot be read: {why}", "give yourself the right to read it, or copy it")
