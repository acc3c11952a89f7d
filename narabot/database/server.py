"""The embedded Neo4j server: start it, stop it, show its status, and connect to it.

This module does not depend on what the database stores. A lock in the data folder allows one
process at a time to start or stop the server. Connecting needs no lock.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from narabot.database.home import (
    Home,
    ServerState,
    create_home,
    free_port,
    provide_password,
    read_password,
    read_state,
    translate_file_errors,
)
from narabot.database.jars import NEO4J_VERSION, Report, install_jars
from narabot.database.process import (
    STOP_TIMEOUT_S,
    end_process,
    find_process,
    is_listening,
    launch,
    signals_unwind,
)
from narabot.database.readiness import (
    USERNAME,
    PortTakenError,
    connection_to,
    is_ready,
    refuse_unopened,
    startup_error,
)
from narabot.errors import DatabaseStartError, GraphUnavailableError
from narabot.models import Connection
from narabot.settings import Settings

START_TIMEOUT_S = 180
"""Timeout for startup, in seconds.

Startup takes 8 seconds, but recovery of a large database can take minutes."""
ABORT_TIMEOUT_S = 5
"""Maximum time that an unresponsive server has to end, in seconds. A killed server recovers at its
next start."""
LOCK_TIMEOUT_S = START_TIMEOUT_S + STOP_TIMEOUT_S
MAX_LAUNCHES = 3
"""Maximum number of launches.

Another program can take the port after narabot chooses it, but probably not three times in a
row."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The output of `narabot db status`. The URI and process ID are `None` if no server is
    running."""

    uri: str | None
    user: str
    password_file: Path
    version: str
    data_dir: Path
    running: bool
    pid: int | None


class EmbeddedDatabase:
    """The Neo4j server in one data folder. Each data folder contains an independent database."""

    def __init__(self, settings: Settings) -> None:
        """Use the data folder from the settings. Nothing is created or started yet."""
        self.settings = settings
        self.home = Home(settings.narabot_data_dir)

    @property
    def exists(self) -> bool:
        """Whether the data folder contains a database, running or not."""
        return self.home.neo4j.is_dir()

    def start(self, report: Report) -> ServerState:
        """Return the running server, starting it if necessary. The server outlives this process.

        Raises DatabaseStartError with the reason and advice.
        """
        state, _ = self.start_or_join(report)
        return state

    def start_or_join(self, report: Report) -> tuple[ServerState, bool]:
        """Return the running server, and whether this call started it."""
        with signals_unwind(), translate_file_errors(self.home):
            class_path = install_jars(self.settings.narabot_cache_dir, report)
            with self._locked(report):
                state = self._running()
                if state is not None:
                    self._wait_until_ready(state)  # its start may have been interrupted
                    return state, False
                report(f"starting Neo4j {NEO4J_VERSION} in {self.home.data_dir}")
                return self._launch(class_path), True

    def stop(self, report: Report) -> bool:
        """Stop the server, wait until it has ended, and return whether a server was running."""
        if self._running() is None:
            return False
        with translate_file_errors(self.home), self._locked(report):
            state = self._running()
            if state is not None:
                end_process(state)
            return state is not None

    def status(self) -> ServerStatus:
        """Return the status of the server without starting it."""
        state = self._running()
        return ServerStatus(
            uri=state.uri if state else None,
            user=USERNAME,
            password_file=self.home.password_file,
            version=NEO4J_VERSION,
            data_dir=self.home.data_dir,
            running=state is not None,
            pid=state.pid if state else None,
        )

    def connection(self) -> Connection:
        """Return the connection to the running server.

        Raises GraphUnavailableError if no server is running.
        """
        state = self._running()
        if state is None:
            raise GraphUnavailableError(
                f"The embedded database in {self.home.data_dir} is not running. Start it with "
                "`narabot db start`, or set NEO4J_URI to your own Neo4j server."
            )
        return connection_to(state, read_password(self.home))

    @contextmanager
    def running(self, report: Report) -> Iterator[Connection]:
        """Yield a connection to the server. Stop the server afterward if this call started it."""
        with signals_unwind():
            _, started = self.start_or_join(report)
            try:
                yield self.connection()
            finally:
                if started:
                    self.stop(report)

    @contextmanager
    def stopped(self, report: Report) -> Iterator[None]:
        """Prevent a server from being started while the context is active.

        Raises DatabaseStartError if a server is running.
        """
        with signals_unwind(), self._locked(report):
            if self._running() is not None:
                raise DatabaseStartError(
                    f"The database in {self.home.data_dir} is running. Stop it with `narabot db "
                    "stop`, run this command again, and start the database with `narabot db start`."
                )
            yield

    def _running(self) -> ServerState | None:
        """Return the server if its process is alive."""
        state = read_state(self.home)
        return state if find_process(state) is not None else None

    def _launch(self, class_path: Sequence[Path]) -> ServerState:
        """Start the server on a free port. If another program takes the port, try a different
        port."""
        create_home(self.home, class_path)
        provide_password(self.home)
        for _ in range(MAX_LAUNCHES - 1):
            with suppress(PortTakenError):
                return self._launch_once(class_path)
        return self._launch_once(class_path)

    def _launch_once(self, class_path: Sequence[Path]) -> ServerState:
        """Start the process and wait until it responds. If it does not respond, end the process.

        narabot first tries the port of the last start, so that open pages find the server again.
        """
        last = read_state(self.home)
        port = free_port(last.port if last else None)
        state = launch(self.home, class_path, self.settings, port)
        try:
            self._wait_until_ready(state)
        except BaseException:
            end_process(state, ABORT_TIMEOUT_S)
            raise
        return state

    def _wait_until_ready(self, state: ServerState) -> None:
        """Wait until the server accepts narabot's password.

        Raises DatabaseStartError if the server ends, cannot open its store, or exceeds
        START_TIMEOUT_S.
        """
        deadline = time.monotonic() + START_TIMEOUT_S
        while not (is_listening(state) and is_ready(state, self.home)):
            refuse_unopened(self.home)
            if find_process(state) is None:
                raise startup_error(self.home)
            if time.monotonic() > deadline:
                raise DatabaseStartError(
                    f"Neo4j has not responded for {START_TIMEOUT_S} seconds. Stop it with `narabot "
                    f"db stop` and start it again. Its logs are in {self.home.logs}."
                )
            time.sleep(0.1)

    @contextmanager
    def _locked(self, report: Report) -> Iterator[None]:
        """Hold the lock of the data folder. Wait if another process holds it."""
        self.home.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self.home.lock_file)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            report("waiting for another narabot process that is using the database")
            self._wait_for(lock)
        try:
            yield
        finally:
            lock.release()

    def _wait_for(self, lock: FileLock) -> None:
        """Acquire the lock. Raise DatabaseStartError if the wait exceeds LOCK_TIMEOUT_S."""
        try:
            lock.acquire(timeout=LOCK_TIMEOUT_S)
        except Timeout as error:
            raise DatabaseStartError(
                f"Another narabot process has been starting, stopping, dumping, or restoring the "
                f"database in {self.home.data_dir} for {LOCK_TIMEOUT_S} seconds. Wait "
                "for it, or end that process."
            ) from error
