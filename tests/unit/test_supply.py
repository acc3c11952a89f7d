"""Tests of runtime packages: bill of materials, licenses, and known vulnerabilities."""

import json
import re
import sys
from pathlib import Path

import pytest

from narabot.database.jars import Jar
from supply import sbom
from supply.audit import EDITABLE, NOT_CHECKED, VULNERABLE, audit
from supply.dependencies import pinned_versions, runtime_packages
from supply.licenses import exceptions, is_permitted, reason_for
from supply.sbom import add_jars, filter_bill, jar_component

ROOT = Path(__file__).parents[2]


def component(name: str, *links: str) -> dict[str, object]:
    """Return a package's component for a bill of materials."""
    return {
        "bom-ref": f"{name}==1",
        "name": name,
        "version": "1",
        "externalReferences": [
            {"type": kind, "url": f"https://{kind}.example.org/{name}"} for kind in links
        ],
    }


def whole_bill() -> dict[str, object]:
    """Return a bill of materials with two packages, one of which is used only in tests."""
    return {
        "metadata": {"component": {"bom-ref": "root"}},
        "components": [component("PyYAML", "website", "distribution"), component("pytest")],
        "dependencies": [
            {"ref": "root", "dependsOn": ["PyYAML==1", "pytest==1"]},
            {"ref": "PyYAML==1"},
            {"ref": "pytest==1", "dependsOn": ["PyYAML==1"]},
        ],
    }


# Included packages


def test_runtime_packages_are_pinned_and_exclude_test_packages() -> None:
    names = runtime_packages()
    assert names - set(pinned_versions()) <= {"setuptools"}
    assert {"streamlit", "neo4j", "fastapi", "starlette", "torch", "authlib"} <= names
    assert not names & {"pytest", "mypy", "ruff", "locust", "schemathesis", "pip-audit"}


def test_pinned_versions_are_sorted_by_name() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:]
    keys = [re.sub(r"[-_]", "-", line.split("==")[0].lower()) for line in lines]
    assert keys == sorted(keys)


# Bill of materials


def test_bill_omits_test_packages_and_download_urls() -> None:
    found = filter_bill(whole_bill(), frozenset({"pyyaml"}))
    assert [one["name"] for one in found["components"]] == ["PyYAML"]
    assert found["dependencies"] == [
        {"ref": "root", "dependsOn": ["PyYAML==1"]},
        {"ref": "PyYAML==1", "dependsOn": []},
    ]
    assert "website.example.org" in json.dumps(found)
    assert "distribution" not in json.dumps(found)


def test_bill_lists_neo4j_jars_with_their_digests() -> None:
    jars = [
        Jar("org/neo4j/neo4j-io/5.26.30/neo4j-io-5.26.30.jar", "ab" * 32),
        Jar("io/netty/netty-x/4/netty-x-4-linux-x86_64.jar", "cd" * 32),
    ]
    assert jar_component(jars[0])["purl"] == "pkg:maven/org.neo4j/neo4j-io@5.26.30?type=jar"
    assert str(jar_component(jars[1])["purl"]).endswith("?type=jar&classifier=linux-x86_64")
    assert jar_component(jars[0])["hashes"][0]["content"] == "ab" * 32
    found = add_jars(filter_bill(whole_bill(), frozenset({"pyyaml"})), jars)
    assert len(found["components"]) == 3
    assert len(found["dependencies"][0]["dependsOn"]) == 3


@pytest.mark.long
def test_environment_bill_lists_every_pinned_runtime_package() -> None:
    pytest.importorskip("cyclonedx_py", reason="make sbom installs it")
    pins = pinned_versions()
    wanted = {name: pins[name] for name in runtime_packages() if name in pins}
    found = filter_bill(sbom.environment_bill(), runtime_packages())
    listed = {
        one["purl"].split("/", 1)[1].split("@")[0]: one["version"] for one in found["components"]
    }
    assert {name: listed.get(name) for name in wanted} == wanted
    assert "file:" not in json.dumps(found)
    assert "localhost" not in json.dumps(found)


# Licenses


@pytest.mark.parametrize(
    ("licence", "permitted"),
    [
        ("MIT", True),
        ("BSD License", True),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True),
        ("GNU Lesser General Public License v3 (LGPLv3)", True),
        ("LGPL-2.1-or-later", True),
        ("GNU General Public License v2 (GPLv2)", False),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("AGPL-3.0-only", False),
        ("GNU Affero General Public License v3", False),
        ("LicenseRef-NVIDIA-Proprietary", False),
        ("BUSL-1.1", False),
        ("SSPL-1.0", False),
        ("UNKNOWN", False),
        ("", False),
    ],
)
def test_restrictive_and_unknown_licenses_are_rejected(licence: str, permitted: bool) -> None:
    assert is_permitted(licence) == permitted


def test_license_exceptions_name_runtime_packages_and_reasons() -> None:
    known = exceptions()
    assert reason_for("nvidia-cublas", known)
    assert reason_for("streamlit", known) is None
    assert all(known.values())
    names = runtime_packages()
    assert all(any(reason_for(name, {one: "x"}) for name in names) for one in known)


# Known vulnerabilities

WEAKNESS = {"id": "CVE-1", "fix_versions": ["2"]}
GOOD = {"name": "good", "version": "1", "vulns": []}
BAD = {"name": "bad", "version": "1", "vulns": [WEAKNESS]}
SKIPPED = {"name": "far", "skip_reason": "Dependency not found"}
OURS = {"name": "narabot", "skip_reason": EDITABLE}


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        ([GOOD, OURS], 0, "1 packages checked, 0 with"),
        ([GOOD, BAD, OURS], VULNERABLE, "bad 1: CVE-1, fixed in 2"),
        ([BAD, SKIPPED], VULNERABLE, "NOT DONE for 1"),
        ([GOOD, SKIPPED], NOT_CHECKED, "NOT DONE for 1"),
        ([SKIPPED, OURS], NOT_CHECKED, "0 packages checked"),
        ([OURS], NOT_CHECKED, "NOT DONE"),
        (None, NOT_CHECKED, "no such host"),
    ],
)
def test_unchecked_packages_are_not_reported_as_safe(
    packages: list[object] | None, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = json.dumps({"dependencies": packages}) if packages else ""
    code = f"import sys; print({printed!r}); print('no such host', file=sys.stderr); sys.exit(1)"
    assert audit([sys.executable, "-c", code]) == status
    assert said in capsys.readouterr().out
