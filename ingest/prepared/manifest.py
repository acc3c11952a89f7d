"""The manifest of a prepared shard: its sources and settings.

The manifest is written last, so a folder with a manifest is complete.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

import msgspec

from ingest.read.lines import Position
from ingest.releases.lifecycle import Release
from ingest.write.batch import Progress
from narabot.embedding import Probe, TextEmbedder, is_same_model
from narabot.errors import PreparedShardError
from narabot.settings import Settings
from narabot.versions import GraphVersion, current_version

FORMAT = 1
"""Format version of the tables and the manifest."""

MANIFEST = "manifest.json"
SUFFIX = ".prepared"


class BatchEntry(msgspec.Struct, frozen=True):
    """One batch: the shard's progress after the batch, and the batch's row count in each table."""

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
        """Return the progress of the shard after this batch."""
        end = Position(self.line_num, self.offset)
        counts = self.records, self.rejected, self.is_done
        return Progress(of.file_name, of.digest, end, *counts, of.making.release)


class TableFile(msgspec.Struct, frozen=True):
    """The size and digest of a table's file."""

    size: int
    sha256: str


class PreparationSettings(msgspec.Struct, frozen=True):
    """The settings that all shards in one graph must share."""

    version: GraphVersion
    text_max_chars: int
    chunk_overlap_tokens: int
    probe: Probe
    release: str | None = None
    format: int = FORMAT


class Manifest(msgspec.Struct, frozen=True):
    """A description of one prepared shard."""

    file_name: str
    digest: str
    """Digest of the shard's lines."""
    making: PreparationSettings
    batches: tuple[BatchEntry, ...]
    tables: dict[str, TableFile]
    known: str | None = None
    """SHA-256 digest of the list of loaded records that were skipped."""
    names: str | None = None
    """Version of the name extractor, or `None` if names were not extracted."""

    @property
    def size(self) -> int:
        """Total size of all tables, in bytes."""
        return sum(table.size for table in self.tables.values())

    def rows(self, table: str) -> int:
        """Return the number of rows in a table."""
        return sum(entry.rows[table] for entry in self.batches)


def preparation_settings(
    settings: Settings, embedder: TextEmbedder, release: str | None
) -> PreparationSettings:
    """Return the preparation settings that result from narabot's settings and a model."""
    return PreparationSettings(
        current_version(embedder.identity, settings.ingest_chunker),
        settings.text_max_chars,
        settings.chunk_overlap_tokens,
        embedder.probe,
        release,
    )


def differences(one: PreparationSettings, other: PreparationSettings) -> str | None:
    """Return why two shards cannot belong to the same graph, or `None` if they can."""
    if one.format != other.format:
        return f"format {one.format} and format {other.format}"
    if one.version != other.version:
        return f"{one.version} and {other.version}"
    if (one.text_max_chars, one.chunk_overlap_tokens) != (
        other.text_max_chars,
        other.chunk_overlap_tokens,
    ):
        return "different values of TEXT_MAX_CHARS or CHUNK_OVERLAP_TOKENS"
    if one.release != other.release:
        return f"{release_phrase(one.release)} and {release_phrase(other.release)}"
    if not is_same_model(one.probe, other.probe):
        return "embedding models that have the same name but return different vectors"
    return None


def with_release(manifest: Manifest, release: str | None) -> Manifest:
    """Return the manifest with a different release."""
    replace = msgspec.structs.replace
    return replace(manifest, making=replace(manifest.making, release=release))


def check_readable(making: PreparationSettings) -> None:
    """Raise PreparedShardError for shards from a different version of narabot."""
    stored = making.version
    ours = current_version(stored.identity, stored.chunker)
    if making.format != FORMAT or stored != ours:
        raise PreparedShardError(
            "These shards were prepared by a different version of narabot (format "
            f"{making.format}, {stored}). This version has format {FORMAT}, {ours}. Prepare the "
            "shards again."
        )


def check_release(making: PreparationSettings, release: Release | None) -> None:
    """Raise PreparedShardError for shards that were prepared for a different release."""
    named = release.name if release else None
    if making.release != named:
        raise PreparedShardError(
            f"These shards were prepared for {release_phrase(making.release)}, but you are loading "
            f"them for {release_phrase(named)}. Specify the same release in both commands."
        )


def release_phrase(release: str | None) -> str:
    """Return `release NAME` or `no release`."""
    return "no release" if release is None else f"release {release}"


def folder_name(file_name: str) -> Path:
    """Return the relative path of a shard's folder, which is always inside the common folder."""
    parts = [quote(part, safe=" ") or "%" for part in file_name.split("/")]
    inside = ["%2E" * len(part) if set(part) == {"."} else part for part in parts]
    return Path(*inside[:-1], inside[-1] + SUFFIX)


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest in a folder, or `None` if there is none.

    Raise PreparedShardError for a manifest that is unreadable or has a different format.
    """
    try:
        content = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise damaged_error(folder, error.strerror or str(error)) from error
    return decode_manifest(content, folder)


def encode_manifest(manifest: Manifest) -> bytes:
    """Return a manifest as JSON."""
    return msgspec.json.encode(manifest)


def decode_manifest(content: bytes, place: object) -> Manifest:
    """Return the manifest in a JSON text.

    Raise PreparedShardError, with the place, for an invalid manifest.
    """
    try:
        return msgspec.json.decode(content, type=Manifest)
    except msgspec.DecodeError as error:
        raise damaged_error(place, str(error)) from error


def bucket_table_name(name: str, table: TableFile) -> str:
    """Return a table's file name in a bucket, which is unique to its content."""
    return f"{name}-{table.sha256[:16]}.parquet"


def bucket_table_names(manifest: Manifest) -> set[str]:
    """Return the file names of a shard's tables in a bucket."""
    return {bucket_table_name(name, table) for name, table in manifest.tables.items()}


def check_tables(folder: Path, manifest: Manifest, place: object) -> None:
    """Raise PreparedShardError, with the place, unless the tables match their manifest."""
    for name, table in manifest.tables.items():
        path = folder / f"{name}.parquet"
        try:
            is_whole = path.stat().st_size == table.size and digest_of(path) == table.sha256
        except OSError as error:
            raise damaged_error(place, f"{path.name}: {error.strerror or error}") from error
        if not is_whole:
            raise damaged_error(place, f"{path.name} does not match the manifest")


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def damaged_error(place: object, why: str) -> PreparedShardError:
    """Return the error for a shard that cannot be loaded."""
    return PreparedShardError(
        f"{place} cannot be loaded ({why}). Delete it, and run `narabot prepare` again, which "
        "creates only missing shards."
    )


def common_settings(manifests: Iterable[Manifest]) -> PreparationSettings:
    """Return the settings that all of the shards share.

    Raise PreparedShardError, with the names of two files, if shards cannot belong to the same
    graph.
    """
    first, *others = manifests
    for other in others:
        found = differences(first.making, other.making)
        if found:
            raise PreparedShardError(
                f"{first.file_name} and {other.file_name} were prepared with {found}. Prepare "
                "all shards with the same settings, model, and release, and load them together. "
                "If an old shard's original file no longer exists, delete the shard's folder."
            )
    return first.making
