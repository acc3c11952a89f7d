"""`narabot serve`: the same answers for programs, over HTTP."""

from ipaddress import ip_address

import uvicorn

from ingest.__main__ import tell
from narabot.api import create_app
from narabot.cli.errors import sentences
from narabot.cli.serving import Host, Port
from narabot.database import serving
from narabot.errors import SettingsError
from narabot.settings import Settings

GRACE_S = 30
"""For which running answers are waited for after Ctrl-C."""


@sentences()
def serve(host: Host = "127.0.0.1", port: Port = 8000) -> None:
    """Serve the API until Ctrl-C; the embedded database is started if it does not run."""
    settings = Settings.from_environment()
    if settings.api_keys is None and not is_loopback(host):
        raise SettingsError(
            f"At {host} others can reach the API: set API_KEYS, or serve at 127.0.0.1."
        )
    app = create_app(settings)
    with serving(settings, tell):
        tell(f"the API is at http://{host}:{port}/api/v1, its specification at /openapi.json")
        uvicorn.run(
            app,
            host=host,
            port=port,
            log_level=settings.narabot_log_level.lower(),
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
        )


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
