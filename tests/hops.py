"""An invented multi-hop collection: three passages, and a question that needs two passages."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PASSAGES = (
    {"title": "Kite Road (song)", "text": "Kite Road is sung by Ada Miller. It came out in 1931."},
    {"title": "Ada Miller", "text": "Ada Miller (1901–1977) was a singer, born in Port Windmill."},
    {"title": "Honey bees", "text": "Honey bees are kept for their honey and their wax."},
)
QUESTION = {
    "id": "hop-1",
    "query": "Where was the singer of the song Kite Road born?",
    "gold_titles": ["Kite Road (song)", "Ada Miller"],
}


def write_hops(
    folder: Path,
    questions: Sequence[dict[str, Any]] | None = None,
    passages: Sequence[dict[str, Any]] | None = None,
) -> Path:
    """Write a question file and a passage file, by default with the question and passages above."""
    asked = [QUESTION | one for one in questions or [{}]]
    lines = "\n".join(json.dumps(one) for one in asked)
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    text = "\n".join(json.dumps(one) for one in passages or PASSAGES)
    (folder / "passages.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    return folder
