"""`python -m supply.jars` regenerates the list of Neo4j jars after their coordinates change.

jgo resolves about 330 POMs. The script then downloads each jar to compute its SHA-256.
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
    JAR_LIST,
    REQUEST_TIMEOUT_S,
    Jar,
    fetch,
    repository,
)


def resolved_places() -> list[str]:
    """Return the Maven repository paths of all jars that jgo resolves.

    The jars in COORDINATES come first.
    """
    with tempfile.TemporaryDirectory(prefix="poms-") as poms:
        context = MavenContext(repo_cache=Path(poms), timeout=REQUEST_TIMEOUT_S)
        ours = [replace(Coordinate.parse(c), scope="compile") for c in COORDINATES]
        inputs, transitive = context.resolver.resolve([context.create_dependency(c) for c in ours])
        return [repository_path(dependency.artifact) for dependency in [*inputs, *transitive]]


def repository_path(artifact: Artifact) -> str:
    """Return the path of an artifact in a Maven repository."""
    return f"{artifact.component.path_prefix.as_posix()}/{artifact.filename}"


def jar_with_digest(place: str) -> Jar:
    """Download a jar and return it with its digest."""
    return Jar(place, hashlib.sha256(fetch(f"{repository()}/{place}")).hexdigest())


def main() -> None:
    """Write the list."""
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        found = list(pool.map(jar_with_digest, resolved_places()))
    JAR_LIST.write_text("".join(f"{jar.sha256}  {jar.place}\n" for jar in found), encoding="utf-8")
    print(f"{JAR_LIST} lists {len(found)} jars")


if __name__ == "__main__":
    main()
