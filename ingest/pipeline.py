"""Load records: `run_ingest` reads and embeds an export, and `run_load` imports prepared shards."""

from collections.abc import Sequence, Set
from pathlib import Path

from ingest.bucket import BucketPlace
from ingest.prepared import (
    PreparedReader,
    PreparedShard,
    check_complete,
    check_readable,
    check_rebuildable,
    check_release,
    common_settings,
    find_prepared,
    release_file_names,
)
from ingest.progress import NO_RETRY
from ingest.read.batches import SPOOL, Reader
from ingest.read.lines import BytesRead
from ingest.read.sources import find_sources
from ingest.read.survey import survey
from ingest.releases.lifecycle import Release
from ingest.report import Report
from ingest.write.load_input import INCREMENTAL, LoadInput, LoadMode
from ingest.write.loader import Loader
from ingest.write.run import load
from narabot.embedding import TextEmbedder
from narabot.graph import Graph, load_query
from narabot.models import SEARCHED_INDEXES
from narabot.settings import Settings
from narabot.versions import current_version, stored_version


def run_ingest(
    settings: Settings,
    graph: Graph,
    embedder: TextEmbedder,
    paths: Sequence[Path | BucketPlace],
    mode: LoadMode = INCREMENTAL,
) -> Report:
    """Load all lines in the exports at the specified paths. A repeated run changes nothing.

    The report names each file that narabot cannot read completely. Raise UnreadableSourceError for
    a path without an export, and the errors that `load` raises.
    """

    def open_reader(loader: Loader, bytes_read: BytesRead) -> Reader:
        vectors = embedder.embed_array
        return Reader(settings, embedder, loader, bytes_read, loader.release, vectors)

    sources = find_sources(paths)
    version = current_version(embedder.identity, settings.ingest_chunker)
    material = LoadInput(sources, version, embedder.probe, open_reader, embedder)
    return load(settings, graph, material, mode)


def run_load(
    settings: Settings,
    graph: Graph,
    paths: Sequence[Path | BucketPlace],
    mode: LoadMode = INCREMENTAL,
) -> Report:
    """Load all prepared shards at the specified places, with the same result as `run_ingest`.

    Raise PreparedShardError if a place has no prepared shards, or if shards are damaged or
    incompatible. Raise the errors that `load` raises.
    """
    found = find_prepared(paths)
    wanted = release_file_names(paths, mode.release.name) if mode.release else set()
    shards = [shard for shard in found if not is_outdated(shard, mode.release, wanted)]
    making = common_settings(shard.manifest for shard in shards)
    check_readable(making)
    check_release(making, mode.release)
    if mode.release:
        names = [shard.manifest.file_name for shard in shards]
        check_complete(paths, mode.release.name, wanted, names)

    spool = settings.narabot_data_dir / SPOOL
    if mode.rebuild:
        check_rebuildable(shards, spool)

    def open_reader(loader: Loader, bytes_read: BytesRead) -> PreparedReader:
        by_name = {shard.manifest.file_name: shard for shard in shards}
        return PreparedReader(by_name, spool, loader, bytes_read)

    sources = [shard.source for shard in shards]
    material = LoadInput(sources, making.version, making.probe, open_reader, embedder=None)
    report = load(settings, graph, material, mode)
    report.outdated = len(found) - len(shards)
    return report


def is_outdated(shard: PreparedShard, release: Release | None, wanted: Set[str]) -> bool:
    """Return whether a prepared shard is left over from a different release."""
    if release is None or not wanted:
        return False
    manifest = shard.manifest
    return manifest.making.release != release.name and manifest.file_name not in wanted


def is_loaded(graph: Graph, path: Path) -> bool:
    """Return whether the graph contains every file in a small folder. This check loads no model."""
    if stored_version(graph) is None:
        return False
    there = graph.read(load_query("narabot", "indexes"), names=list(SEARCHED_INDEXES))
    if len(there) < len(SEARCHED_INDEXES):
        return False
    sources = find_sources([path])
    known = Loader(graph, NO_RETRY).progress([source.file_name for source in sources])
    return all(
        source.file_name in known
        and known[source.file_name].is_done
        and known[source.file_name].digest == survey(source).digest
        for source in sources
    )
