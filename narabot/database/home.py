"""The files of the embedded Neo4j server: its home, configuration, password, and last address.

This module does not handle running processes. All files are in the data folder: `neo4j/` (the
home), `password`, `server.json`, `server.lock`, and `logs/`.
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

from narabot.database.jars import write_atomically
from narabot.errors import DatabaseStartError

HOST = "127.0.0.1"
DATABASE = "neo4j"
PROCEDURES = ("apoc.coll.*", "apoc.convert.*", "apoc.create.set*", "apoc.text.*", "apoc.version")
"""The APOC procedures that narabot's statements use."""

NEO4J_FOLDERS = ("data", "plugins", "import", "lib", "licenses", "run")


@dataclass(frozen=True, slots=True)
class ServerState:
    """A started server: its process and its port.

    The creation time distinguishes the process from a later process with the same ID.
    """

    pid: int
    create_time: float
    """Seconds since 1970, as in psutil."""
    port: int

    @property
    def uri(self) -> str:
        """The server's address, as the driver requires it."""
        return f"bolt://{HOST}:{self.port}"


@dataclass(frozen=True, slots=True)
class Home:
    """The data folder of one embedded database, with the paths of its files."""

    data_dir: Path

    @property
    def neo4j(self) -> Path:
        """Neo4j's home."""
        return self.data_dir / "neo4j"

    @property
    def configuration(self) -> Path:
        """The folder that contains `neo4j.conf`."""
        return self.neo4j / "conf"

    @property
    def logs(self) -> Path:
        """Neo4j's own logs and the output of its process."""
        return self.data_dir / "logs"

    @property
    def password_file(self) -> Path:
        """The file with the generated password, readable only by its owner."""
        return self.data_dir / "password"

    @property
    def state_file(self) -> Path:
        """The file with the process and address of the server that was started last."""
        return self.data_dir / "server.json"

    @property
    def lock_file(self) -> Path:
        """The lock file, which is held while a server is started or stopped."""
        return self.data_dir / "server.lock"

    @property
    def store(self) -> tuple[Path, Path]:
        """The folders of the graph: Neo4j's store and its transactions."""
        data = self.neo4j / "data"
        return data / "databases" / DATABASE, data / "transactions" / DATABASE

    @property
    def has_database(self) -> bool:
        """Whether Neo4j has ever written its system database to this data folder."""
        return (self.neo4j / "data" / "databases").exists()


def create_home(home: Home, class_path: Sequence[Path]) -> None:
    """Create the folders, readable only by their owner, and copy APOC into the plugin folder.

    APOC's extension factories load from the class path, but its procedures load from the plugin
    folder.
    """
    plugins = home.neo4j / "plugins"
    shutil.rmtree(plugins, ignore_errors=True)
    for folder in (home.neo4j, home.logs, home.configuration, plugins):
        folder.mkdir(mode=0o700, exist_ok=True)
    for jar in class_path:
        if jar.name.startswith("apoc-core-"):
            shutil.copy(jar, plugins)


def configuration_text(port: int, *, heap: str, page_cache: str) -> str:
    """Return the text of `neo4j.conf`, which allows only Bolt on the loopback interface.

    Usage reports and query logs are disabled.

    Paths are relative to the home, so that spaces and special characters need no quoting.
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
        # narabot's statements read no files or URLs. The next two settings prevent injected
        # statements from doing so.
        "dbms.security.allow_csv_import_from_file_urls=false",
        "internal.dbms.cypher_ip_blocklist=0.0.0.0/0,::/0",
        "dbms.usage_report.enabled=false",
        "db.logs.query.enabled=OFF",
        f"server.memory.heap.initial_size={heap}",
        f"server.memory.heap.max_size={heap}",
        f"server.memory.pagecache.size={page_cache}",
        # Without this limit, two days of transaction logs would outgrow the database after a large
        # ingest.
        "db.tx_log.rotation.retention_policy=2 files",
        # Otherwise, an empty database takes up half a gigabyte.
        "db.tx_log.preallocate=false",
        # Without this setting, a server without connections takes 10 seconds to stop.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period=0",
    )
    return "\n".join(lines) + "\n"


def free_port(preferred: int | None = None) -> int:
    """Return the preferred port if it is free on the loopback interface, or else any free port."""
    with socket.socket() as probe:
        # Java sets the same option. The port of a server that has just stopped then counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, preferred or 0))
        except OSError:
            probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def write_state(home: Home, state: ServerState) -> None:
    """Save the address and the process of the started server."""
    write_atomically(home.state_file, json.dumps(asdict(state)).encode())


def read_state(home: Home) -> ServerState | None:
    """Return the server that was started last, even if it is no longer running, or `None`."""
    try:
        return ServerState(**json.loads(home.state_file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def read_password(home: Home) -> SecretStr:
    """Return the password of the database.

    Raises DatabaseStartError if the file is missing, unreadable, or empty.
    """
    try:
        password = home.password_file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        password = ""
    if not password:
        raise DatabaseStartError(
            f"The database password cannot be read from {home.password_file}. "
            f"{password_advice(home)}"
        )
    return SecretStr(password)


def password_advice(home: Home) -> str:
    """Return advice for a missing password. A dump does not need the password."""
    return f"Restore that file, or replace the database. {rescue_advice(home)}"


def rescue_advice(home: Home) -> str:
    """Return advice on recreating a database without losing records."""
    return (
        "To replace the database without losing records, run `narabot db stop` and `narabot db "
        f"dump graph.dump`, delete {home.neo4j}, and run `narabot db restore graph.dump`. The "
        "last command creates a new password."
    )


def restore_advice(home: Home) -> str:
    """Return advice on reloading records that cannot be read."""
    return (
        "Restore a dump (`narabot db restore FILE --overwrite`), or delete "
        f"{home.neo4j} and load the records again with `narabot ingest PATH…`."
    )


def provide_password(home: Home) -> SecretStr:
    """Return the password. For a new database, first generate a password.

    Raises DatabaseStartError if the password of an existing database is missing.
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
def translate_file_errors(home: Home) -> Iterator[None]:
    """Translate disk errors into DatabaseStartError with advice."""
    try:
        yield
    except OSError as error:
        raise DatabaseStartError(
            f"The data folder {home.data_dir} cannot be written ({error.strerror or error}). Free "
            "some space there, or set NARABOT_DATA_DIR to a writable folder."
        ) from error
