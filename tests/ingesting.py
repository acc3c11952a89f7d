"""Write shards and load them in batches that are small enough to need several transactions."""

from pathlib import Path

from ingest.parse.schema import Raw
from ingest.pipeline import run_ingest
from ingest.releases.lifecycle import Release
from ingest.report import Report
from ingest.write.load_input import LoadMode
from narabot.graph import Graph
from narabot.settings import Settings
from tests.embedders import WordEmbedder
from tests.records import line

BATCH = 3
REAL_BATCH = 50
"""Batch size for the real lines, in records. It yields about 20 batches instead of about 300."""


def ingest_settings(folder: Path, batch: int = BATCH) -> Settings:
    """Return settings with small batches. An ingest writes its files in the folder."""
    return Settings(narabot_data_dir=folder / "narabot-data", ingest_batch_records=batch)


def ingest(
    graph: Graph,
    folder: Path,
    *paths: Path,
    embedder: WordEmbedder | None = None,
    rebuild: bool = False,
    release: str | None = None,
    batch: int = BATCH,
) -> Report:
    """Load some paths as a complete release, even if many records were withdrawn."""
    named = Release(release, is_complete=True) if release else None
    mode = LoadMode(rebuild, named)
    embedder = embedder or WordEmbedder()
    return run_ingest(ingest_settings(folder, batch), graph, embedder, list(paths), mode)


def write_lines(file: Path, *lines: bytes) -> Path:
    """Write lines to a file, and return the file's path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"\n".join(lines) + b"\n")
    return file


def write_records(file: Path, *raws: Raw) -> Path:
    """Write records to a file, one line per record, and return the file's path."""
    return write_lines(file, *map(line, raws))


def load_records(graph: Graph, folder: Path, *raws: Raw, name: str = "rg_1-1.jsonl") -> None:
    """Load some records. A file replaces the records of an earlier file with the same name."""
    ingest(graph, folder, write_records(folder / name, *raws))
