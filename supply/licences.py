"""`python -m supply.licences`: the licences of what runs with narabot; fails on one that binds us.

Refused is what is neither permissive nor a weak copyleft, but for the exceptions of
`licences.toml`, each with its reason. Neo4j (GPL 3) is no Python package: it is downloaded by who
installs narabot, and runs as a server of its own.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path

from packaging.utils import canonicalize_name

from supply.dependencies import runtime_packages

PERMITTED = re.compile(
    r"\b(MIT|BSD|0BSD|Apache|ISC|ISCL|MPL|Mozilla Public|PSF|Python|Zlib|BSL|CC0|Unlicense|CNRI"
    r"|LGPL|Lesser General)\b"
)
"""Permissive licences and weak copylefts, in the words of packages."""

REFUSED = re.compile(
    r"(?<![L])GPL|Affero|(?<!Lesser )General Public License|SSPL|Server Side|BUSL|Business Source"
    r"|Commons Clause|Proprietary|-NC\b|NonCommercial",
    re.IGNORECASE,
)


def is_permitted(licence: str) -> bool:
    """Return whether a licence, as a package names it, lets narabot be as free as it is."""
    return bool(PERMITTED.search(licence)) and not REFUSED.search(licence)


def exceptions() -> dict[str, str]:
    """Return pattern of names → reason."""
    file = Path(__file__).with_name("licences.toml")
    found: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["exceptions"]
    return found


def reason_for(name: str, known: Mapping[str, str]) -> str | None:
    """Return why a package is an exception, `None` if it is none."""
    name = canonicalize_name(name)
    return next((why for pattern, why in known.items() if fnmatch(name, pattern)), None)


def licences_of(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return name, version and licence of packages, by name, as `pip-licenses` reads them."""
    command = [
        *(sys.executable, "-m", "piplicenses"),
        "--format=json",
        "--packages",
        *sorted(names),
    ]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    rows = [(row["Name"], row["Version"], row["License"]) for row in json.loads(said)]
    return [(name, version, licence.strip().splitlines()[0]) for name, version, licence in rows]


def main() -> None:
    """Print the table, what is an exception, and what is refused; exit with 1 for that."""
    known = exceptions()
    refused = []
    print("| package | version | licence | |\n| --- | --- | --- | --- |")
    for name, version, licence in licences_of(runtime_packages()):
        why = "" if is_permitted(licence) else reason_for(name, known)
        if why is None:
            refused.append(f"{name} {version}: {licence}")
        print(f"| {name} | {version} | {licence} | {'REFUSED' if why is None else why} |")
    for one in refused:
        print(f"licences: neither permissive nor a weak copyleft: {one}", file=sys.stderr)
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
