"""A database as one file, and back: Neo4j's own `dump` and `load`, while no server runs.

Knows nothing of what is stored. The file is Neo4j's, so that a server of one's own reads and writes
it too (decision 0002). It holds the graph and its indexes, no user and no password.
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

from narabot.database.home import DATABASE, Home, make_home, provide_password
from narabot.database.jars import Report, install_jars
from narabot.database.process import java_environment, java_start, write_configuration
from narabot.database.server import EmbeddedDatabase
from narabot.errors import DumpError
from narabot.settings import Settings

ADMIN = "org.neo4j.cli.AdminTool"
"""What `neo4j-admin` runs."""

NO_PORT = 0
"""For a configuration that no server reads."""

FAILED = re.compile(r"Failed to \w+ database '\w+': (.+)")

# What Neo4j or Java says, and what that means to the user.
KNOWN_CAUSES = (
    ("No space left on device", "the disk is full; make room"),
    (
        "Active logical log",
        "the server was killed; start it once (`narabot db start`), stop it, and dump again",
    ),
    ("database is in use", "another process uses this database; end it first"),
    ("Not a valid Neo4j archive", "it is no dump of Neo4j, or was cut off"),
    ("Truncated source", "it is no dump of Neo4j, or was cut off"),
    ("Unexpected end of", "it is no dump of Neo4j, or was cut off"),
    ("OutOfMemoryError", "memory does not suffice; raise NEO4J_HEAP"),
)


@dataclass(frozen=True, slots=True)
class Admin:
    """Neo4j's tool for databases that no server has open."""

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
        """Run `neo4j-admin database ACTION`; return why it failed, `None` if it did not."""
        start = java_start(self.class_path, self.settings)
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
        return cause(done.stderr.decode(errors="replace")) if done.returncode else None


def dump(database: EmbeddedDatabase, target: Path, report: Report) -> int:
    """Write a database that is stopped to a file, and return its size in bytes.

    The file is there whole or not at all; another of its name is replaced. Raises DumpError;
    DatabaseStartError when the database runs.
    """
    if not database.home.has_database:
        raise DumpError(f"There is no database in {database.home.data_dir}: nothing to dump.")
    with database.stopped(report), part_beside(target) as part:
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
    """Replace the graph of a database that is stopped by that of a dump.

    The dump is first loaded beside it, on the same disk; what was there stays until that is done.
    Raises DumpError; DatabaseStartError when the database runs.
    """
    home = database.home
    with (
        database.stopped(report),
        named_source_errors(source),
        source.open("rb") as dumped,
        tempfile.TemporaryDirectory(prefix="restoring-", dir=home.data_dir) as folder,
    ):
        report(f"loading {source}")
        loaded = Home(Path(folder))
        admin = admin_of(loaded, database.settings, report)
        failure = admin.run("load", "--from-stdin", stdin=dumped)
        if failure:
            raise DumpError(f"{source} was not restored: {failure}. The database is as it was.")
        make_home(home, ())
        provide_password(home)
        put_in_place(loaded, home)


def admin_of(home: Home, settings: Settings, report: Report) -> Admin:
    """Return the tool, with a configuration as a server would have."""
    class_path = install_jars(settings.narabot_cache_dir, report)
    make_home(home, ())
    write_configuration(home, settings, NO_PORT)
    return Admin(home, class_path, settings)


def put_in_place(loaded: Home, home: Home) -> None:
    """Let one home have the graph of the other, and that one what was there; all or nothing."""
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
def part_beside(target: Path) -> Iterator[Path]:
    """Yield a file in the folder of a target, for its owner's eyes; it goes if it still is there.

    Raises DumpError when there is no such folder, or no room.
    """
    try:
        number, name = tempfile.mkstemp(f"-{target.name}.part", ".", target.parent)
        os.close(number)
    except OSError as error:
        raise unwritable(target, error) from error
    try:
        yield Path(name)
    except OSError as error:
        raise unwritable(target, error) from error
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()


def unwritable(target: Path, error: OSError) -> DumpError:
    """Return what is said of a file that cannot be written."""
    return DumpError(f"{target} cannot be written ({error.strerror or error}). Give another file.")


@contextmanager
def named_source_errors(source: Path) -> Iterator[None]:
    """Turn errors of the disk into ours."""
    try:
        yield
    except OSError as error:
        raise DumpError(
            f"{source} was not restored ({error.strerror or error}). The database is as it was."
        ) from error


def cause(said: str) -> str:
    """Return why the tool failed: a cause we know, else what it says."""
    for words, meaning in KNOWN_CAUSES:
        if words in said:
            return meaning
    told = FAILED.search(said)
    return told.group(1)[:300] if told else "Neo4j does not say why"
