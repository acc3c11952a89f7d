"""`python -m supply.audit`: known weaknesses of what is installed, by `pip-audit`.

Exit status: 0 when all was looked at and no weakness is known, 1 when one is, 3 when not all could
be looked at. `pip-audit` itself ends with 0 where its service knows none of the packages, as where
packages come from a mirror; here "not asked" is never taken for "none". It asks for each package
by its name: nothing for a test, nor for a network that does not want that.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

WEAK = 1
NOT_LOOKED_AT = 3

TIMEOUT_S = 15

MOST_NAMED = 10

COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--local", "--skip-editable", "--format", "json"),
    *("--progress-spinner", "off", "--timeout", str(TIMEOUT_S)),
)

EDITABLE = "distribution marked as editable"
"""As `pip-audit` says of narabot itself."""


def audit(command: Sequence[str] = COMMAND) -> int:
    """Print what is known, and return the exit status."""
    done = subprocess.run(command, capture_output=True, check=False)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        print(
            f"audit: NOT DONE, pip-audit failed: {lines[-1][:200] if lines else 'without a word'}"
        )
        return NOT_LOOKED_AT
    for said in weaknesses(packages):
        print(said)
    return verdict(packages)


def weaknesses(packages: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line for each known weakness."""
    return [
        f"{one['name']} {one['version']}: {weakness['id']}, mended in "
        f"{', '.join(weakness['fix_versions']) or 'no version'}"
        for one in packages
        for weakness in one.get("vulns", ())
    ]


def verdict(packages: Sequence[dict[str, Any]]) -> int:
    """Print the sum, and return the exit status."""
    skipped = [one["name"] for one in packages if one.get("skip_reason", EDITABLE) != EDITABLE]
    looked_at = sum("vulns" in one for one in packages)
    weak = sum(bool(one.get("vulns")) for one in packages)
    print(f"audit: {looked_at} packages looked at, {weak} with known weaknesses")
    if skipped or not looked_at:
        named = ", ".join(skipped[:MOST_NAMED]) + (", …" if skipped[MOST_NAMED:] else "")
        print(f"audit: NOT DONE for {len(skipped)}, which the service does not know: {named}")
    if weak:
        return WEAK
    return NOT_LOOKED_AT if skipped or not looked_at else 0


if __name__ == "__main__":
    sys.exit(audit())
