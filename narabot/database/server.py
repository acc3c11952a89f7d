"""The embedded Neo4j as its users see it: started, stopped, looked at, connected to.

Knows nothing of what is stored in it. A lock in the data folder lets one process at a time start
or stop the server; who only connects needs no lock.
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
    free_port,
    make_home,
    named_file_errors,
    provide_password,
    read_password,
    read_state,
)
from narabot.database.jars import NEO4J_VERSION, Report, install_jars
from narabot.database.process import (
    STOP_TIMEOUT_S,
    end_process,
    find_process,
    launch,
    listens,
    signals_unwind,
)
from narabot.database.readiness import (
    USERNAME,
    PortTakenError,
    answers,
    connection_to,
    death,
    refuse_unopened,
)
from narabot.errors import DatabaseStartError, GraphUnavailableError
from narabot.models import Connection
from narabot.settings import Settings

START_TIMEOUT_S = 180
"""A start takes 8 s; the recovery of a large database that was killed can take minutes."""
GIVE_UP_TIMEOUT_S = 5
"""For a server that does not answer yet to end; one that is killed recovers at its next start."""
LOCK_TIMEOUT_S = START_TIMEOUT_S + STOP_TIMEOUT_S
LAUNCHES = 3
"""Another program can take our port between its choice and its use, but hardly three times."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What `narabot db status` tells; address and process are None while nothing runs."""

    uri: str | None
    user: str
    password_file: Path
    version: str
    data_dir: Path
    running: bool
    pid: int | None


class EmbeddedDatabase:
    """The Neo4j that lives in one data folder; two folders are two independent databases."""

    def __init__(self, settings: Settings) -> None:
        """Look at the data folder of the settings; nothing is made or started yet."""
        self.settings = settings
        self.home = Home(settings.narabot_data_dir)

    @property
    def exists(self) -> bool:
        """Whether the data folder has a database, running or not."""
        return self.home.neo4j.is_dir()

    def start(self, report: Report) -> ServerState:
        """Return the running server, starting it if need be; it outlives this process.

        Raises DatabaseStartError, saying why and what to do.
        """
        state, _ = self.start_or_join(report)
        return state

    def start_or_join(self, report: Report) -> tuple[ServerState, bool]:
        """Return the running server and whether it was started just now."""
        with signals_unwind(), named_file_errors(self.home):
            class_path = install_jars(self.settings.narabot_cache_dir, report)
            with self._locked(report):
                state = self._running()
                if state is not None:
                    self._wait_until_ready(state)  # its start may have been killed half-way
                    return state, False
                report(f"starting Neo4j {NEO4J_VERSION} in {self.home.data_dir}")
                return self._launch(class_path), True

    def stop(self, report: Report) -> bool:
        """Stop the server, wait until it has ended, and return whether there was one."""
        if self._running() is None:
            return False
        with named_file_errors(self.home), self._locked(report):
            state = self._running()
            if state is not None:
                end_process(state)
            return state is not None

    def status(self) -> ServerStatus:
        """Return how things stand; nothing is started."""
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
        """Return how to connect to the running server.

        Raises GraphUnavailableError when none runs.
        """
        state = self._running()
        if state is None:
            raise GraphUnavailableError(
                f"The embedded database in {self.home.data_dir} is not running. Start it with "
                "`narabot db start`, or set NEO4J_URI to your own Neo4j."
            )
        return connection_to(state, read_password(self.home))

    @contextmanager
    def running(self, report: Report) -> Iterator[Connection]:
        """Yield a connection to the server, and stop it afterwards if it was started for this."""
        with signals_unwind():
            _, started = self.start_or_join(report)
            try:
                yield self.connection()
            finally:
                if started:
                    self.stop(report)

    @contextmanager
    def stopped(self, report: Report) -> Iterator[None]:
        """Let no server be started for as long.

        Raises DatabaseStartError when one runs.
        """
        with signals_unwind(), self._locked(report):
            if self._running() is not None:
                raise DatabaseStartError(
                    f"The database in {self.home.data_dir} is running. Stop it with `narabot db "
                    "stop`, run this again, and start it with `narabot db start`."
                )
            yield

    def _running(self) -> ServerState | None:
        """Return the server if its process lives."""
        state = read_state(self.home)
        return state if find_process(state) is not None else None

    def _launch(self, class_path: Sequence[Path]) -> ServerState:
        """Start the server at a free port, at another one if that is taken meanwhile."""
        make_home(self.home, class_path)
        provide_password(self.home)
        for _ in range(LAUNCHES - 1):
            with suppress(PortTakenError):
                return self._launch_once(class_path)
        return self._launch_once(class_path)

    def _launch_once(self, class_path: Sequence[Path]) -> ServerState:
        """Start the process and wait until it answers; leave none behind that does not.

        The port of last time is tried first, so that open pages find the server again.
        """
        last = read_state(self.home)
        port = free_port(last.port if last else None)
        state = launch(self.home, class_path, self.settings, port)
        try:
            self._wait_until_ready(state)
        except BaseException:
            end_process(state, GIVE_UP_TIMEOUT_S)
            raise
        return state

    def _wait_until_ready(self, state: ServerState) -> None:
        """Wait until the server answers with our password.

        Raises DatabaseStartError when it ends instead, cannot open its store, or takes longer than
        START_TIMEOUT_S.
        """
        deadline = time.monotonic() + START_TIMEOUT_S
        while not (listens(state) and answers(state, self.home)):
            refuse_unopened(self.home)
            if find_process(state) is None:
                raise death(self.home)
            if time.monotonic() > deadline:
                raise DatabaseStartError(
                    f"Neo4j does not answer after {START_TIMEOUT_S} s. Stop it with `narabot db "
                    f"stop` and start it again; its logs are in {self.home.logs}."
                )
            time.sleep(0.1)

    @contextmanager
    def _locked(self, report: Report) -> Iterator[None]:
        """Hold the data folder's lock, waiting for another process that holds it."""
        self.home.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self.home.lock_file)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            report("waiting for another narabot that is at work with the database")
            self._wait_for(lock)
        try:
            yield
        finally:
            lock.release()

    def _wait_for(self, lock: FileLock) -> None:
        """Acquire the lock, or raise DatabaseStartError when it takes unreasonably long."""
        try:
            lock.acquire(timeout=LOCK_TIMEOUT_S)
        except Timeout as error:
            raise DatabaseStartError(
                f"Another narabot has been starting, stopping, dumping or restoring the database "
                f"in {self.home.data_dir} for {LOCK_TIMEOUT_S} s. Wait for it, or end that process."
            ) from error
