"""Where a database answers, and an address as anybody may read it."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import SecretStr


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a Neo4j answers and who we are there."""

    uri: str
    username: str
    password: "SecretStr"
    database: str

    @property
    def place(self) -> str:
        """The URI as anybody may read it: without a user name and password in it."""
        return without_password(self.uri)


def without_password(url: str) -> str:
    """Return a URL as anybody may read it: without a user name and password, whatever they hold.

    Nor has it a query or a fragment, where keys are put. It may lack its scheme, or its `//`.
    """
    without_login = re.sub(r"^([a-z][a-z0-9+.-]*://)?.*@", r"\1", url, flags=re.IGNORECASE)
    return re.split(r"[?#]", without_login, maxsplit=1)[0]
