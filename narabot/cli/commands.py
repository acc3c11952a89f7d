"""The commands by their names. What a command needs is imported when it is called.

So `narabot --help` need not load what only some command works with. (Typer keeps the types of its
contexts to itself: they are `Any` here.)
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup


@dataclass(frozen=True, slots=True)
class CommandPlace:
    """Where a command is, and the first sentence of its help, which its own repeats."""

    module: str
    function: str
    """Or the Typer of several commands."""
    help: str


COMMANDS = {
    "ask": CommandPlace(
        "narabot.cli.asking",
        "ask",
        "Ask the catalogue and print the answer with its records.",
    ),
    "strategies": CommandPlace(
        "narabot.cli.asking",
        "strategies",
        "List the ways in which to look, what each needs, and whether it is available here.",
    ),
    "where": CommandPlace(
        "narabot.cli.asking",
        "where",
        "Say in which file units and series to look, also those whose items are not described.",
    ),
    "cite": CommandPlace(
        "narabot.cli.asking",
        "cite",
        "Cite records in NARA's form or another, without loading a model.",
    ),
    "ingest": CommandPlace(
        "ingest.command",
        "ingest",
        "Load catalogue lines into the graph; what is there already is left alone.",
    ),
    "download": CommandPlace(
        "narabot.cli.downloading",
        "download_files",
        "Download NARA's files; what is there is left, what broke off goes on.",
    ),
    "prepare": CommandPlace(
        "narabot.cli.preparing",
        "prepare",
        "Parse, chunk and embed catalogue lines into Parquet, without a database.",
    ),
    "load": CommandPlace(
        "narabot.cli.preparing",
        "load",
        "Load what `narabot prepare` has made into the graph; no model is needed.",
    ),
    "known": CommandPlace(
        "narabot.cli.preparing",
        "known",
        "Write down which records the database has, for `narabot prepare --known`.",
    ),
    "knowledge": CommandPlace(
        "narabot.cli.knowing",
        "app",
        "Names and statements that are read out of the texts: build, look at, remove.",
    ),
    "report": CommandPlace(
        "narabot.cli.reporting",
        "report",
        "Say what the records lack: breaks, gaps, duplicates, with links to the catalogue.",
    ),
    "doctor": CommandPlace(
        "narabot.cli.checkup",
        "doctor",
        "Check everything that a question needs, and say what is wrong and what to do.",
    ),
    "chat": CommandPlace(
        "narabot.cli.serving",
        "chat",
        "Serve the page until Ctrl-C; the embedded database is started if it does not run.",
    ),
    "demo": CommandPlace(
        "narabot.cli.serving",
        "demo",
        "Load the sample records, once, and serve the page until Ctrl-C.",
    ),
    "serve": CommandPlace(
        "narabot.cli.serving",
        "serve",
        "Serve the API until Ctrl-C; the embedded database is started if it does not run.",
    ),
    "mcp": CommandPlace(
        "narabot.cli.serving",
        "mcp",
        "Serve the catalogue as tools of the Model Context Protocol, "
        "on loopback or standard input.",
    ),
    "db": CommandPlace(
        "narabot.cli.database",
        "app",
        "Start, stop and look at the embedded Neo4j.",
    ),
    "evaluate": CommandPlace(
        "narabot.cli.evaluating",
        "app",
        "Measure the answers on files of tests, with a database of its own that goes away.",
    ),
}


class CommandTable(TyperGroup):
    """A group of the commands in the table."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:  # noqa: ARG002
        """Return a command that is not imported yet, `None` where there is none of the name."""
        place = COMMANDS.get(cmd_name)
        return None if place is None else CommandOnDemand(cmd_name, place)


class CommandOnDemand(TyperCommand):
    """Stands for a command in the help, and is it once it is called."""

    def __init__(self, name: str, place: CommandPlace) -> None:
        """Import nothing yet."""
        super().__init__(name, help=place.help)
        self._place = place

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Return the context of the command itself."""
        command = loaded(self.name or "", self._place)
        return command.make_context(info_name, args, parent, **extra)


def loaded(name: str, place: CommandPlace) -> TyperCommand | TyperGroup:
    """Return a command, imported."""
    found = getattr(import_module(place.module), place.function)
    if isinstance(found, typer.Typer):
        return typer.main.get_group(found)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(name)(found)
    return cast("TyperCommand", typer.main.get_command(alone))
