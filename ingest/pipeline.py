"""The ways into the graph: catalogue lines read, parsed, chunked, embedded and loaded; or what
`narabot prepare` has made of them, only loaded.
"""

from collections.abc import Sequence, Set
from pathlib import Path

from ingest.bucket import BucketPlace
from ingest.prepared import (
    PreparedReader,
    PreparedShard,
    check_all,
    check_readable,
    check_release,
    check_whole,
    files_of,
    find_prepared,
    one_making,
)
from ingest.progress import AT_ONCE
from ingest.read.batches import SPOOL, Reader
from ingest.read.lines import BytesRead
from ingest.read.sources import find_sources
from ingest.read.survey import survey
from ingest.releases.running import Release
from ingest.report import Report
from ingest.write.load import Loader
from ingest.write.loading import load_material
from ingest.write.material import FILL, Material, Mode
from narabot.embedding import TextEmbedder
from narabot.graph import Graph, load_query
from narabot.models import SEARCHED_INDEXES
from narabot.settings import Settings
from narabot.versions import our_version, stored_version


def run_ingest(
    settings: Settings,
    graph: Graph,
    embedder: TextEmbedder,
    paths: Sequence[Path | BucketPlace],
    mode: Mode = FILL,
) -> Report:
    """Load all catalogue lines in and under some paths; running it twice changes nothing.

    Raises UnreadableSourceError for a path without any, and as `load_material` does. A file that
    breaks off is named in the report.
    """

    def open_reader(loader: Loader, bytes_read: BytesRead) -> Reader:
        vectors = embedder.embed_array
        return Reader(settings, embedder, loader, bytes_read, loader.release, vectors)

    sources = find_sources(paths)
    version = our_version(embedder.identity, settings.ingest_chunker)
    material = Material(sources, version, embedder.probe, open_reader, embedder)
    return load_material(settings, graph, material, mode)


def run_load(
    settings: Settings,
    graph: Graph,
    paths: Sequence[Path | BucketPlace],
    mode: Mode = FILL,
) -> Report:
    """Load all prepared shards in and under some places, as `run_ingest` would their lines.

    Raises UnpreparedError for places without any, for damaged ones, and for those that cannot be
    of one graph; and as `load_material` does.
    """
    found = find_prepared(paths)
    wanted = files_of(paths, mode.release.name) if mode.release else set()
    shards = [shard for shard in found if not is_outdated(shard, mode.release, wanted)]
    making = one_making(shard.manifest for shard in shards)
    check_readable(making)
    check_release(making, mode.release)
    if mode.release:
        names = [shard.manifest.file_name for shard in shards]
        check_whole(paths, mode.release.name, wanted, names)

    spool = settings.narabot_data_dir / SPOOL
    if mode.rebuild:
        check_all(shards, spool)

    def open_reader(loader: Loader, bytes_read: BytesRead) -> PreparedReader:
        by_name = {shard.manifest.file_name: shard for shard in shards}
        return PreparedReader(by_name, spool, loader, bytes_read)

    sources = [shard.source for shard in shards]
    material = Material(sources, making.version, making.probe, open_reader, embedder=None)
    report = load_material(settings, graph, material, mode)
    report.outdated = len(found) - len(shards)
    return report


def is_outdated(shard: PreparedShard, release: Release | None, wanted: Set[str]) -> bool:
    """Return whether a shard is left from another release than that whose files are wanted."""
    if release is None or not wanted:
        return False
    manifest = shard.manifest
    return manifest.making.release != release.name and manifest.file_name not in wanted


def is_loaded(graph: Graph, path: Path) -> bool:
    """Return whether the graph has every file of a small folder, without any model."""
    if stored_version(graph) is None:
        return False
    there = graph.read(load_query("narabot", "indexes"), names=list(SEARCHED_INDEXES))
    if len(there) < len(SEARCHED_INDEXES):
        return False
    sources = find_sources([path])
    known = Loader(graph, AT_ONCE).progress([source.file_name for source in sources])
    return all(
        source.file_name in known
        and known[source.file_name].is_done
        and known[source.file_name].digest == survey(source).digest
        for source in sources
    )
