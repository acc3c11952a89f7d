"""Imports in separate processes: memory allocators and lazily loaded libraries."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import run


@pytest.mark.parametrize(
    "module", ["narabot.graph", "ingest.prepared.shard_writer", "ingest.pipeline"]
)
def test_arrow_uses_the_system_allocator_regardless_of_import_order(module: str) -> None:
    code = f"import {module}, pyarrow; print(pyarrow.default_memory_pool().backend_name)"
    environment = {name: one for name, one in os.environ.items() if "ARROW" not in name}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["system"]


def test_langchain_store_is_loaded_lazily(tmp_path: Path) -> None:
    program = "import sys, narabot.chat, narabot.api; print('langchain_neo4j' in sys.modules)"
    done = run(dict(os.environ), tmp_path, program, program=("-c",))
    assert done.stdout.strip() == "False", done.stderr


def test_alembic_is_loaded_only_when_needed(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from narabot.conversations import open_store; "
        "from narabot.settings import Settings; "
        "open_store(Settings(narabot_data_dir=Path(sys.argv[1]))); print('alembic' in sys.modules)"
    )
    loaded = [
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout.strip()
        for _ in range(2)
    ]
    assert loaded == ["True", "False"]
