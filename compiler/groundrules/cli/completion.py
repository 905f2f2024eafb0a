"""``groundrules completion``: the script that teaches a shell the Tab key."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from groundrules.cli import entry
from groundrules.cli.completing import VARIABLE
from groundrules.cli.terminal import standard_error, standard_output

SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command(short_help="Print a script that lets the Tab key complete.")
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print a script for a shell: with it, the Tab key completes commands,
    options, the names of rulesets and of what they declare. Put the line of
    your shell into the file that it reads when it starts.

    \b
    Examples:
        eval "$(groundrules completion bash)"          in ~/.bashrc
        eval "$(groundrules completion zsh)"           in ~/.zshrc
        groundrules completion fish | source           in config.fish
        groundrules completion powershell | Out-String | Invoke-Expression
    """
    from groundrules.cli.main import commands

    kind = get_completion_class(shell)
    if kind is None:
        standard_error().line(f"groundrules: the installed click {_version()} knows no {shell}; a newer one may")
        return entry.FOUND
    standard_output().write(kind(commands, {}, "groundrules", VARIABLE).source())
    return entry.WELL


def _version() -> str:
    from importlib.metadata import version

    return version("click")
