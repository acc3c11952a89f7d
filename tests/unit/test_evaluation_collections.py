"""Tests that narabot recognizes test collections by their format."""

from pathlib import Path
from typing import Any

import pytest

from narabot.errors import EvaluationFileError
from narabot.evaluation.collections import read_collections
from tests.evaluation_examples import raw_question, write_lines
from tests.hops import write_hops
from tests.topics import write_topics

CHAT: dict[str, Any] = {
    "id": "c1",
    "turns": ["Who mended the windmill?"],
    "lang": "en",
    "kind": "robust",
    "want": "answer",
    "gold_naIds": [11],
    "answer": ["Miller"],
}


def write_all(folder: Path) -> Path:
    """Write a collection of each type, and files that are not collections."""
    write_lines(folder / "asked.jsonl", raw_question())
    write_lines(folder / "counted.jsonl", raw_question(kind="count"))
    write_lines(folder / "talked.jsonl", CHAT)
    write_lines(folder / "labeled.jsonl", {"query": "?", "lang": "en", "class": "question"})
    (folder / "README.md").write_text("What this is.", encoding="utf-8")
    write_hops(made(folder / "hops"))
    write_topics(folder / "places")
    return folder


def made(folder: Path) -> Path:
    """Create a folder and return it."""
    folder.mkdir()
    return folder


def test_folder_scan_recognizes_collections_and_skips_other_files(tmp_path: Path) -> None:
    found = read_collections([write_all(tmp_path)])
    assert [(one.name, one.what) for one in found] == [
        ("asked", "questions"),
        ("counted", "graph-questions"),
        ("hops", "multi-hop"),
        ("places", "where-to-look"),
        ("talked", "chat"),
    ]
    digests = [value for one in found for value in one.identity.values()]
    assert sum(len(str(value)) == 64 for value in digests) == 3 + 2 + 4


def test_single_file_or_folder_can_be_a_collection(tmp_path: Path) -> None:
    folder = write_all(tmp_path)
    found = read_collections([folder / "talked.jsonl", folder / "hops"])
    assert [one.what for one in found] == ["chat", "multi-hop"]


def test_invalid_collection_path_raises_an_error(tmp_path: Path) -> None:
    folder = write_all(tmp_path)
    for path in (folder / "labeled.jsonl", folder / "README.md", made(folder / "nothing")):
        with pytest.raises(EvaluationFileError, match="is not a test collection"):
            read_collections([path])
    with pytest.raises(EvaluationFileError, match="cannot be read"):
        read_collections([folder / "nowhere.jsonl"])


def test_duplicate_collection_names_raise_an_error(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "asked.jsonl", raw_question())
    with pytest.raises(EvaluationFileError, match="named asked"):
        read_collections([file, file])
