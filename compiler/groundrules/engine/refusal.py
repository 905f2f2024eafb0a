"""What the engine refuses to judge, by name."""

from __future__ import annotations

from typing import Any, Literal

from groundrules.verdict import Pending

RefusalKind = Literal[
    "name", "field", "dice", "path", "grid", "table", "action", "number", "branches", "budget", "option", "unit"
]


class Refusal(Exception):
    """A situation that cannot be judged as it is stated.

    ``kind`` is one word for programs; ``message`` says what is wrong in the author's
    words, with the names of the rule, the model and the field concerned; ``help`` how to
    mend it.
    """

    def __init__(self, kind: RefusalKind, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.kind: RefusalKind = kind
        self.message = message
        self.help = help

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, self.message, self.help), vars(self)


class MissingAnswer(Refusal):
    """The list of dice ran out; :attr:`pending` says what was asked for."""

    def __init__(self, message: str, pending: Pending) -> None:
        super().__init__("dice", message)
        self.pending = pending

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.pending), vars(self)
