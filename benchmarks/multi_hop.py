"""Prepare a data folder with the passages for multi-hop questions and the knowledge layer.

    python -m benchmarks.multi_hop QUESTIONS_FOLDER DATA_FOLDER

Later measurements reuse the folder: `narabot evaluate strategies QUESTIONS_FOLDER --passages
DATA_FOLDER --strategy …`. Set `NARABOT_DATA_DIR=DATA_FOLDER` to explore the folder's graph.
Embedding and reading 6,119 passages takes 15 minutes on two cores.
"""

import argparse
from pathlib import Path

from ingest.session import locked_data_folder
from narabot.chat import open_models
from narabot.cli.catalogs import CatalogWithKnowledge, KnowledgeOptions
from narabot.database import serving
from narabot.evaluation.graphs import sample_file
from narabot.evaluation.multi_hop import read_multi_hop
from narabot.graph import open_graph
from narabot.settings import Settings


def main() -> None:
    """Load the passages, build the knowledge layer, and print a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("data_folder", type=Path)
    chosen = parser.parse_args()
    tests = read_multi_hop(chosen.questions)
    settings = Settings.from_environment().model_copy(
        update={"narabot_data_dir": chosen.data_folder, "neo4j_uri": None}
    )
    with (
        serving(settings, print) as connection,
        open_graph(connection) as graph,
        locked_data_folder(settings),
        sample_file(settings, tests.record_lines()) as file,
    ):
        catalog = CatalogWithKnowledge(KnowledgeOptions(with_names=True), file)
        print(catalog.load(settings, graph, open_models(settings)))


if __name__ == "__main__":
    main()
