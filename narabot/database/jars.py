"""The jars of Neo4j and APOC, listed with digests and downloaded once into the cache folder.

This module does not handle servers. A jar in the cache folder is complete and has the listed
digest. `python -m supply.jars` writes the list.
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

JAR_LIST = Path(__file__).with_name("jars.txt")
"""SHA-256 and path of each jar, in the format of `sha256sum`."""

Report = Callable[[str], None]
"""Reports progress to the user in one line."""


@dataclass(frozen=True, slots=True)
class Jar:
    """A jar on the class path."""

    place: str
    """Path relative to the root of a Maven repository."""
    sha256: str


@cache
def listed_jars() -> tuple[Jar, ...]:
    """Return the jars on the class path, in order."""
    lines = JAR_LIST.read_text(encoding="utf-8").splitlines()
    return tuple(Jar(place, sha256) for sha256, place in map(str.split, lines))


def install_jars(cache_dir: Path, report: Report) -> tuple[Path, ...]:
    """Download missing jars, and return the class path of Neo4j with APOC.

    Once all jars are present, no network is needed. Raises DatabaseStartError if Maven Central is
    unreachable or the folder cannot be written.
    """
    if missing(cache_dir):
        with translate_download_errors(cache_dir):
            cache_dir.mkdir(parents=True, exist_ok=True)
            with FileLock(cache_dir / "jars.lock"):
                download(missing(cache_dir), cache_dir, report)
    return tuple(path_of(jar, cache_dir) for jar in listed_jars())


def path_of(jar: Jar, cache_dir: Path) -> Path:
    """Return the path of a jar in the cache folder."""
    return cache_dir / "jars" / jar.place


def missing(cache_dir: Path) -> list[Jar]:
    """Return the jars that are not in the cache folder."""
    return [jar for jar in listed_jars() if not path_of(jar, cache_dir).is_file()]


def download(jars: list[Jar], cache_dir: Path, report: Report) -> None:
    """Download jars in parallel."""
    if not jars:
        return
    report(f"downloading {len(jars)} Neo4j {NEO4J_VERSION} jars (144 MB in total) to {cache_dir}")
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        list(pool.map(lambda jar: download_jar(jar, path_of(jar, cache_dir)), jars))


def download_jar(jar: Jar, path: Path) -> None:
    """Download a jar. The file appears only when it is complete and has the listed digest."""
    content = fetch(f"{repository()}/{jar.place}")
    if hashlib.sha256(content).hexdigest() != jar.sha256:
        raise DatabaseStartError(
            f"The download of {path.name} is corrupted. Run `narabot db install` again."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content)


def repository() -> str:
    """Return the URL of Maven Central."""
    from jgo.constants import MAVEN_CENTRAL_URL

    return str(MAVEN_CENTRAL_URL)


def fetch(url: str) -> bytes:
    """Return the content at a URL. Raises the HTTP client's error if the request fails."""
    from jgo.util import http

    response = http.get(url, timeout=REQUEST_TIMEOUT_S)
    response.raise_for_status()
    return response.content


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically. Readers never see a partial file, even if this process is killed."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


@contextmanager
def translate_download_errors(cache_dir: Path) -> Iterator[None]:
    """Translate network and disk errors into DatabaseStartError. Only disk errors have an errno."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            raise DatabaseStartError(
                f"The Neo4j jars cannot be written to the folder {cache_dir} ({error.strerror}). "
                "Free some space there, or set NARABOT_CACHE_DIR to a writable folder."
            ) from error
        raise DatabaseStartError(download_failure(error)) from error


def download_failure(error: Exception) -> str:
    """Return the message for a failed download."""
    return (
        f"The Neo4j jars cannot be downloaded from {repository()}. Installation requires a network "
        f"connection once. Connect and run `narabot db install` again ({type(error).__name__})."
    )
