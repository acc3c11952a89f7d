"""Paths to the shared material next to the repository, and texts that tests read from there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"
DATA = SHARED / "data"
SEED = SHARED / "seeds" / "000_690d0ce05fa22510.txt"
PIPELINE_SEED = SHARED / "seeds" / "004_deef8a7a0bd104cd.txt"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is missing")
"""Marks tests that read the shared material, which is missing outside the project."""


def data_files() -> list[Path]:
    """Return the files of real catalog lines."""
    return sorted(DATA.glob("*.jsonl"))


def seed_retrieval_query() -> str:
    """Return the retrieval query from the seed document."""
    found = re.search(r'retrieval_query = """(.*?)"""', SEED.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def seed_pipeline_trace() -> Any:
    """Return the trace from the seed document about agentic-graph-rag."""
    text = PIPELINE_SEED.read_text(encoding="utf-8")
    return json.JSONDecoder().raw_decode(text, text.rindex("{", 0, text.index('"trace_id"')))[0]
