"""Dump a database to a file or restore it, using Neo4j's own commands, while no server is running.

This module does not depend on what the database stores. Any Neo4j server can read and write the
same dump format (decision 0002). A dump contains the graph and its indexes, but no users or
passwords.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from narabot.database.home import DATABASE, Home, create_home, provide_password
from narabot.database.jars import Report, install_jars
from narabot.database.process import java_base_command, java_environment, write_configuration
from narabot.database.server import EmbeddedDatabase
from narabot.errors import DumpError
from narabot.settings import Settings

ADMIN = "org.neo4j.cli.AdminTool"
"""The main class of `neo4j-admin`."""

NO_PORT = 0
"""Port number for a configuration that no server uses."""

FAILURE_MESSAGE = re.compile(r"Failed to \w+ database '\w+': (.+)")

# Text in Neo4j's or Java's output, and its meaning for the user.
KNOWN_CAUSES = (
    ("No space left on device", "the disk is full; free some space"),
    (
        "Active logical log",
        "the server was killed; start it once (`narabot db start`), stop it, and dump again",
    ),
    ("database is in use", "another process is using this database; end that process first"),
    ("Not a valid Neo4j archive", "the file is not a Neo4j dump, or it is truncated"),
    ("Truncated source", "the file is not a Neo4j dump, or it is truncated"),
    ("Unexpected end of", "the file is not a Neo4j dump, or it is truncated"),
    ("OutOfMemoryError", "there is not enough memory; increase NEO4J_HEAP"),
)


@dataclass(frozen=True, slots=True)
class Admin:
    """Neo4j's admin tool, for databases that no server has open."""

    home: Home
    class_path: Sequence[Path]
    settings: Settings

    def run(
        self,
        action: str,
        option: str,
        *,
        stdin: IO[bytes] | int = subprocess.DEVNULL,
        stdout: IO[bytes] | int = subprocess.DEVNULL,
    ) -> str | None:
        """Run `neo4j-admin database ACTION`. Return the reason for a failure, or `None` on
        success."""
        start = java_base_command(self.class_path, self.settings)
        folders = {"NEO4J_HOME": self.home.data_dir, "NEO4J_CONF": self.home.configuration}
        done = subprocess.run(
            [*start, ADMIN, "database", action, DATABASE, option],
            env=java_environment() | {name: str(folder) for name, folder in folders.items()},
            cwd=self.home.logs,
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            check=False,
        )
        return failure_reason(done.stderr.decode(errors="replace")) if done.returncode else None


def dump(database: EmbeddedDatabase, target: Path, report: Report) -> int:
    """Dump a stopped database to a file, and return the size of the file in bytes.

    The file appears only when it is complete, and it replaces any file of the same name. Raises
    DumpError. Also raises DatabaseStartError if the database is running.
    """
    if not database.home.has_database:
        raise DumpError(f"There is no database in {database.home.data_dir} to dump.")
    with database.stopped(report), temporary_file(target) as part:
        report(f"dumping the database in {database.home.data_dir}")
        admin = admin_of(database.home, database.settings, report)
        with part.open("wb") as file:
            failure = admin.run("dump", "--to-stdout", stdout=file)
            os.fsync(file.fileno())
        if failure:
            raise DumpError(f"The database in {database.home.data_dir} was not dumped: {failure}.")
        size = part.stat().st_size
        part.replace(target)
    return size


def restore(database: EmbeddedDatabase, source: Path, report: Report) -> None:
    """Replace the graph of a stopped database with the graph in a dump.

    The dump is first loaded into a temporary folder on the same disk. The old graph stays in place
    until loading succeeds. Raises DumpError. Also raises DatabaseStartError if the database is
    running.
    """
    home = database.home
    with (
        database.stopped(report),
        translate_source_errors(source),
        source.open("rb") as dumped,
        tempfile.TemporaryDirectory(prefix="restoring-", dir=home.data_dir) as folder,
    ):
        report(f"loading {source}")
        loaded = Home(Path(folder))
        admin = admin_of(loaded, database.settings, report)
        failure = admin.run("load", "--from-stdin", stdin=dumped)
        if failure:
            raise DumpError(f"{source} was not restored: {failure}. The database was not changed.")
        create_home(home, ())
        provide_password(home)
        put_in_place(loaded, home)


def admin_of(home: Home, settings: Settings, report: Report) -> Admin:
    """Return the admin tool with the same configuration as a server."""
    class_path = install_jars(settings.narabot_cache_dir, report)
    create_home(home, ())
    write_configuration(home, settings, NO_PORT)
    return Admin(home, class_path, settings)


def put_in_place(loaded: Home, home: Home) -> None:
    """Move the loaded graph into a home, and the old graph out of it.

    Either all moves succeed, or none takes effect.
    """
    moves = []
    for new, old in zip(loaded.store, home.store, strict=True):
        aside = loaded.data_dir / "replaced" / old.parent.name
        moves += [(old, aside), (new, old)]
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in moves:
            if source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                source.rename(target)
                done.append((source, target))
    except BaseException:
        for source, target in reversed(done):
            target.rename(source)
        raise


@contextmanager
def temporary_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file in a target's folder, readable only by its owner.

    The file is deleted at the end unless it has been moved. Raises DumpError if the folder does not
    exist or is full.
    """
    try:
        number, name = tempfile.mkstemp(f"-{target.name}.part", ".", target.parent)
        os.close(number)
    except OSError as error:
        raise cannot_write_error(target, error) from error
    try:
        yield Path(name)
    except OSError as error:
        raise cannot_write_error(target, error) from error
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()


def cannot_write_error(target: Path, error: OSError) -> DumpError:
    """Return the error for a file that cannot be written."""
    return DumpError(
        f"{target} cannot be written ({error.strerror or error}). Specify another file."
    )


@contextmanager
def translate_source_errors(source: Path) -> Iterator[None]:
    """Translate disk errors into DumpError."""
    try:
        yield
    except OSError as error:
        raise DumpError(
            f"{source} was not restored ({error.strerror or error}). The database was not changed."
        ) from error


def failure_reason(said: str) -> str:
    """Return why the tool failed: a known cause, or else its own message."""
    for words, meaning in KNOWN_CAUSES:
        if words in said:
            return meaning
    told = FAILURE_MESSAGE.search(said)
    return told.group(1)[:300] if told else "Neo4j gave no reason"
