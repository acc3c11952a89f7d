"""`python -m supply.sbom FILE` writes a software bill of materials (CycloneDX, JSON).

It lists the runtime packages from `cyclonedx-py` and the Neo4j jars with their digests. It contains
no download URLs.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from packaging.utils import canonicalize_name

from narabot.database.jars import Jar, listed_jars
from supply.dependencies import ROOT, runtime_packages

Bill = dict[str, Any]


def runtime_bill() -> Bill:
    """Return the bill of materials for the current environment, without development tools."""
    return add_jars(filter_bill(environment_bill(), runtime_packages()), listed_jars())


def environment_bill() -> Bill:
    """Return the bill for all installed packages from `cyclonedx-py`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bill.json"
        subprocess.run(
            [
                *(sys.executable, "-m", "cyclonedx_py", "environment", sys.executable),
                *("--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "application"),
                *("--output-format", "JSON", "--output-reproducible", "--output-file", str(file)),
            ],
            check=True,
        )
        bill: Bill = json.loads(file.read_text(encoding="utf-8"))
        return bill


def filter_bill(bill: Bill, names: frozenset[str]) -> Bill:
    """Return a bill with only the named packages, without download URLs."""
    kept = [one for one in bill["components"] if canonicalize_name(one["name"]) in names]
    for component in kept:
        links = component.get("externalReferences", [])
        component["externalReferences"] = [link for link in links if link["type"] != "distribution"]
    known = {component["bom-ref"] for component in kept} | {root_of(bill)}
    edges = [
        edge | {"dependsOn": [one for one in edge.get("dependsOn", []) if one in known]}
        for edge in bill["dependencies"]
        if edge["ref"] in known
    ]
    return bill | {"components": kept, "dependencies": edges}


def root_of(bill: Bill) -> str:
    """Return the reference that identifies narabot itself in a bill."""
    return str(bill["metadata"]["component"]["bom-ref"])


def add_jars(bill: Bill, jars: Sequence[Jar]) -> Bill:
    """Return a bill with additional jars."""
    components = [jar_component(jar) for jar in jars]
    edges = [
        edge | {"dependsOn": edge["dependsOn"] + [one["bom-ref"] for one in components]}
        if edge["ref"] == root_of(bill)
        else edge
        for edge in bill["dependencies"]
    ]
    edges += [{"ref": component["bom-ref"]} for component in components]
    return bill | {"components": bill["components"] + components, "dependencies": edges}


def jar_component(jar: Jar) -> Bill:
    """Return the component that describes a jar."""
    place = PurePosixPath(jar.place)
    *group, name, version, _ = place.parts
    package = f"pkg:maven/{'.'.join(group)}/{name}@{version}?type=jar"
    classifier = place.stem.removeprefix(f"{name}-{version}").removeprefix("-")
    package += f"&classifier={classifier}" if classifier else ""
    return {
        "type": "library",
        "bom-ref": package,
        "group": ".".join(group),
        "name": name,
        "version": version,
        "purl": package,
        "hashes": [{"alg": "SHA-256", "content": jar.sha256}],
    }


def main() -> None:
    """Write the bill to the file in the first argument."""
    target = Path(sys.argv[1])
    bill = runtime_bill()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {len(bill['components'])} packages and jars to {target}")


if __name__ == "__main__":
    main()
