"""`python -m supply.audit` reports known vulnerabilities in installed packages, using `pip-audit`.

Exit status: 0 if all packages were checked and have no known vulnerabilities, 1 if a package has a
known vulnerability, and 3 if some packages could not be checked. `pip-audit` itself exits with 0
even if its service recognizes none of the packages, which can happen with a package mirror. The
audit sends every package name to the service, so do not run it in tests or in restricted networks.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

VULNERABLE = 1
NOT_CHECKED = 3

TIMEOUT_S = 15

MAX_LISTED = 10

COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--local", "--skip-editable", "--format", "json"),
    *("--progress-spinner", "off", "--timeout", str(TIMEOUT_S)),
)

EDITABLE = "distribution marked as editable"
"""The reason that `pip-audit` reports for skipping narabot itself."""


def audit(command: Sequence[str] = COMMAND) -> int:
    """Print the vulnerabilities and the summary. Return the exit status."""
    done = subprocess.run(command, capture_output=True, check=False)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        print(f"audit: NOT DONE, pip-audit failed: {lines[-1][:200] if lines else 'no output'}")
        return NOT_CHECKED
    for line in vulnerabilities(packages):
        print(line)
    return summarize(packages)


def vulnerabilities(packages: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line for each known vulnerability."""
    return [
        f"{one['name']} {one['version']}: {vulnerability['id']}, fixed in "
        f"{', '.join(vulnerability['fix_versions']) or 'no version'}"
        for one in packages
        for vulnerability in one.get("vulns", ())
    ]


def summarize(packages: Sequence[dict[str, Any]]) -> int:
    """Print the summary and return the exit status."""
    skipped = [one["name"] for one in packages if one.get("skip_reason", EDITABLE) != EDITABLE]
    checked = sum("vulns" in one for one in packages)
    weak = sum(bool(one.get("vulns")) for one in packages)
    print(f"audit: {checked} packages checked, {weak} with known vulnerabilities")
    if skipped or not checked:
        named = ", ".join(skipped[:MAX_LISTED]) + (", …" if skipped[MAX_LISTED:] else "")
        print(f"audit: NOT DONE for {len(skipped)}, which the service does not know: {named}")
    if weak:
        return VULNERABLE
    return NOT_CHECKED if skipped or not checked else 0


if __name__ == "__main__":
    sys.exit(audit())
