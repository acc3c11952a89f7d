"""python -m ingest is the same command as narabot ingest."""

from pathlib import Path

from narabot.graph import Graph
from tests.commands import run
from tests.records import SAMPLE


def test_python_m_ingest_is_the_same_command(
    sample_graph: Graph, sample_environment: dict[str, str], tmp_path: Path
) -> None:
    done = run(sample_environment, tmp_path, str(SAMPLE), program=("-m", "ingest"))
    assert done.returncode == 0, done.stderr
    assert "Records: 0 added, 0 replaced, 140 unchanged." in done.stdout
