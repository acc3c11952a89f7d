"""The folders and files of the embedded Neo4j: its home, configuration, password, last place.

Knows nothing of processes that run. Everything lies in the data folder:
`neo4j/` (the home), `password`, `server.json`, `server.lock`, `logs/`.
"""

import json
import secrets
import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import SecretStr

from narabot.database.jars import write_whole
from narabot.errors import DatabaseStartError

HOST = "127.0.0.1"
DATABASE = "neo4j"
PROCEDURES = ("apoc.coll.*", "apoc.convert.*", "apoc.create.set*", "apoc.text.*", "apoc.version")
"""Those of APOC that our statements use."""

NEO4J_FOLDERS = ("data", "plugins", "import", "lib", "licenses", "run")


@dataclass(frozen=True, slots=True)
class ServerState:
    """A server that was started: its process, told from later ones by its start, and address."""

    pid: int
    create_time: float
    """Seconds since 1970, as psutil has it."""
    port: int

    @property
    def uri(self) -> str:
        """The address for the driver."""
        return f"bolt://{HOST}:{self.port}"


@dataclass(frozen=True, slots=True)
class Home:
    """The data folder of one embedded database and where things lie in it."""

    data_dir: Path

    @property
    def neo4j(self) -> Path:
        """Neo4j's home."""
        return self.data_dir / "neo4j"

    @property
    def configuration(self) -> Path:
        """The folder of `neo4j.conf`."""
        return self.neo4j / "conf"

    @property
    def logs(self) -> Path:
        """Neo4j's own logs and what its process prints."""
        return self.data_dir / "logs"

    @property
    def password_file(self) -> Path:
        """The generated password, for its owner's eyes only."""
        return self.data_dir / "password"

    @property
    def state_file(self) -> Path:
        """The process and address of the server that was started last."""
        return self.data_dir / "server.json"

    @property
    def lock_file(self) -> Path:
        """Held while a server is being started or stopped."""
        return self.data_dir / "server.lock"

    @property
    def store(self) -> tuple[Path, Path]:
        """Where Neo4j keeps the graph: its store and its transactions, a folder each."""
        data = self.neo4j / "data"
        return data / "databases" / DATABASE, data / "transactions" / DATABASE

    @property
    def has_database(self) -> bool:
        """Whether Neo4j has ever written its system database here."""
        return (self.neo4j / "data" / "databases").exists()


def make_home(home: Home, class_path: Sequence[Path]) -> None:
    """Make the folders, readable by their owner only, and put APOC into the plugins' folder.

    APOC's extension factories load from the class path, but its procedures from this folder.
    """
    plugins = home.neo4j / "plugins"
    shutil.rmtree(plugins, ignore_errors=True)
    for folder in (home.neo4j, home.logs, home.configuration, plugins):
        folder.mkdir(mode=0o700, exist_ok=True)
    for jar in class_path:
        if jar.name.startswith("apoc-core-"):
            shutil.copy(jar, plugins)


def configuration_text(port: int, *, heap: str, page_cache: str) -> str:
    """Return `neo4j.conf`: loopback and Bolt only, no reports home, nothing logged of questions.

    Paths are relative to the home, so that spaces and other letters in them need no quoting.
    """
    lines = (
        *(f"server.directories.{name}=neo4j/{name}" for name in NEO4J_FOLDERS),
        "server.directories.logs=logs",
        f"server.default_listen_address={HOST}",
        f"server.bolt.listen_address={HOST}:{port}",
        f"server.bolt.advertised_address={HOST}:{port}",
        "server.http.enabled=false",
        "server.https.enabled=false",
        "dbms.security.auth_enabled=true",
        f"dbms.security.procedures.allowlist={','.join(PROCEDURES)}",
        # No statement of ours reads a file or an address; nor does one that somebody smuggles in.
        "dbms.security.allow_csv_import_from_file_urls=false",
        "internal.dbms.cypher_ip_blocklist=0.0.0.0/0,::/0",
        "dbms.usage_report.enabled=false",
        "db.logs.query.enabled=OFF",
        f"server.memory.heap.initial_size={heap}",
        f"server.memory.heap.max_size={heap}",
        f"server.memory.pagecache.size={page_cache}",
        # Two days of transaction logs would outgrow the database after a large ingest.
        "db.tx_log.rotation.retention_policy=2 files",
        # Otherwise a database without a single record takes half a gigabyte.
        "db.tx_log.preallocate=false",
        # Without it a server without a single connection takes 10 s to stop.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period=0",
    )
    return "\n".join(lines) + "\n"


def free_port(preferred: int | None = None) -> int:
    """Return a port of the loopback interface that nobody listens on: the preferred one if free."""
    with socket.socket() as probe:
        # As Java does, so that the port of a server that has just stopped counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, preferred or 0))
        except OSError:
            probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def write_state(home: Home, state: ServerState) -> None:
    """Remember the server that was started."""
    write_whole(home.state_file, json.dumps(asdict(state)).encode())


def read_state(home: Home) -> ServerState | None:
    """Return the server that was started last, dead or alive, or None if there is no telling."""
    try:
        return ServerState(**json.loads(home.state_file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def read_password(home: Home) -> SecretStr:
    """Return the password of the database.

    Raises DatabaseStartError when the file is missing, unreadable or empty.
    """
    try:
        password = home.password_file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        password = ""
    if not password:
        raise DatabaseStartError(
            f"The password of the database cannot be read from {home.password_file}. "
            f"{password_advice(home)}"
        )
    return SecretStr(password)


def password_advice(home: Home) -> str:
    """Return what to do when the password is not known; a dump needs none."""
    return f"Put that file back as it was. If it is lost: {saving_records(home)}"


def saving_records(home: Home) -> str:
    """Return how to make a database anew without losing a record."""
    return (
        "The records can be saved. Run `narabot db stop` and `narabot db dump graph.dump`, delete "
        f"{home.neo4j}, and run `narabot db restore graph.dump`, which makes a new password."
    )


def restoring(home: Home) -> str:
    """Return how to come by the records again when they cannot be read."""
    return (
        "Restore a dump (`narabot db restore FILE --overwrite`); or delete "
        f"{home.neo4j}, and make the graph anew with `narabot ingest PATH…`."
    )


def provide_password(home: Home) -> SecretStr:
    """Return the password, making a new one for a database that is yet to be.

    Raises DatabaseStartError when the password of an existing database is gone.
    """
    if not home.has_database:
        write_private(home.password_file, secrets.token_urlsafe(24))
    return read_password(home)


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can ever read."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600, exist_ok=False)
    part.write_text(text, encoding="ascii")
    part.replace(path)


@contextmanager
def named_file_errors(home: Home) -> Iterator[None]:
    """Turn errors of the disk into ours, with what to do."""
    try:
        yield
    except OSError as error:
        raise DatabaseStartError(
            f"The data folder {home.data_dir} cannot be written ({error.strerror or error}). Make "
            "room there, or set NARABOT_DATA_DIR to a folder that you can write."
        ) from error
