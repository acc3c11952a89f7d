"""The commands `narabot chat`, `demo`, `serve`, and `mcp`."""

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
from narabot.terminal import print_status, report_errors

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

Host = Annotated[str, typer.Option(help="Address to listen on. Use 0.0.0.0 inside a container.")]
ApiHost = Annotated[
    str,
    typer.Option(help="Address to listen on. If other machines can reach it, set API_KEYS."),
]
LoopbackHost = Annotated[str, typer.Option(help="Address to listen on. Must be loopback.")]
Port = Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)]


@report_errors()
def chat(host: Host = "127.0.0.1", port: Port = 8501) -> None:
    """Serve the web page until Ctrl-C. Starts the embedded database if necessary."""
    settings = Settings.from_environment()
    check_port_free(host, port)
    with serving(settings, print_status):
        serve_page(host, port)


@report_errors()
def demo(host: Host = "127.0.0.1", port: Port = 8501) -> None:
    """Load the sample records if necessary, and serve the web page until Ctrl-C."""
    from ingest.pipeline import is_loaded  # the other commands here do not need this import
    from ingest.session import load_paths

    sample = CHECKOUT / "sample"
    if not sample.is_dir():
        raise UnreadableSourceError(
            "The sample records are only in narabot's source checkout. Load NARA's export with "
            "`narabot ingest PATH`, and run `narabot chat`."
        )
    settings = Settings.from_environment()
    if settings.neo4j_uri is not None:
        raise SettingsError(
            "NEO4J_URI is set, so the demo would load sample records into "
            f"{without_password(settings.neo4j_uri)}. Unset NEO4J_URI for the demo, or run "
            "`narabot chat` with your own records."
        )
    check_port_free(host, port)
    with serving(settings, print_status) as connection:
        with open_graph(connection) as graph:
            loaded = is_loaded(graph, sample)
        if not loaded:
            load_paths(settings, connection, [sample])
        serve_page(host, port)


def serve_page(host: str, port: int) -> None:
    """Run Streamlit until it exits or this process gets a signal. Always terminate the Streamlit
    process."""
    with signals_unwind():
        process = subprocess.Popen(page_command(host, port))
        print_status(f"serving the page at http://{display_host(host)}:{port} (stop with Ctrl-C)")
        try:
            code = process.wait()
        finally:
            terminate(process)
    if code:
        raise typer.Exit(code)


def display_host(host: str) -> str:
    """Return the host name for URLs on this machine."""
    return "localhost" if host in {"127.0.0.1", "0.0.0.0", "::"} else host  # noqa: S104  only compared


def terminate(process: "subprocess.Popen[bytes]") -> None:
    """Terminate a process if it is still running."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def page_command(host: str, port: int) -> list[str]:
    """Return the command line that serves the page."""
    options = STREAMLIT_OPTIONS | {
        "server.address": host,
        "server.port": str(port),
        "browser.serverAddress": display_host(
            host
        ),  # otherwise Streamlit asks an external server for the address
    }
    flags = [flag for name, value in options.items() for flag in (f"--{name}", value)]
    return [sys.executable, "-m", "streamlit", "run", str(page_script()), *flags]


def page_script() -> Path:
    """Return the path of `app.py` in the checkout or in the installed package."""
    checkout = CHECKOUT / "app.py"
    return checkout if (CHECKOUT / "pyproject.toml").is_file() else PACKAGE / "app.py"


SHUTDOWN_GRACE_S = 30
"""Maximum wait for running answers after Ctrl-C, in seconds."""

KEEP_ALIVE_S = 75
"""Maximum idle time of a connection, in seconds.

It exceeds the idle limit of proxies (60 seconds in nginx), so the server never closes a connection
that a proxy is about to use.
"""

MAX_CONNECTIONS = 500
"""Maximum number of open connections.

Clients may leave connections open, and a process can open about 1,000 connections.
"""


@report_errors()
def serve(host: ApiHost = "127.0.0.1", port: Port = 8000) -> None:
    """Serve the API until Ctrl-C. Starts the embedded database if necessary."""
    from narabot.api import create_app  # these imports would slow other commands by a second
    from narabot.api.keys import keys_in_settings

    settings = Settings.from_environment()
    if not (keys_in_settings(settings) or is_loopback(host)):
        raise SettingsError(
            f"Other machines can reach the API at {host}. Set API_KEYS, or use --host 127.0.0.1."
        )
    check_port_free(host, port)
    app = create_app(settings)
    with serving(settings, print_status):
        print_status(
            f"serving the API at http://{host}:{port}/api/v1 (specification: /openapi.json)"
        )
        serve_app(app, host, port)


@report_errors()
def mcp(
    over_http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP instead of standard input.")
    ] = False,
    host: LoopbackHost = "127.0.0.1",
    port: Port = 8001,
) -> None:
    """Serve the catalog as Model Context Protocol (MCP) tools, over standard I/O or HTTP."""
    from narabot.api.service import Service
    from narabot.api.tools import create_mcp_server, http_app

    settings = Settings.from_environment()
    if over_http and not is_loopback(host):
        raise SettingsError(
            f"Other machines can reach the tools at {host}, and the tools do not support keys. "
            "Use --host 127.0.0.1."
        )
    if over_http:
        check_port_free(host, port)
    service = Service(settings)
    server = create_mcp_server(service)
    with serving(settings, print_status), closing(service):
        if over_http:
            print_status(f"serving the tools at http://{host}:{port}/mcp (stop with Ctrl-C)")
            serve_app(http_app(server, host), host, port)
        else:
            server.run("stdio")


def check_port_free(host: str, port: int) -> None:
    """Raise SettingsError if the address is unavailable. Call this before starting anything."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        raise SettingsError(
            f"Cannot listen on {host}, port {port}: {error.strerror}. Choose another --port, or "
            "stop the process that uses this port."
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
        proxy_headers=False,  # clients could evade rate limits with forged addresses
        limit_concurrency=MAX_CONNECTIONS,
        timeout_graceful_shutdown=SHUTDOWN_GRACE_S,
        timeout_keep_alive=KEEP_ALIVE_S,
    )
