"""How far long work is: one line of the terminal that is written over, and nothing where nobody watches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

from groundrules.cli.terminal import standard_error, visible, width

T = TypeVar("T")


def counted(items: Iterable[T], doing: str, total: int | None = None) -> Iterator[T]:
    """The items as they come; on a terminal, ``building: 3 of 8`` stands there until the next one does.

    ``total``: how many there will be, where ``items`` cannot tell. The line is gone before
    an item is handed on, so that what is then written begins on a line of its own.
    """
    progress = standard_error()
    if total is None:
        total = len(items) if isinstance(items, Collection) else 0
    if not progress.is_terminal or total < 2:
        yield from items
        return
    done, waiting = 0, iter(items)
    while True:
        line = f"{visible(doing)}: {done} of {total}"
        progress.write(f"\r{line}")
        progress.flush()
        try:
            each = next(waiting)
        except StopIteration:
            return
        finally:
            progress.write(f"\r{' ' * width(line)}\r")
            progress.flush()
        yield each
        done += 1
