"""`narabot chat`, `demo`, `serve`, `mcp`: the page, the API and the tools, with their database."""

import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

import narabot
from narabot.database import serving
from narabot.database.process import signals_unwind
from narabot.errors import SettingsError, UnreadableSourceError
from narabot.graph import open_graph
from narabot.hosts import is_loopback
from narabot.models import without_password
from narabot.settings import Settings
from narabot.terminal import sentences, tell

PACKAGE = Path(narabot.__file__).resolve().parent
CHECKOUT = PACKAGE.parent

STOP_TIMEOUT_S = 10

STREAMLIT_OPTIONS = {
    "server.headless": "true",
    "browser.gatherUsageStats": "false",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": "false",
    "client.toolbarMode": "minimal",
    "server.showEmailPrompt": "false",
    "server.fileWatcherType": "none",
    "server.enableCORS": "true",
    "server.enableXsrfProtection": "true",
    "server.maxUploadSize": "1",
}

Host = Annotated[str, typer.Option(help="Address to serve at; 0.0.0.0 inside a container.")]
Port = Annotated[int, typer.Option(help="Port to serve at.", min=1, max=65535)]


@sentences()
def chat(host: Host = "127.0.0.1", port: Port = 8501) -> None:
    """Serve the page until Ctrl-C; the embedded database is started if it does not run."""
    settings = Settings.from_environment()
    with serving(settings, tell):
        serve_page(host, port)


@sentences()
def demo(host: Host = "127.0.0.1", port: Port = 8501) -> None:
    """Load the sample records, once, and serve the page until Ctrl-C."""
    from ingest.pipeline import is_loaded  # `chat`, `serve` and `mcp` do without
    from ingest.session import load_paths

    sample = CHECKOUT / "sample"
    if not sample.is_dir():
        raise UnreadableSourceError(
            "The sample records are only in narabot's source folder. Load NARA's own with "
            "`narabot ingest PATH` and run `narabot chat`."
        )
    settings = Settings.from_environment()
    if settings.neo4j_uri is not None:
        raise SettingsError(
            "NEO4J_URI is set: the demo would load example records into "
            f"{without_password(settings.neo4j_uri)}. Unset it for the demo, or run `narabot chat` "
            "on your own records."
        )
    with serving(settings, tell) as connection:
        with open_graph(connection) as graph:
            loaded = is_loaded(graph, sample)
        if not loaded:
            load_paths(settings, connection, [sample])
        serve_page(host, port)


def serve_page(host: str, port: int) -> None:
    """Run Streamlit until it ends or we are told to; no process is left behind."""
    with signals_unwind():
        process = subprocess.Popen(page_command(host, port))
        tell(f"the page is at http://{shown(host)}:{port} (stop with Ctrl-C)")
        try:
            code = process.wait()
        finally:
            end(process)
    if code:
        raise typer.Exit(code)


def shown(host: str) -> str:
    """Return the name under which a reader on this machine finds what is served at an address."""
    return "localhost" if host in {"127.0.0.1", "0.0.0.0", "::"} else host  # noqa: S104  compared


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process that may still run."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def page_command(host: str, port: int) -> list[str]:
    """Return the command that serves the page."""
    options = STREAMLIT_OPTIONS | {
        "server.address": host,
        "server.port": str(port),
        "browser.serverAddress": shown(host),  # else it asks a server elsewhere for its own
    }
    flags = [flag for name, value in options.items() for flag in (f"--{name}", value)]
    return [sys.executable, "-m", "streamlit", "run", str(page_script()), *flags]


def page_script() -> Path:
    """Return `app.py`: of the checkout, or the one that the wheel carries."""
    checkout = CHECKOUT / "app.py"
    return checkout if (CHECKOUT / "pyproject.toml").is_file() else PACKAGE / "app.py"


GRACE_S = 30
"""For which running answers are waited for after Ctrl-C."""

KEEP_ALIVE_S = 75
"""For which a client may say nothing.

Proxies keep a connection for less (nginx: 60), so none is closed just as a request comes.
"""

MOST_CONNECTIONS = 500
"""Those of clients who never end what they ask stay open, and a process may have some 1,000."""


@sentences()
def serve(host: Host = "127.0.0.1", port: Port = 8000) -> None:
    """Serve the API until Ctrl-C; the embedded database is started if it does not run."""
    from narabot.api import create_app  # these cost the other commands a second
    from narabot.api.keys import keys_of

    settings = Settings.from_environment()
    if not (keys_of(settings) or is_loopback(host)):
        raise SettingsError(
            f"At {host} others can reach the API: set API_KEYS, or serve at 127.0.0.1."
        )
    refuse_taken_port(host, port)
    app = create_app(settings)
    with serving(settings, tell):
        tell(f"the API is at http://{host}:{port}/api/v1, its specification at /openapi.json")
        serve_app(app, host, port)


@sentences()
def mcp(
    over_http: Annotated[
        bool, typer.Option("--http", help="Serve at an address, and not on standard input.")
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = 8001,
) -> None:
    """Serve the catalogue as tools of the Model Context Protocol, on loopback or standard input."""
    from narabot.api.service import Service
    from narabot.api.tools import create_mcp_server, http_app

    settings = Settings.from_environment()
    if over_http and not is_loopback(host):
        raise SettingsError(
            f"At {host} others can reach the tools, which know no keys: serve them at 127.0.0.1."
        )
    if over_http:
        refuse_taken_port(host, port)
    service = Service(settings)
    server = create_mcp_server(service)
    with serving(settings, tell), closing(service):
        if over_http:
            tell(f"the tools are at http://{host}:{port}/mcp (stop with Ctrl-C)")
            serve_app(http_app(server, host), host, port)
        else:
            server.run("stdio")


def refuse_taken_port(host: str, port: int) -> None:
    """Raise SettingsError where nothing can be served, before anything is said or started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind((host, port))
    except OSError as error:
        raise SettingsError(
            f"Nothing can be served at {host}, port {port}: {error.strerror}. Give another --port, "
            "or end what uses this one."
        ) from error


def serve_app(app: Any, host: str, port: int) -> None:
    """Serve an application until Ctrl-C."""
    import uvicorn

    uvicorn.run(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a client could name itself as it likes, and have a rate for each
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=KEEP_ALIVE_S,
    )
