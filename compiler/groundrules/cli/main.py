"""The commands of ``groundrules``, gathered; each has a file of its own."""

from __future__ import annotations

import click

import groundrules
from groundrules.cli import entry
from groundrules.cli.build import build
from groundrules.cli.check import check
from groundrules.cli.explain import explain
from groundrules.cli.findings import nothing_there
from groundrules.cli.show import show
from groundrules.project.roots import NothingThere

#: Help is the same on every terminal, so that it can be committed and compared.
WIDTH = 80


@click.group(
    context_settings={"help_option_names": ["--help"], "terminal_width": WIDTH, "max_content_width": WIDTH},
    epilog="""\b
Exit codes: 0 all is well, 1 there are findings, 2 the command line is
wrong, 70 a fault of groundrules itself. Findings go to standard output,
progress to standard error.""",
)
@click.version_option(groundrules.__version__, message="groundrules %(version)s")
def commands() -> None:
    """Write the terrain rules of a tabletop game in a text file, see every
    mistake with its fix, and get reference cards for the table.

    \b
    A first ruleset, woods.terrain:
        Woods: cost x2
        Marsh on enter: BogTest
        roll BogTest: d6
            1: stop
            2+: no effect

    \b
    Then:
        groundrules check woods.terrain
        groundrules build woods.terrain -o cards
    """


for command in (check, build, show, explain):
    commands.add_command(command)


def run(argv: list[str]) -> int:
    """Run a command line; the answer is the exit code."""
    try:
        return int(commands.main(args=argv, prog_name="groundrules", standalone_mode=False) or 0)
    except click.ClickException as problem:
        problem.show()
        return problem.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None  # what it was before click took it
    except SystemExit:  # click's way to say that nobody reads any more
        return entry.FOUND
    except NothingThere as problem:
        return nothing_there(problem)
