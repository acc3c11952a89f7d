"""`narabot serve` and `narabot mcp`: the same answers for programs."""

import socket
from contextlib import closing
from typing import Annotated, Any

import typer

from narabot.cli.serving import Host, Port
from narabot.database import serving
from narabot.errors import SettingsError
from narabot.hosts import is_loopback
from narabot.settings import Settings
from narabot.terminal import sentences, tell

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
