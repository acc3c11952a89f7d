"""The jars of Neo4j and APOC: a list with their digests, downloaded once into the cache folder.

Knows nothing of servers. A jar is there whole and as it was when the list was written
(`python -m supply.jars`), or not at all.
"""

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from filelock import FileLock

from narabot.errors import DatabaseStartError

NEO4J_VERSION = "5.26.30"
COORDINATES = (
    f"org.neo4j:neo4j:{NEO4J_VERSION}",
    "org.neo4j.procedure:apoc-core:5.26.19",
    "org.neo4j.procedure:apoc-common:5.26.19",
)
REQUEST_TIMEOUT_S = 60
DOWNLOADS_AT_ONCE = 8

LIST = Path(__file__).with_name("jars.txt")
"""SHA-256 and place of each, as `sha256sum` writes them."""

Report = Callable[[str], None]
"""Tells the user in one line what is being done."""


@dataclass(frozen=True, slots=True)
class Jar:
    """A jar of the class path."""

    place: str
    """In a Maven repository, relative to its root."""
    sha256: str


@cache
def listed_jars() -> tuple[Jar, ...]:
    """Return the jars of the class path in their order."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return tuple(Jar(place, sha256) for sha256, place in map(str.split, lines))


def install_jars(cache_dir: Path, report: Report) -> tuple[Path, ...]:
    """Return the class path of Neo4j with APOC, downloading what the cache folder lacks.

    Once it has succeeded, no network is touched. Raises DatabaseStartError when Maven Central is
    out of reach or the folder cannot be written.
    """
    if missing(cache_dir):
        with named_download_errors(cache_dir):
            cache_dir.mkdir(parents=True, exist_ok=True)
            with FileLock(cache_dir / "jars.lock"):
                download(missing(cache_dir), cache_dir, report)
    return tuple(path_of(jar, cache_dir) for jar in listed_jars())


def path_of(jar: Jar, cache_dir: Path) -> Path:
    """Return where a jar is kept."""
    return cache_dir / "jars" / jar.place


def missing(cache_dir: Path) -> list[Jar]:
    """Return the jars that the cache folder lacks."""
    return [jar for jar in listed_jars() if not path_of(jar, cache_dir).is_file()]


def download(jars: list[Jar], cache_dir: Path, report: Report) -> None:
    """Download jars, several at once."""
    if not jars:
        return
    report(f"downloading {len(jars)} jars of Neo4j {NEO4J_VERSION} (144 MB in all) to {cache_dir}")
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        list(pool.map(lambda jar: download_jar(jar, path_of(jar, cache_dir)), jars))


def download_jar(jar: Jar, path: Path) -> None:
    """Download a jar; it is there whole, with the digest of the list, or not at all."""
    content = fetch(f"{repository()}/{jar.place}")
    if hashlib.sha256(content).hexdigest() != jar.sha256:
        raise DatabaseStartError(
            f"The download of {path.name} was damaged on its way. Run `narabot db install` again."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


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


def no_network(error: Exception) -> str:
    """Return the sentence for a failed download."""
    return (
        f"The jars of Neo4j cannot be downloaded from {repository()}: installing needs the network "
        f"once. Connect and run `narabot db install` again ({type(error).__name__})."
    )
