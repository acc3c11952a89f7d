"""The packages that narabot needs at runtime, without development tools."""

import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]

EXTRAS = ("login", "torch")
"""Optional dependencies for users. Other extras are for development."""


def runtime_packages() -> frozenset[str]:
    """Return the canonical names of all runtime packages, including indirect dependencies."""
    found: dict[str, set[str]] = {}
    waiting = stated_requirements()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name not in found or requirement.extras - found[name]:
            found.setdefault(name, set()).update(requirement.extras)
            waiting += needed_by(name, found[name])
    return frozenset(found)


def stated_requirements() -> list[Requirement]:
    """Return the requirements in `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (project["optional-dependencies"][extra] for extra in EXTRAS)
    return [Requirement(line) for lines in (project["dependencies"], *extras) for line in lines]


def needed_by(name: str, extras: Iterable[str]) -> list[Requirement]:
    """Return an installed package's requirements that apply to this machine."""
    lines = distribution(name).requires or ()
    return [one for one in map(Requirement, lines) if is_needed(one, ("", *extras))]


def is_needed(requirement: Requirement, extras: Iterable[str]) -> bool:
    """Return whether a requirement applies to this machine with the specified extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def pinned_versions() -> dict[str, str]:
    """Return the versions in `constraints.txt`, keyed by canonical package name."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = (line.split("==") for line in lines if "==" in line)
    return {canonicalize_name(name): version for name, version in pins}
