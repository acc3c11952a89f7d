"""`python -m supply.jars`: write the list of the jars of Neo4j anew, after a change of coordinates.

jgo reads some 330 POMs for it. Each jar is downloaded, and its SHA-256 written beside its place.
"""

import hashlib
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from jgo.maven import Artifact, MavenContext
from jgo.parse import Coordinate

from narabot.database.jars import (
    COORDINATES,
    DOWNLOADS_AT_ONCE,
    LIST,
    REQUEST_TIMEOUT_S,
    Jar,
    fetch,
    repository,
)


def resolved_places() -> list[str]:
    """Return the places of all jars in a Maven repository, ours first, as jgo resolves them."""
    with tempfile.TemporaryDirectory(prefix="poms-") as poms:
        context = MavenContext(repo_cache=Path(poms), timeout=REQUEST_TIMEOUT_S)
        ours = [replace(Coordinate.parse(c), scope="compile") for c in COORDINATES]
        inputs, transitive = context.resolver.resolve([context.create_dependency(c) for c in ours])
        return [place_of(dependency.artifact) for dependency in [*inputs, *transitive]]


def place_of(artifact: Artifact) -> str:
    """Return where a Maven repository keeps jgo's artifact, relative to its root."""
    return f"{artifact.component.path_prefix.as_posix()}/{artifact.filename}"


def digested(place: str) -> Jar:
    """Return a jar with the digest of what the repository has at its place."""
    return Jar(place, hashlib.sha256(fetch(f"{repository()}/{place}")).hexdigest())


def main() -> None:
    """Write the list."""
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        found = list(pool.map(digested, resolved_places()))
    LIST.write_text("".join(f"{jar.sha256}  {jar.place}\n" for jar in found), encoding="utf-8")
    print(f"{LIST} names {len(found)} jars")


if __name__ == "__main__":
    main()
