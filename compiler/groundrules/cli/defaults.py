"""What a command works on when nothing is named: what the project says, in ``groundrules.toml``."""

from __future__ import annotations

from collections.abc import Callable

import click

from groundrules.project.projects import Project, sound_project_here


def or_project(paths: tuple[str, ...], of: Callable[[Project], tuple[str, ...]]) -> tuple[str, ...]:
    """The paths that were named; else those of the project; outside of one, the folder one is in.

    Raises :class:`~groundrules.project.projects.BrokenSettings`.
    """
    if paths:
        return paths
    project = sound_project_here()
    return (".",) if project is None else of(project)


def project_or_usage(wanted: str) -> Project:
    """The project one stands in; outside of one, the command line lacks what is ``wanted``.

    Raises :class:`~groundrules.project.projects.BrokenSettings`.
    """
    project = sound_project_here()
    if project is None:
        raise click.UsageError(
            f"name {wanted}; only in a project, a folder with `groundrules.toml`, it may be left out"
        )
    return project


def one_ruleset(wanted: str = "a ruleset") -> str:
    """The one ruleset of the project one stands in; where there are several, one must be named.

    Raises :class:`~groundrules.project.projects.BrokenSettings`.
    """
    found = project_or_usage(wanted).rulesets()
    if len(found) == 1:
        return found[0]
    more = f" and {len(found) - 10} more" if len(found) > 10 else ""
    listed = (", ".join(found[:10]) or "none") + more
    raise click.UsageError(f"name {wanted}; the project has {len(found)}: {listed}")
