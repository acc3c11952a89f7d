"""What a shard was prepared from and with: written last, so that a folder with it is whole."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

import msgspec

from ingest.read.lines import Place
from ingest.releases.running import Release
from ingest.write.batch import Progress
from narabot.embedding import Probe, TextEmbedder, are_alike
from narabot.errors import UnpreparedError
from narabot.settings import Settings
from narabot.versions import GraphVersion, our_version

FORMAT = 1
"""Of the tables' columns and of this file."""

MANIFEST = "manifest.json"
SUFFIX = ".prepared"


class BatchEntry(msgspec.Struct, frozen=True):
    """One batch: how far the shard has come with it, and its rows in each table."""

    line_num: int
    offset: int
    records: int
    rejected: int
    is_done: bool
    lines: int
    less_full: int
    by_type: dict[str, int]
    rows: dict[str, int]

    def progress(self, of: "Manifest") -> Progress:
        """Return how far the shard has come."""
        end = Place(self.line_num, self.offset)
        counts = self.records, self.rejected, self.is_done
        return Progress(of.file_name, of.digest, end, *counts, of.making.release)


class TableFile(msgspec.Struct, frozen=True):
    """A table's file."""

    size: int
    sha256: str


class Making(msgspec.Struct, frozen=True):
    """With what a shard is prepared: what must be the same in all that one graph is made of."""

    version: GraphVersion
    text_max_chars: int
    chunk_overlap_tokens: int
    probe: Probe
    release: str | None = None
    format: int = FORMAT


class Manifest(msgspec.Struct, frozen=True):
    """One prepared shard."""

    file_name: str
    digest: str
    """Of the shard's lines."""
    making: Making
    batches: tuple[BatchEntry, ...]
    tables: dict[str, TableFile]
    known: str | None = None
    """SHA-256 of the list of known records whose texts were left out."""
    names: str | None = None
    """By which version the names in its chunks were read; `None` where they were not."""

    @property
    def size(self) -> int:
        """Bytes of all tables."""
        return sum(table.size for table in self.tables.values())

    def rows(self, table: str) -> int:
        """Return how many rows a table has."""
        return sum(entry.rows[table] for entry in self.batches)


def making_of(settings: Settings, embedder: TextEmbedder, release: str | None) -> Making:
    """Return with what shards are prepared by some settings and a model."""
    return Making(
        our_version(embedder.identity, settings.ingest_chunker),
        settings.text_max_chars,
        settings.chunk_overlap_tokens,
        embedder.probe,
        release,
    )


def differences(one: Making, other: Making) -> str | None:
    """Return in words what keeps two from being of one graph, `None` if nothing does."""
    if one.format != other.format:
        return f"format {one.format} and format {other.format}"
    if one.version != other.version:
        return f"{one.version} and {other.version}"
    if (one.text_max_chars, one.chunk_overlap_tokens) != (
        other.text_max_chars,
        other.chunk_overlap_tokens,
    ):
        return "other values of TEXT_MAX_CHARS or CHUNK_OVERLAP_TOKENS"
    if one.release != other.release:
        return f"{release_words(one.release)} and {release_words(other.release)}"
    if not are_alike(one.probe, other.probe):
        return "embedding models of one name that give other vectors"
    return None


def of_release(manifest: Manifest, release: str | None) -> Manifest:
    """Return the manifest of the same shard for a release."""
    replace = msgspec.structs.replace
    return replace(manifest, making=replace(manifest.making, release=release))


def check_readable(making: Making) -> None:
    """Raise UnpreparedError for what another version of narabot has prepared."""
    stored = making.version
    ours = our_version(stored.identity, stored.chunker)
    if making.format != FORMAT or stored != ours:
        raise UnpreparedError(
            f"These shards were prepared by another version of narabot (format {making.format}, "
            f"{stored}; this one has format {FORMAT}, {ours}). Prepare them again."
        )


def check_release(making: Making, release: Release | None) -> None:
    """Raise UnpreparedError for shards that were prepared for another release than is named."""
    named = release.name if release else None
    if making.release != named:
        raise UnpreparedError(
            f"These shards were prepared for {release_words(making.release)}, and are loaded for "
            f"{release_words(named)}. Name the same one in both commands."
        )


def release_words(release: str | None) -> str:
    """Return a release, or that there is none, in words."""
    return "no release" if release is None else f"release {release}"


def folder_name(file_name: str) -> Path:
    """Return the folder of a shard, below that of all; no name can lead out of it."""
    parts = [quote(part, safe=" ") or "%" for part in file_name.split("/")]
    inside = ["%2E" * len(part) if set(part) == {"."} else part for part in parts]
    return Path(*inside[:-1], inside[-1] + SUFFIX)


def read_manifest(folder: Path) -> Manifest | None:
    """Return what a folder says that it is, `None` where there is none.

    Raises UnpreparedError for one that cannot be read, or of another format.
    """
    try:
        content = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise damaged(folder, error.strerror or str(error)) from error
    return decoded(content, folder)


def encoded(manifest: Manifest) -> bytes:
    """Return a manifest's file."""
    return msgspec.json.encode(manifest)


def decoded(content: bytes, place: object) -> Manifest:
    """Return the manifest of a shard from its file. Raises UnpreparedError, naming the place."""
    try:
        return msgspec.json.decode(content, type=Manifest)
    except msgspec.DecodeError as error:
        raise damaged(place, str(error)) from error


def stored_table(name: str, table: TableFile) -> str:
    """Return the name of a table's file in a bucket: no other content ever has it."""
    return f"{name}-{table.sha256[:16]}.parquet"


def stored_tables(manifest: Manifest) -> set[str]:
    """Return the names of a shard's tables in a bucket."""
    return {stored_table(name, table) for name, table in manifest.tables.items()}


def check_tables(folder: Path, manifest: Manifest, place: object) -> None:
    """Raise UnpreparedError, naming the place, unless tables are what their manifest says."""
    for name, table in manifest.tables.items():
        path = folder / f"{name}.parquet"
        try:
            is_whole = path.stat().st_size == table.size and digest_of(path) == table.sha256
        except OSError as error:
            raise damaged(place, f"{path.name}: {error.strerror or error}") from error
        if not is_whole:
            raise damaged(place, f"{path.name} is not what was written")


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def damaged(place: object, why: str) -> UnpreparedError:
    """Return what is said of a shard that cannot be loaded."""
    return UnpreparedError(
        f"{place} cannot be loaded ({why}). Delete it, and run `narabot prepare` again: it makes "
        "only what is missing."
    )


def one_making(manifests: Iterable[Manifest]) -> Making:
    """Return with what all of some shards were prepared.

    Raises UnpreparedError, naming both, where two cannot be of one graph.
    """
    first, *others = manifests
    for other in others:
        found = differences(first.making, other.making)
        if found:
            raise UnpreparedError(
                f"{first.file_name} and {other.file_name} were prepared with {found}. Prepare all "
                "shards with the same settings, model and release, and load them together. If one "
                "is left from an earlier run and its file is gone, delete its folder."
            )
    return first.making
