"""python -m ingest is the same command as narabot ingest."""

from pathlib import Path

import pytest

from tests.commands import run
from tests.neo4j.test_commands import folder, loaded
from tests.records import SAMPLE

__all__ = ["folder", "loaded"]


@pytest.mark.slow
def test_python_m_ingest_is_the_same_command(
    loaded: object, own_environment: dict[str, str], folder: Path
) -> None:
    done = run(own_environment, folder, str(SAMPLE), program=("-m", "ingest"))
    assert done.returncode == 0, done.stderr
    assert "Records: 0 added, 0 replaced, 140 unchanged." in done.stdout
