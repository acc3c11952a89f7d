"""A data folder with the passages of multi-hop questions and the layer, kept for many measurings.

`python -m benchmarks.multi_hop QUESTIONS_FOLDER DATA_FOLDER`; then `narabot evaluate strategies
QUESTIONS_FOLDER --passages DATA_FOLDER --strategy …`, and `NARABOT_DATA_DIR=DATA_FOLDER` to look
around in it. Embedding and reading 6,119 passages takes a quarter of an hour on two cores.
"""

import argparse
from pathlib import Path

from ingest.session import alone
from narabot.chat import open_models
from narabot.cli.catalogues import LayeredCatalogue, Layering
from narabot.database import serving
from narabot.evaluation.graphs import sample_file
from narabot.evaluation.multi_hop import read_multi_hop
from narabot.graph import open_graph
from narabot.settings import Settings


def main() -> None:
    """Load the passages, build the layer, and print what came of it."""
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
        alone(settings),
        sample_file(settings, tests.record_lines()) as file,
    ):
        catalogue = LayeredCatalogue(Layering(with_names=True), file)
        print(catalogue.load(settings, graph, open_models(settings)))


if __name__ == "__main__":
    main()
