"""Host names in requests.

Servers use host names to reject requests that other websites trigger. Another website can make a
visitor's browser send requests to a loopback server. Such a website can also resolve its own name
to a loopback address (DNS rebinding). The `Host` and `Origin` headers reveal both attacks.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_local(url: str) -> bool:
    """Return whether a URL points to this machine."""
    return is_loopback(host_name(url))


def host_name(url: str) -> str:
    """Return the host name in a URL, in lower case and without the port, or "" if there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address or `localhost`."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
