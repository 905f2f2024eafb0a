"""The commands of ``groundrules``, gathered; each has a file of its own."""

from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import CompletionItem

import groundrules
from groundrules.cli import completing, entry
from groundrules.cli.findings import broken, nothing_there
from groundrules.project.projects import BrokenSettings
from groundrules.project.roots import NothingThere, nearest

#: Help is the same on every terminal, so that it can be committed and compared.
WIDTH = 80


class Commands(click.Group):
    """The commands by name; the file of each is imported only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which a person meets them."""
        return list(entry.COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, from the file of that name."""
        if cmd_name not in entry.COMMANDS:
            return None
        module = entry.MODULES.get(cmd_name, cmd_name)
        command = getattr(import_module(f"groundrules.cli.{module}"), module)
        assert isinstance(command, click.Command)
        return completing.attach(command) if completing.is_asked() else command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """What may stand where a command stands."""
        return [*completing.commands(incomplete), *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names; a near miss is told which one was meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            close = nearest(args[0], entry.COMMANDS)
            if close is None or close in problem.message:
                raise
            raise click.UsageError(f"{problem.message} Did you mean `{close}`?", ctx) from None


@click.group(
    cls=Commands,
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


def run(argv: list[str]) -> int:
    """Run a command line; the answer is the exit code."""
    try:
        return int(commands.main(args=argv, prog_name="groundrules", standalone_mode=False) or 0)
    except click.ClickException as problem:
        from groundrules.cli.terminal import visible

        problem.message = "\n".join(map(visible, problem.message.split("\n")))  # type: ignore[misc]  # only said otherwise
        problem.show()
        return problem.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None  # what it was before click took it
    except SystemExit as problem:  # click's way to say that a shell has its answer, or nobody reads any more
        return problem.code if isinstance(problem.code, int) else entry.FOUND
    except NothingThere as problem:
        return nothing_there(problem)
    except BrokenSettings as problem:
        return broken(problem)
    except _unwritable() as problem:
        from groundrules.cli.terminal import standard_error, visible

        standard_error().line(f"groundrules: {visible(str(problem))}")
        return entry.MISUSE


def _unwritable() -> type[Exception]:
    """What is raised for a file that cannot be written; only fetched when something was raised."""
    from groundrules.project.writing import Unwritable

    return Unwritable
