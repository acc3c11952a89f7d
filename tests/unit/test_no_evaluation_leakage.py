"""Tests that the product contains no four consecutive content words from a test request."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from narabot.words import STOP_WORDS, fold
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

ROOT = Path(__file__).resolve().parents[2]
EVAL = SHARED / "eval"
IN_A_ROW = 4
ENDINGS = {".py", ".toml", ".txt", ".cypher", ".css", ".html"}


def requests() -> Iterator[str]:
    """Yield the requests of all test collections."""
    for name in (
        "nara_q_dev.jsonl",
        "classifier_dev.jsonl",
        "graph_q_dev.jsonl",
        "chat_dev.jsonl",
        "multi_hop/questions.jsonl",
    ):
        for line in (EVAL / name).read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            yield from entry.get("turns") or [entry["query"]]
    for topic in json.loads((EVAL / "where_to_look" / "topics.json").read_bytes()):
        yield from (topic["title"], topic["description"], topic["narrative"])


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield each sequence of four consecutive content words."""
    words = [word for word in map(fold, re.findall(r"[^\W_]+", text)) if word not in STOP_WORDS]
    for start in range(len(words) - IN_A_ROW + 1):
        yield tuple(words[start : start + IN_A_ROW])


def product_files() -> list[Path]:
    """Return the product's files: code, prompts, lexicons, and queries."""
    folders = [ROOT / name for name in ("narabot", "ingest", "prompts")]
    return [
        file
        for folder in folders
        for file in sorted(folder.rglob("*"))
        if file.suffix in ENDINGS and "__pycache__" not in file.parts
    ]


def test_product_contains_no_test_request() -> None:
    known = {run for request in requests() for run in runs(request)}
    found = [
        (str(file.relative_to(ROOT)), run)
        for file in product_files()
        for run in runs(file.read_text(encoding="utf-8"))
        if run in known
    ]
    assert found == []


def test_check_detects_a_request_in_a_text() -> None:
    request = next(request for request in requests() if len(list(runs(request))) > 1)
    assert set(runs(f"PATTERN = '{request}'")) & set(runs(request))
