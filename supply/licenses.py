"""`python -m supply.licenses` lists the runtime packages' licenses.

The command fails if any license is unsuitable.

A license must be permissive or weak copyleft. `licenses.toml` lists exceptions with reasons. Neo4j
(GPL 3) is not a Python package. Users download it, and it runs as a separate server.
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
"""Names of permissive and weak copyleft licenses in package metadata."""

REFUSED = re.compile(
    r"(?<![L])GPL|Affero|(?<!Lesser )General Public License|SSPL|Server Side|BUSL|Business Source"
    r"|Commons Clause|Proprietary|-NC\b|NonCommercial",
    re.IGNORECASE,
)


def is_permitted(license_name: str) -> bool:
    """Return whether a license is compatible with narabot's license."""
    return bool(PERMITTED.search(license_name)) and not REFUSED.search(license_name)


def exceptions() -> dict[str, str]:
    """Return the reason for each exception, keyed by package name pattern."""
    file = Path(__file__).with_name("licenses.toml")
    found: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["exceptions"]
    return found


def reason_for(name: str, known: Mapping[str, str]) -> str | None:
    """Return the reason for a package's exception, or `None`."""
    name = canonicalize_name(name)
    return next((why for pattern, why in known.items() if fnmatch(name, pattern)), None)


def package_licenses(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return the packages' names, versions, and licenses from `pip-licenses`, sorted by name."""
    command = [
        *(sys.executable, "-m", "piplicenses"),
        "--format=json",
        "--packages",
        *sorted(names),
    ]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    rows = [(row["Name"], row["Version"], row["License"]) for row in json.loads(output)]
    return [(name, version, text.strip().splitlines()[0]) for name, version, text in rows]


def main() -> None:
    """Print the table and the rejected packages. Exit with status 1 if a package is rejected."""
    known = exceptions()
    refused = []
    print("| package | version | license | |\n| --- | --- | --- | --- |")
    for name, version, license_name in package_licenses(runtime_packages()):
        why = "" if is_permitted(license_name) else reason_for(name, known)
        if why is None:
            refused.append(f"{name} {version}: {license_name}")
        print(f"| {name} | {version} | {license_name} | {'REFUSED' if why is None else why} |")
    for one in refused:
        print(f"licenses: neither permissive nor a weak copyleft: {one}", file=sys.stderr)
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
