"""Groundrules: a language for terrain rules, and the tools around it.

The library is here: ``import groundrules as gr``, then ``gr.load``, ``gr.check``, ``gr.Table``
and the rest of ``__all__``. Each name is fetched from :mod:`groundrules.api` when it is first
asked for, so that importing the package costs nothing.
"""

__version__ = "0.1.0"

__all__ = [
    "Decision",
    "Diagnostic",
    "Distribution",
    "Memory",
    "MissingAnswer",
    "Model",
    "Odds",
    "Pending",
    "Refusal",
    "Roll",
    "RulesError",
    "Ruleset",
    "Sight",
    "SituationError",
    "Table",
    "Verdict",
    "VerdictFormatError",
    "__version__",
    "check",
    "load",
    "memory_from_json",
    "memory_to_json",
    "verdict_from_json",
    "verdict_to_json",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from groundrules.api import (
        Decision,
        Diagnostic,
        Distribution,
        Memory,
        MissingAnswer,
        Model,
        Odds,
        Pending,
        Refusal,
        Roll,
        RulesError,
        Ruleset,
        Sight,
        SituationError,
        Table,
        Verdict,
        VerdictFormatError,
        check,
        load,
        memory_from_json,
        memory_to_json,
        verdict_from_json,
        verdict_to_json,
    )


def __getattr__(name: str) -> object:
    """A public name of the library, fetched when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from groundrules import api

    value: object = getattr(api, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
