"""How somebody may follow work that takes a while."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Follow(Protocol):
    """Hands on what there is to do, one after the other, and may tell a person how far it is."""

    def __call__(self, items: Collection[T], doing: str) -> Iterable[T]:
        """The same items; ``doing`` says in a word what is done to them."""
