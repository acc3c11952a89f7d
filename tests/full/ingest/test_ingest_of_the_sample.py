"""The whole sample has every label and relation, and the order of the files does not matter."""

import random
from pathlib import Path

from ingest.pipeline import is_loaded, run_ingest
from ingest.write.load_input import LoadMode
from narabot.graph import Graph
from narabot.models import Label, Relation
from narabot.settings import Settings
from tests.embedders import WordEmbedder
from tests.graphs import digest, nodes
from tests.ingesting import ingest
from tests.records import SAMPLE
from tests.shared import DATA, needs_shared

pytestmark = needs_shared


def test_file_order_does_not_matter(graph: Graph, tmp_path: Path) -> None:
    files = [file for file in sorted(DATA.glob("*.jsonl")) if "rg_059" not in file.name]
    files.append(SAMPLE)
    digests = set()
    for seed in range(3):
        random.Random(seed).shuffle(files)
        run_ingest(
            Settings(narabot_data_dir=tmp_path),
            graph,
            WordEmbedder(),
            files,
            LoadMode(rebuild=True),
        )
        digests.add(digest(graph))
    assert len(digests) == 1


def test_sample_has_every_label_and_relation(graph: Graph, tmp_path: Path) -> None:
    report = ingest(graph, tmp_path, SAMPLE)
    assert report.rejected == 0
    labels = {label for found, _ in nodes(graph).values() for label in found}
    bookkeeping = {
        Label.GRAPH_VERSION,
        Label.SHARD,
        Label.REJECTED_LINE,
        Label.UNSETTLED_RECORD,
        Label.CATALOG_RELEASE,
    }
    assert labels == set(Label) - bookkeeping
    assert set(report.graph_relations) == set(Relation)
    assert is_loaded(graph, SAMPLE)
    graph.write("MATCH (shard:shard) WITH shard LIMIT 1 SET shard.digest = 'other'")
    assert not is_loaded(graph, SAMPLE)
