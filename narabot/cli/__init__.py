"""The command line: `narabot ask`, `where`, `cite`, `ingest`, `evaluate`, `db` and the others."""

import typer

from ingest.__main__ import ingest
from narabot.cli import database, evaluating
from narabot.cli.api import mcp, serve
from narabot.cli.asking import ask
from narabot.cli.checkup import doctor
from narabot.cli.citing import cite
from narabot.cli.downloading import download_files
from narabot.cli.errors import sentences
from narabot.cli.looking import where
from narabot.cli.preparing import known, load, prepare
from narabot.cli.reporting import report
from narabot.cli.serving import chat, demo
from narabot.cli.strategies import strategies
from narabot.logs import set_up_log
from narabot.settings import Settings

main = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A chat over the catalogue of the US National Archives.",
)


@main.callback()
def begin() -> None:
    """Set up the log before any command; which settings it needs, the command knows."""
    with sentences():
        settings, _ = Settings.with_faults()
        set_up_log(settings)


main.add_typer(database.app, name="db")
main.add_typer(evaluating.app, name="evaluate")
main.command()(ask)
main.command()(strategies)
main.command()(where)
main.command()(cite)
main.command()(ingest)
main.command("download")(download_files)
main.command()(prepare)
main.command()(load)
main.command()(known)
main.command()(report)
main.command()(doctor)
main.command()(chat)
main.command()(demo)
main.command()(serve)
main.command()(mcp)
