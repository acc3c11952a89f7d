"""The way of catalogue lines into the graph: read, parse, chunk, embed, relate, load."""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Never

from tqdm import tqdm

from ingest.chunk import Chunker
from ingest.duplicates import duplicated_na_ids, line_na_id
from ingest.load import Loader
from ingest.parse import CatalogRecord, parse_line
from ingest.plan import PreparedRecord
from ingest.prepare import prepare_graph
from ingest.report import Rejects, Report, count_graph
from ingest.sources import LONGEST_LINE, Line, Progress, Source, find_sources, read_lines
from ingest.stored import Decision, fullness, judge
from narabot.embedding import TextEmbedder
from narabot.errors import MalformedRecordError, UnreadableSourceError
from narabot.graph import Graph
from narabot.settings import Settings
from narabot.versions import stored_version

logger = logging.getLogger(__name__)

BATCH_CHARS = 1_000_000
"""Of text in one batch: some 1,500 chunks, a minute of embedding, 10 MB on the way to Neo4j."""

COUNTED = {
    Decision.ADD: "added",
    Decision.REPLACE: "replaced",
    Decision.MOVE: "moved",
    Decision.KEEP: "unchanged",
    Decision.LOSE: "less_full",
}
"""Which of the report's counts a decision adds to."""


@dataclass(frozen=True, slots=True)
class Ingest:
    """One run: what it needs, and what it has done so far."""

    settings: Settings
    graph: Graph
    embedder: TextEmbedder
    rejects: Rejects
    report: Report = field(default_factory=Report)
    outdone: dict[int, set[str]] = field(default_factory=dict)
    """naIds whose line has become less full, and the other files that have one for them."""


def run_ingest(
    settings: Settings,
    graph: Graph,
    embedder: TextEmbedder,
    paths: Sequence[Path],
    *,
    rebuild: bool = False,
) -> Report:
    """Load all catalogue lines in and under some paths; running it twice changes nothing.

    Raises UnreadableSourceError for a path without any, IndexMismatchError for a graph made with
    another model or version. A file that breaks off is named in the report.
    """
    started = time.monotonic()
    sources = find_sources(paths)
    prepare_graph(graph, embedder.identity, rebuild=rebuild)
    run = Ingest(settings, graph, embedder, Rejects(settings.narabot_data_dir / "rejects"))
    with tqdm(
        total=sum(source.size for source in sources), unit="B", unit_scale=True, disable=None
    ) as bar:
        for source in sources:
            bar.set_description(source.file_name[-40:])
            ingest_source(run, source, bar, started)
        settle(run, sources)
    Loader(graph).await_indexes()
    count_graph(run.report, graph)
    run.report.rejects_file = run.rejects.path if run.rejects.is_used else None
    run.report.seconds = time.monotonic() - started
    return run.report


def is_loaded(settings: Settings, graph: Graph, path: Path) -> bool:
    """Return whether the graph has every record of a small folder, without any model."""
    if stored_version(graph) is None:
        return False
    records = [
        parse_line(line.content or b"", source.file_name, line.number, settings.text_max_chars)
        for source in find_sources([path])
        for line in read_lines(source)
    ]
    verdicts = judge(records, Loader(graph).stored(record.na_id for record in records))
    return all(verdict.decision is Decision.KEEP for verdict in verdicts)


def show_rates(bar: "tqdm[Never]", report: Report, started: float) -> None:
    """Show records and chunks a second behind the bar."""
    seconds = max(time.monotonic() - started, 0.001)
    bar.set_postfix_str(
        f"{report.lines / seconds:,.0f} records/s, {report.chunks / seconds:,.0f} chunks/s"
    )


def ingest_source(run: Ingest, source: Source, bar: "tqdm[Never]", started: float) -> None:
    """Load one file, batch by batch."""
    run.report.files += 1
    for batch in batches(fullest_records(run, source, bar.update), run.settings):
        ingest_batch(run, batch)
        show_rates(bar, run.report, started)


def settle(run: Ingest, sources: Sequence[Source]) -> None:
    """Read once more the other files' lines for what has become less full in its own file.

    So a line that lost against a fuller one wins now if it should, whichever file came first.
    The report does not tell of a line twice.
    """
    again = replace(run, report=Report(), outdone={})
    for source in sources:
        wanted = {na_id for na_id, names in run.outdone.items() if source.file_name in names}
        if wanted:
            for batch in batches(fullest_of(source, wanted, run.settings), run.settings):
                ingest_batch(again, batch)


def fullest_of(source: Source, wanted: Set[int], settings: Settings) -> list[CatalogRecord]:
    """Return some of a file's records, as far as it can be read."""
    found: dict[int, CatalogRecord] = {}
    with suppress(UnreadableSourceError):  # told when the file was read for good
        for line in read_lines(source):
            content = line.content or b""
            if line_na_id(content) in wanted:
                with suppress(MalformedRecordError):
                    record = parse_line(
                        content, source.file_name, line.number, settings.text_max_chars
                    )
                    found[record.na_id] = fuller(found.get(record.na_id, record), record)
    return list(found.values())


def batches(records: Iterable[CatalogRecord], settings: Settings) -> Iterator[list[CatalogRecord]]:
    """Yield the records in batches that end at INGEST_BATCH_RECORDS or at BATCH_CHARS of text."""
    batch: list[CatalogRecord] = []
    chars = 0
    for record in records:
        batch.append(record)
        chars += len(record.text)
        if len(batch) == settings.ingest_batch_records or chars >= BATCH_CHARS:
            yield batch
            batch, chars = [], 0
    if batch:
        yield batch


def fullest_records(run: Ingest, source: Source, progress: Progress) -> Iterator[CatalogRecord]:
    """Yield a file's records; of several lines for one naId the fullest, at the end."""
    duplicated = duplicated_na_ids(source)
    held: dict[int, CatalogRecord] = {}
    for record in parsed_records(run, source, progress):
        if record.na_id not in duplicated:
            yield record
            continue
        other = held.setdefault(record.na_id, record)
        if other is not record:
            run.report.less_full += 1
            held[record.na_id] = fuller(other, record)
    yield from held.values()


def fuller(one: CatalogRecord, other: CatalogRecord) -> CatalogRecord:
    """Return the fuller of two lines of one file; of equal ones the first."""
    return max(one, other, key=lambda record: (*fullness(record), -record.line_num))


def parsed_records(run: Ingest, source: Source, progress: Progress) -> Iterator[CatalogRecord]:
    """Yield a file's records, as far as the file can be read; reject what is none."""
    try:
        for line in read_lines(source, progress):
            run.report.lines += 1
            record = parsed_record(run, source, line)
            if record is not None:
                run.report.by_type[str(record.type)] += 1
                yield record
    except UnreadableSourceError as error:
        logger.info("%s", error)
        run.report.unreadable.append(str(error))


def parsed_record(run: Ingest, source: Source, line: Line) -> CatalogRecord | None:
    """Return a line's record, or reject the line and return `None`."""
    try:
        if line.content is None:
            raise MalformedRecordError(f"the line is longer than {LONGEST_LINE:,} bytes")
        return parse_line(line.content, source.file_name, line.number, run.settings.text_max_chars)
    except MalformedRecordError as error:
        run.report.malformed += 1
        logger.info("%s:%s %s", source.file_name, line.number, error)
        run.rejects.write(source.file_name, line.number, str(error), line.content or b"")
        return None


def ingest_batch(run: Ingest, records: Sequence[CatalogRecord]) -> None:
    """Chunk, embed and write those records of a batch that the graph does not have yet."""
    loader = Loader(run.graph)
    verdicts = judge(records, loader.stored(record.na_id for record in records))
    for verdict in verdicts:
        count = COUNTED[verdict.decision]
        setattr(run.report, count, getattr(run.report, count) + 1)
        if verdict.may_be_outdone:
            run.outdone[verdict.record.na_id] = set(verdict.other_files)
    batch = prepare_records(run, [verdict.record for verdict in verdicts if verdict.is_written])
    noted = [verdict.record for verdict in verdicts if verdict.is_noted]
    if batch or noted:
        loader.write(batch, noted)
    count_written(run.report, batch)


def prepare_records(run: Ingest, records: Iterable[CatalogRecord]) -> list[PreparedRecord]:
    """Return records with their chunks and vectors."""
    chunker = Chunker(
        run.embedder.tokenizer, run.embedder.max_tokens, run.settings.chunk_overlap_tokens
    )
    chunked = [(record, chunker.chunks(record.text)) for record in records]
    texts = [
        text for record, chunks in chunked for text in chunker.embedding_texts(record.name, chunks)
    ]
    vectors = run.embedder.embed_array(texts)
    prepared, start = [], 0
    for record, chunks in chunked:
        end = start + len(chunks)
        prepared.append(PreparedRecord(record, tuple(chunks), vectors[start:end]))
        start = end
    return prepared


def count_written(report: Report, batch: Sequence[PreparedRecord]) -> None:
    """Add what a batch wrote to the report."""
    for prepared in batch:
        report.chunks += len(prepared.chunks)
        report.unnumbered += prepared.record.references.unnumbered
        report.cut_texts += prepared.record.cut_chars > 0
        report.cut_chars += prepared.record.cut_chars
