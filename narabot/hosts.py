"""For which names a request may come: a browser also brings those of other people's websites.

A page from elsewhere can send its reader's browser to a server on loopback, or let a name of its
own point there (DNS rebinding); the headers `Host` and `Origin` tell.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_local(url: str) -> bool:
    """Return whether an address names this machine alone."""
    return is_loopback(host_name(url))


def host_name(url: str) -> str:
    """Return the host of an address in lower case, without a port; "" if it has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
