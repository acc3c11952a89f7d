"""Connection data for a Neo4j database, and addresses without secrets."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import SecretStr


@dataclass(frozen=True, slots=True)
class Connection:
    """The address of a Neo4j database and the user's credentials."""

    uri: str
    username: str
    password: "SecretStr"
    database: str

    @property
    def place(self) -> str:
        """The URI without its user name and password, safe to show."""
        return without_password(self.uri)


def without_password(url: str) -> str:
    """Return a URL without its user name and password, so that it is safe to show.

    The query and the fragment are removed too, because they may contain keys. The URL may lack its
    scheme or its `//`.
    """
    without_login = re.sub(r"^([a-z][a-z0-9+.-]*://)?.*@", r"\1", url, flags=re.IGNORECASE)
    return re.split(r"[?#]", without_login, maxsplit=1)[0]
