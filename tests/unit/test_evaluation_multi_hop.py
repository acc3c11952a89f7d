"""Tests of multi-hop questions: passages as records, the split into halves, and scores."""

import gzip
import json
from math import log2
from pathlib import Path
from typing import Any

import pytest

from ingest.parse.catalog_line import read_line
from ingest.parse.record import parse_record
from narabot.errors import EvaluationFileError
from narabot.evaluation.multi_hop import FIRST_NA_ID, HopQuestion, hop_scores, read_multi_hop
from narabot.models import AuthorityType
from tests.hops import write_hops


def test_passage_becomes_authority_record_with_title_and_text(tmp_path: Path) -> None:
    tests = read_multi_hop(write_hops(tmp_path))
    first, *_ = tests.record_lines()
    record = parse_record(read_line(first, "passages.jsonl", 1), 10_000)
    assert (record.na_id, record.type) == (FIRST_NA_ID, AuthorityType.TOPICAL_SUBJECT)
    assert record.name == "Kite Road (song)"
    assert "Kite Road is sung by Ada Miller." in record.text


def test_gold_titles_map_to_na_ids(tmp_path: Path) -> None:
    tests = read_multi_hop(write_hops(tmp_path))
    [question] = tests.questions.entries
    assert tests.gold(question) == (FIRST_NA_ID, FIRST_NA_ID + 1)


@pytest.mark.parametrize(
    ("questions", "passages", "message"),
    [
        ([{"gold_titles": ["Nowhere"]}], None, "no passage has the title 'Nowhere'"),
        ([{"gold_titles": []}], None, "query or gold titles are empty"),
        (None, [{"title": "A", "text": "."}, {"title": "A", "text": "!"}], "two passages"),
        (None, [{"title": "A"}], "passages.jsonl.gz:1"),
    ],
)
def test_inconsistent_multi_hop_files_are_reported(
    tmp_path: Path, questions: Any, passages: Any, message: str
) -> None:
    with pytest.raises(EvaluationFileError, match=message):
        read_multi_hop(write_hops(tmp_path, questions, passages))


def test_passage_file_with_invalid_gzip_is_reported(tmp_path: Path) -> None:
    folder = write_hops(tmp_path)
    (folder / "passages.jsonl.gz").write_text("plain", encoding="utf-8")
    with pytest.raises(EvaluationFileError, match="cannot be decompressed"):
        read_multi_hop(folder)
    (folder / "passages.jsonl.gz").write_bytes(gzip.compress(json.dumps({}).encode())[:-9])
    with pytest.raises(EvaluationFileError, match="cannot be decompressed"):
        read_multi_hop(folder)


def test_halves_are_nearly_equal_and_depend_only_on_id() -> None:
    halves = [HopQuestion(id=f"q{n}", query="?", gold_titles=("A",)).half for n in range(1000)]
    assert 450 < halves.count("choose") < 550
    again = HopQuestion(id="q7", query="Other words?", gold_titles=("B", "C")).half
    assert again == halves[7]


def test_perfect_score_requires_all_gold_in_top_eight() -> None:
    others = range(100, 200)
    assert hop_scores((1, 2), [1, *others[:6], 2])["perfect"] == 1
    assert hop_scores((1, 2), [1, *others[:7], 2])["perfect"] == 0


def test_recall_covers_top_five_and_gain_covers_top_ten() -> None:
    found = hop_scores((1, 2), [9, 1, 8, 7, 6, 2])
    assert found["recall"] == 0.5
    ideal = 1 + 1 / log2(3)
    assert found["gain"] == pytest.approx((1 / log2(3) + 1 / log2(7)) / ideal)
    assert hop_scores((1,), [*range(10, 20), 1])["gain"] == 0
