"""Read prepared shards as ingest reads lines: batches from where an earlier run has stopped."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ingest.lines import BytesRead
from ingest.prepared.manifest import (
    MANIFEST,
    SUFFIX,
    BatchEntry,
    Manifest,
    check_tables,
    damaged,
    read_manifest,
)
from ingest.prepared.tables import (
    TABLES,
    Rows,
    noted_lines,
    prepared_records,
    rejected_lines,
)
from ingest.read import Known, ReadBatch
from ingest.sources import Source
from narabot.errors import UnpreparedError


def find_prepared(paths: Sequence[Path]) -> dict[Path, Manifest]:
    """Return the prepared shards in and below some folders, in a stable order.

    Raises UnpreparedError where there is none, for one that is damaged, and where two are of one
    file.
    """
    found: dict[Path, Manifest] = {}
    by_name: dict[str, Path] = {}
    for path in paths:
        folders = list(prepared_below(path))
        if not folders:
            raise UnpreparedError(f"{path} holds nothing that `narabot prepare` has finished.")
        for folder in folders:
            manifest = read_manifest(folder)
            if manifest is None:
                raise damaged(folder, f"it has no {MANIFEST}")
            other = by_name.setdefault(manifest.file_name, folder)
            if other != folder:
                raise UnpreparedError(
                    f"{other} and {folder} are both of {manifest.file_name}. Load one of them."
                )
            found[folder] = manifest
    return found


def prepared_below(path: Path) -> Iterator[Path]:
    """Yield the folders of prepared shards at or below a path, in order."""
    if path.name.endswith(SUFFIX):
        yield path
        return
    for parent, folders, _ in os.walk(path):
        folders.sort()
        for name in [name for name in folders if name.endswith(SUFFIX)]:
            yield Path(parent, name)
        folders[:] = [one for one in folders if not one.endswith(SUFFIX) and one[0] != "."]


def source_of(folder: Path, manifest: Manifest) -> Source:
    """Return a prepared shard as ingest knows files."""
    return Source(folder, manifest.file_name, None, manifest.size)


@dataclass(frozen=True, slots=True)
class PreparedReader:
    """Reads prepared shards for one graph."""

    manifests: Mapping[Path, Manifest]
    known: Known
    bytes_read: BytesRead = lambda _: None

    def batches(self, source: Source) -> Iterator[ReadBatch]:
        """Yield a shard's batches from where an earlier run has stopped.

        Raises UnpreparedError for tables that are not what was written.
        """
        manifest = self.manifests[source.path]
        before = self.known.progress(source.file_name)
        is_same = before is not None and before.is_of(manifest.digest, manifest.making.release)
        known = before if is_same else None
        if known is not None and known.is_done:
            self.bytes_read(source.size)
            yield ReadBatch(source.file_name, is_last=True, skipped=known)
            return
        check_tables(source.path, manifest)
        loaded_before = known.records if known else 0
        for number, rows in enumerate(batches_of(source.path, manifest)):
            entry = manifest.batches[number]
            self.bytes_read(source.size // len(manifest.batches))
            if known is None or entry.line_num > known.end.line_num or entry.is_done:
                begins = source.file_name if number == 0 else None
                batch = read_batch(rows, entry, manifest)
                yield replace(batch, begins=begins, loaded_before=loaded_before)
                loaded_before = 0

    def lines_for(self, source: Source, wanted: Set[int]) -> ReadBatch:
        """Return a shard's records for some naIds, without any progress.

        Raises UnpreparedError for those whose texts were left out as known, and are not.
        """
        manifest = self.manifests[source.path]
        found = []
        noted: set[int] = set()
        for rows in batches_of(source.path, manifest):
            written = prepared_records(rows, source.file_name)
            found += [one for one in written if one.record.na_id in wanted]
            noted |= {line.na_id for line in noted_lines(rows, source.file_name)} & wanted
        if noted:
            raise UnpreparedError(
                f"{source.path} leaves out {len(noted):,} records as known, such as naId "
                f"{min(noted)}, which the graph has not. Delete that folder, prepare it "
                "again with a new list (`narabot known`) or without, and load it again."
            )
        return ReadBatch(source.file_name, written=tuple(found))


def read_batch(rows: Rows, entry: BatchEntry, manifest: Manifest) -> ReadBatch:
    """Return a batch of a shard."""
    name = manifest.file_name
    return ReadBatch(
        name,
        written=prepared_records(rows, name),
        noted=noted_lines(rows, name),
        rejected=rejected_lines(rows, name),
        progress=entry.progress(manifest),
        lines=entry.lines,
        by_type=Counter(entry.by_type),
        less_full=entry.less_full,
        is_last=entry.is_done,
    )


def batches_of(folder: Path, manifest: Manifest) -> Iterator[Rows]:
    """Yield the rows of each batch. Raises UnpreparedError for tables that cannot be read."""
    try:
        files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in TABLES}
        groups = dict.fromkeys(TABLES, 0)
        for entry in manifest.batches:
            rows = {}
            for name, file in files.items():
                if entry.rows[name]:
                    rows[name] = file.read_row_group(groups[name])
                    groups[name] += 1
                else:
                    rows[name] = file.schema_arrow.empty_table()
            yield rows
    except (OSError, pa.ArrowException) as error:
        raise damaged(folder, str(error)) from error
