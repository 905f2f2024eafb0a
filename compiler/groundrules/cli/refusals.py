"""What the engine would not judge, told to the person."""

from __future__ import annotations

from groundrules.cli.terminal import Output, visible
from groundrules.engine import Refusal


def refused(output: Output, name: str, refusal: Refusal | None) -> None:
    """What the engine would not judge, and how to mend it."""
    if refusal is None:
        return
    output.line(f"{visible(name)}: cannot be judged: {visible(refusal.message)}")
    if refusal.help:
        output.line(f"  = help: {visible(refusal.help)}")
