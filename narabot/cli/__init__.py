"""The command line: `narabot ask`, `where`, `cite`, `ingest`, `evaluate`, `db`, and others."""

import typer

from narabot.cli.commands import LazyCommandGroup
from narabot.terminal import report_errors

main = typer.Typer(
    cls=LazyCommandGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A chat over the catalog of the US National Archives.",
)


@main.callback()
def begin() -> None:
    """Set up logging before any command. Each command checks the settings that it needs."""
    from narabot.settings import Settings
    from narabot.telemetry import set_up_log

    with report_errors():
        settings, _ = Settings.with_faults()
        set_up_log(settings)
