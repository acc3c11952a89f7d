"""The jars of Neo4j and APOC: found by jgo in Maven Central once, kept in the cache folder.

Knows nothing of servers. jgo writes downloads under their final name, half or whole; so the POMs
that it reads go to a folder that is thrown away, and the jars are downloaded here.
"""

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from narabot.errors import DatabaseStartError

if TYPE_CHECKING:
    from jgo.maven import Artifact

NEO4J_VERSION = "5.26.30"
COORDINATES = (
    f"org.neo4j:neo4j:{NEO4J_VERSION}",
    "org.neo4j.procedure:apoc-core:5.26.19",
    "org.neo4j.procedure:apoc-common:5.26.19",
)
REQUEST_TIMEOUT_S = 60
DOWNLOADS_AT_ONCE = 8

Report = Callable[[str], None]
"""Tells the user in one line what is being done."""


def install_jars(cache_dir: Path, report: Report) -> tuple[Path, ...]:
    """Return the class path of Neo4j with APOC, downloading what the cache folder lacks.

    Once it has succeeded, no network is touched. Raises DatabaseStartError when Maven Central is
    out of reach or the folder cannot be written.
    """
    jars = read_class_path(cache_dir)
    if jars:
        return jars
    with named_download_errors(cache_dir):
        cache_dir.mkdir(parents=True, exist_ok=True)
        with FileLock(cache_dir / "jars.lock"):
            return read_class_path(cache_dir) or download_jars(cache_dir, report)


def download_jars(cache_dir: Path, report: Report) -> tuple[Path, ...]:
    """Download the jars that are not yet there and write the class path file."""
    report(f"finding the parts of Neo4j {NEO4J_VERSION} in Maven Central (once, a minute or two)")
    places = resolve_jars(cache_dir)
    report(f"downloading {len(places)} jars of Neo4j, 144 MB, into {cache_dir}")
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        jars = tuple(pool.map(lambda place: download_jar(cache_dir, place), places))
    write_whole(class_path_file(cache_dir), "\n".join(places).encode())
    return jars


def resolve_jars(cache_dir: Path) -> tuple[str, ...]:
    """Return the places of all jars in a Maven repository, ours first, as jgo resolves them."""
    from jgo.maven import MavenContext
    from jgo.parse import Coordinate

    with tempfile.TemporaryDirectory(prefix="poms-", dir=cache_dir) as poms:
        context = MavenContext(repo_cache=Path(poms), timeout=REQUEST_TIMEOUT_S)
        ours = [replace(Coordinate.parse(c), scope="compile") for c in COORDINATES]
        inputs, transitive = context.resolver.resolve([context.create_dependency(c) for c in ours])
        return tuple(place_of(dependency.artifact) for dependency in [*inputs, *transitive])


def place_of(artifact: "Artifact") -> str:
    """Return where a Maven repository keeps jgo's artifact, relative to its root."""
    return f"{artifact.component.path_prefix.as_posix()}/{artifact.filename}"


def download_jar(cache_dir: Path, place: str) -> Path:
    """Return the jar's path, downloading it if it is not there; it is there whole or not at all.

    Maven Central publishes the SHA-1 of each file beside it.
    """
    jar = cache_dir / "jars" / place
    if jar.is_file():
        return jar
    content = fetch(f"{repository()}/{place}")
    published = fetch(f"{repository()}/{place}.sha1").split()[0].decode()
    if hashlib.sha1(content, usedforsecurity=False).hexdigest() != published:
        raise DatabaseStartError(
            f"The download of {jar.name} was damaged on its way. Run `narabot db install` again."
        )
    jar.parent.mkdir(parents=True, exist_ok=True)
    write_whole(jar, content)
    return jar


def repository() -> str:
    """Return the address of Maven Central."""
    from jgo.constants import MAVEN_CENTRAL_URL

    return str(MAVEN_CENTRAL_URL)


def fetch(url: str) -> bytes:
    """Return what is at the address; `raise_for_status` tells of all but success."""
    from jgo.util import http

    response = http.get(url, timeout=REQUEST_TIMEOUT_S)
    response.raise_for_status()
    return response.content


def class_path_file(cache_dir: Path) -> Path:
    """Return the file that remembers the class path of exactly these coordinates."""
    key = hashlib.sha256("\n".join(COORDINATES).encode()).hexdigest()[:12]
    return cache_dir / f"class-path-{key}.txt"


def read_class_path(cache_dir: Path) -> tuple[Path, ...] | None:
    """Return the remembered class path, or None when it or one of its jars is missing."""
    try:
        places = class_path_file(cache_dir).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    jars = tuple(cache_dir / "jars" / place for place in places)
    return jars if jars and all(jar.is_file() for jar in jars) else None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is never seen half written, even if this process is killed."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


@contextmanager
def named_download_errors(cache_dir: Path) -> Iterator[None]:
    """Turn errors of the network and the disk into ours; only those of the disk have an errno."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            raise DatabaseStartError(
                f"The folder {cache_dir} cannot hold the jars of Neo4j ({error.strerror}). "
                "Make room there, or set NARABOT_CACHE_DIR to a folder that you can write."
            ) from error
        raise DatabaseStartError(no_network(error)) from error
    except RuntimeError as error:  # jgo's word for "no repository has this file"
        raise DatabaseStartError(no_network(error)) from error


def no_network(error: Exception) -> str:
    """Return the sentence for a failed download."""
    return (
        f"The jars of Neo4j cannot be downloaded from {repository()}: installing needs the network "
        f"once. Connect and run `narabot db install` again ({type(error).__name__})."
    )
