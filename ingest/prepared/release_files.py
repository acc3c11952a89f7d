"""Which files a release has: written before its shards, compared before they are loaded.

So a run of `narabot prepare` that was stopped, or a file that could not be read, withdraws nothing.
Each choice of files has a list of its own: runs that prepare parts of one release, at once or one
after another, do not disturb each other.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path

import msgspec

from ingest.bucket import BucketPlace
from narabot.errors import UnpreparedError

BEGINNING, ENDING = "release-", ".json"
"""How the names of the lists begin and end."""


class ReleaseFiles(msgspec.Struct, frozen=True):
    """Files that belong to a release."""

    release: str
    file_names: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the list: another for other files."""
        digest = hashlib.sha256(self.content).hexdigest()
        return f"{BEGINNING}{self.release}-{digest[:16]}{ENDING}"

    @property
    def content(self) -> bytes:
        """What stands in the list."""
        return msgspec.json.encode(self)


def lists_at(place: Path | BucketPlace) -> Iterator[ReleaseFiles]:
    """Yield the lists in a folder or at a place of a bucket. Raises UnpreparedError."""
    for name, content in contents_at(place):
        try:
            yield msgspec.json.decode(content, type=ReleaseFiles)
        except msgspec.DecodeError as error:
            raise UnpreparedError(
                f"{place}/{name} cannot be read ({error}). Delete it, and run `narabot prepare` "
                "again."
            ) from error


def contents_at(place: Path | BucketPlace) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the lists."""
    if isinstance(place, Path):
        for path in sorted(place.glob(f"{BEGINNING}*{ENDING}")):
            yield path.name, path.read_bytes()
        return
    for name, file in place.files:
        if name.startswith(BEGINNING) and name.endswith(ENDING) and "/" not in name:
            yield name, place.bucket.content(file)


def files_of(places: Sequence[Path | BucketPlace], release: str) -> set[str]:
    """Return the names of all files of a release, as far as it was prepared in some places."""
    return {
        name
        for place in places
        for files in lists_at(place)
        if files.release == release
        for name in files.file_names
    }


def check_whole(
    places: Sequence[Path | BucketPlace], release: str, wanted: Set[str], prepared: Iterable[str]
) -> None:
    """Raise UnpreparedError unless all files of a release, the wanted ones, were prepared."""
    where = ", ".join(map(str, places))
    if not wanted:
        raise UnpreparedError(
            f"{where} does not say which files release {release} has. Give the whole place that "
            "`narabot prepare --release` has filled (its --to)."
        )
    missing = sorted(wanted - set(prepared))
    if missing:
        raise UnpreparedError(
            f"{len(missing):,} of {len(wanted):,} files of release {release} are not prepared in "
            f"{where}, such as {missing[0]}. Run `narabot prepare` again until all are; if that "
            f"file does not belong to the release, delete {BEGINNING}{release}-…{ENDING} there "
            "before."
        )
