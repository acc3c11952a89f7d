"""The commands by name. narabot imports a command's modules only when the command runs.

This keeps `narabot --help` fast. Typer does not export its context types, so they are `Any` here.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from narabot.deprecations import renamed_command, renamed_options


@dataclass(frozen=True, slots=True)
class CommandPlace:
    """The location of a command and its help, which repeats the command's docstring."""

    module: str
    function: str
    """Function name, or the name of a Typer application with subcommands."""
    help: str


COMMANDS = {
    "ask": CommandPlace(
        "narabot.cli.asking",
        "ask",
        "Ask the catalog a question and print the answer with its records.",
    ),
    "strategies": CommandPlace(
        "narabot.cli.asking",
        "strategies",
        "List the search strategies, their requirements, and their availability.",
    ),
    "where": CommandPlace(
        "narabot.cli.asking",
        "where",
        "Find file units and series to search, including those without item descriptions.",
    ),
    "cite": CommandPlace(
        "narabot.cli.asking",
        "cite",
        "Cite records in NARA's format or another format, without loading a model.",
    ),
    "ingest": CommandPlace(
        "ingest.command",
        "ingest",
        "Load NARA's export into the graph, and skip records that are already loaded.",
    ),
    "download": CommandPlace(
        "narabot.cli.downloading",
        "download_files",
        "Download NARA's export. Skips existing files and resumes interrupted ones.",
    ),
    "prepare": CommandPlace(
        "narabot.cli.preparing",
        "prepare",
        "Parse, chunk, and embed NARA's export into Parquet files, without a database.",
    ),
    "load": CommandPlace(
        "narabot.cli.preparing",
        "load",
        "Load the output of `narabot prepare` into the graph, without a model.",
    ),
    "export-loaded": CommandPlace(
        "narabot.cli.preparing",
        "export_loaded",
        "Export the list of loaded records, for `narabot prepare --skip-loaded`.",
    ),
    "knowledge": CommandPlace(
        "narabot.cli.knowledge",
        "app",
        "Build, inspect, or remove the knowledge layer: names and statements from the texts.",
    ),
    "report": CommandPlace(
        "narabot.cli.reporting",
        "report",
        "Report broken references, gaps, and duplicates in the records, with catalog links.",
    ),
    "doctor": CommandPlace(
        "narabot.cli.doctor",
        "doctor",
        "Check settings, database, index, and models, and explain how to fix problems.",
    ),
    "chat": CommandPlace(
        "narabot.cli.serving",
        "chat",
        "Serve the web page until Ctrl-C. Starts the embedded database if necessary.",
    ),
    "demo": CommandPlace(
        "narabot.cli.serving",
        "demo",
        "Load the sample records if necessary, and serve the web page until Ctrl-C.",
    ),
    "serve": CommandPlace(
        "narabot.cli.serving",
        "serve",
        "Serve the API until Ctrl-C. Starts the embedded database if necessary.",
    ),
    "mcp": CommandPlace(
        "narabot.cli.serving",
        "mcp",
        "Serve the catalog as Model Context Protocol (MCP) tools, over standard I/O or HTTP.",
    ),
    "db": CommandPlace(
        "narabot.cli.database",
        "app",
        "Start, stop, and inspect the embedded Neo4j.",
    ),
    "evaluate": CommandPlace(
        "narabot.cli.evaluating",
        "app",
        "Evaluate answers on test files, with a temporary database.",
    ),
}


class LazyCommandGroup(TyperGroup):
    """The group of all commands in the table."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the command names in table order."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:  # noqa: ARG002
        """Return a command without importing it, or `None`. Accept old command names."""
        name = renamed_command(cmd_name)
        place = COMMANDS.get(name)
        return None if place is None else LazyCommand(name, place)


class LazyCommand(TyperCommand):
    """A placeholder that imports its command when the command runs."""

    def __init__(self, name: str, place: CommandPlace) -> None:
        """Set the name and the help without importing the command."""
        super().__init__(name, help=place.help)
        self._place = place

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Return the context of the imported command. Accept old option names."""
        name = self.name or ""
        args = list(renamed_options(name, args))
        return load_command(name, self._place).make_context(info_name, args, parent, **extra)


def load_command(name: str, place: CommandPlace) -> TyperCommand | TyperGroup:
    """Import a command and return it."""
    found = getattr(import_module(place.module), place.function)
    if isinstance(found, typer.Typer):
        return typer.main.get_group(found)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(name)(found)
    return cast("TyperCommand", typer.main.get_command(alone))
