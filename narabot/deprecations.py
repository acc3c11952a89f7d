"""Old names of settings, commands, and options. They work for one release, with a warning.

Each table maps old names to new names. Delete an entry one release after it was added.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from narabot.terminal import print_status

Value = TypeVar("Value")

RENAMED_SETTINGS: Mapping[str, str] = {
    "ingest_patience_s": "ingest_retry_seconds",
    "names_classes": "ner_classes",
    "names_model": "ner_model",
    "page_words_dir": "page_translations_dir",
    "retrieval_candidates": "vector_top_k",
}
"""Old field of `Settings` → new field. Environment variables are in upper case."""

RENAMED_COMMANDS: Mapping[str, str] = {"known": "export-loaded"}
"""Old command → new command."""

RENAMED_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "download": {"--delete-gone": "--delete"},
    "evaluate": {"--with": "--reuse"},
    "ingest": {"--instead": "--abandon-unfinished"},
    "knowledge": {"--most": "--limit"},
    "load": {"--instead": "--abandon-unfinished"},
    "prepare": {"--known": "--skip-loaded"},
}
"""Command → old option → new option. Options of subcommands are listed under their command."""


@cache
def warn_renamed(what: str, old: str, new: str) -> None:
    """Print a warning about an old name, once per process."""
    print_status(
        f"the {what} {old} was renamed to {new}. The next release will no longer accept the old "
        "name."
    )


def with_new_names(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return settings under their new names. A value under the new name takes precedence."""
    new = {name: value for name, value in values.items() if name not in RENAMED_SETTINGS}
    return {RENAMED_SETTINGS[old]: values[old] for old in RENAMED_SETTINGS if old in values} | new


def renamed_settings(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return settings under their new names, and warn about old names."""
    for old, new in RENAMED_SETTINGS.items():
        if old in values:
            warn_renamed("setting", old.upper(), new.upper())
    return with_new_names(values)


def renamed_command(name: str) -> str:
    """Return the new name of a command, and warn if the supplied name is old."""
    new = RENAMED_COMMANDS.get(name, name)
    if new != name:
        warn_renamed("command", f"narabot {name}", f"narabot {new}")
    return new


def renamed_options(command: str, arguments: Sequence[str]) -> Iterator[str]:
    """Yield a command's arguments with new option names, and warn about old names.

    Arguments after `--` are not options.
    """
    options = RENAMED_OPTIONS.get(command, {})
    for place, argument in enumerate(arguments):
        old, equals, value = argument.partition("=")
        if old in options and "--" not in arguments[:place]:
            warn_renamed("option", old, options[old])
            yield f"{options[old]}{equals}{value}"
        else:
            yield argument
