"""Host names in requests. Servers use them to reject requests that other websites trigger.

Another website can make a visitor's browser send requests to a loopback server. It can also resolve
its own name to a loopback address (DNS rebinding). The `Host` and `Origin` headers reveal this.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_local(url: str) -> bool:
    """Return whether a URL points to this machine."""
    return is_loopback(host_name(url))


def host_name(url: str) -> str:
    """Return the host of a URL in lower case, without a port, or "" if there is no host."""
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
