"""The command line: `narabot ask`, `where`, `cite`, `ingest`, `evaluate`, `db` and the others."""

import typer

from narabot.cli.commands import CommandTable
from narabot.terminal import sentences

main = typer.Typer(
    cls=CommandTable,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A chat over the catalogue of the US National Archives.",
)


@main.callback()
def begin() -> None:
    """Set up the log before any command; which settings it needs, the command knows."""
    from narabot.settings import Settings
    from narabot.telemetry import set_up_log

    with sentences():
        settings, _ = Settings.with_faults()
        set_up_log(settings)
