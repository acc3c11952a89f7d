"""Tests of parsing evaluation files, and of the messages for invalid files."""

import json
from pathlib import Path
from typing import Any

import pytest

from narabot.errors import EvaluationFileError
from narabot.evaluation.folders import read_folder_tests
from narabot.evaluation.questions import read_labeled_requests, read_questions
from narabot.models import RequestClass
from tests.evaluation_examples import raw_question, write_lines
from tests.records import line, raw_record


def test_question_is_parsed_with_all_fields(tmp_path: Path) -> None:
    whole = raw_question(
        answer_alt={"Miller": ["the miller"]},
        gold_optional=[12],
        pair="P1",
        lexmis=True,
        world_knowledge=True,
        note="left unread",
    )
    found = read_questions(write_lines(tmp_path / "q.jsonl", "", whole)).entries[0]
    assert (found.id, found.gold, found.answer) == ("q1", (11,), ("Miller",))
    assert found.answer_alt == {"Miller": ("the miller",)}
    assert (found.gold_optional, found.pair) == ((12,), "P1")
    assert found.lexmis and found.world_knowledge
    assert found.request_class is RequestClass.QUESTION


def test_digest_covers_the_raw_file_bytes(tmp_path: Path) -> None:
    plain = write_lines(tmp_path / "a.jsonl", raw_question())
    marked = tmp_path / "b.jsonl"
    marked.write_bytes(b"\xef\xbb\xbf" + plain.read_bytes())
    assert read_questions(plain).entries == read_questions(marked).entries
    assert read_questions(plain).sha256 != read_questions(marked).sha256


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": " "}, "`id` is empty"),
        ({"id": 7}, "Expected `str`"),
        ({"query": " "}, "`query` is empty"),
        ({"lang": "de"}, "lang"),
        ({"class": "poem"}, "class"),
        ({"gold_naIds": ["eleven"]}, "gold_naIds"),
        ({"gold_naIds": []}, "no `gold_naIds`"),
        ({"answer": []}, "`answer` is empty"),
        ({"answer": [""]}, "a string of its answer is empty"),
        ({"answer_alt": {"Miller": [""]}}, "a string of its answer is empty"),
        ({"answer_alt": {"Baker": ["baker"]}}, "not in `answer`"),
        ({"class": "show_records", "answerable": False}, "a list cannot be unanswerable"),
        ({"class": "show_records", "gold_naIds": []}, "no `gold_naIds`"),
    ],
)
def test_invalid_question_is_reported_with_its_line(
    tmp_path: Path, fields: dict[str, Any], message: str
) -> None:
    file = write_lines(tmp_path / "q.jsonl", raw_question(id="good"), raw_question(**fields))
    with pytest.raises(EvaluationFileError, match=r"q\.jsonl:2 is invalid") as raised:
        read_questions(file)
    assert message in str(raised.value)


def test_unanswerable_question_needs_no_gold_or_answer(tmp_path: Path) -> None:
    nothing = raw_question(answerable=False, gold_naIds=[], answer=[])
    assert len(read_questions(write_lines(tmp_path / "q.jsonl", nothing)).entries) == 1


def test_missing_field_is_named(tmp_path: Path) -> None:
    short = raw_question()
    del short["gold_naIds"]
    with pytest.raises(EvaluationFileError, match="missing required field `gold_naIds`"):
        read_questions(write_lines(tmp_path / "q.jsonl", short))


def test_duplicate_question_id_is_rejected(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "q.jsonl", raw_question(), "", raw_question(query="Who else?"))
    with pytest.raises(EvaluationFileError, match=r":3 is invalid: it repeats line 1"):
        read_questions(file)


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_file_without_questions_is_rejected(tmp_path: Path, content: str) -> None:
    file = write_lines(tmp_path / "q.jsonl", content)
    with pytest.raises(EvaluationFileError, match="is empty"):
        read_questions(file)


def test_invalid_json_or_missing_file_raises_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match=r"q\.jsonl:1 is invalid"):
        read_questions(write_lines(tmp_path / "q.jsonl", "no json"))
    with pytest.raises(EvaluationFileError, match="cannot be read"):
        read_questions(tmp_path / "nowhere.jsonl")
    (tmp_path / "bytes.jsonl").write_bytes(b'{"id": "\xff"}')
    with pytest.raises(EvaluationFileError, match=r"bytes\.jsonl:1 is invalid"):
        read_questions(tmp_path / "bytes.jsonl")


def test_labeled_requests_get_ids_from_their_text(tmp_path: Path) -> None:
    one = {"query": "Show me the kites", "lang": "en", "class": "show_records"}
    other = {"query": "Кто запускал змея?", "lang": "ru", "class": "question"}
    forth = read_labeled_requests(write_lines(tmp_path / "a.jsonl", one, other)).entries
    back = read_labeled_requests(write_lines(tmp_path / "b.jsonl", other, one)).entries
    assert [entry.id for entry in forth] == [entry.id for entry in reversed(back)]
    with pytest.raises(EvaluationFileError, match="repeats line 1"):
        read_labeled_requests(write_lines(tmp_path / "c.jsonl", one, one))


def write_folder(folder: Path, **changes: Any) -> Path:
    """Write ranking tests for file units: two file units and two items."""
    records = [
        raw_record("Folder one", naId=1, levelOfDescription="fileUnit"),
        raw_record("Folder two", naId=2, levelOfDescription="fileUnit"),
        raw_record("Kites", naId=11),
        raw_record("Boats", naId=12),
    ]
    (folder / "records.jsonl").write_bytes(b"\n".join(line(raw) for raw in records))
    contents: dict[str, Any] = {
        "topics": [{"id": "T1", "title": "Kites", "description": "Find kites."}],
        "qrels": {"T1": {"1": 3, "2": 0}},
        "samples": [[11], [12]],
    } | changes
    for name, content in contents.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def test_sample_contains_all_folders_but_only_its_items(tmp_path: Path) -> None:
    tests = read_folder_tests(write_folder(tmp_path))
    seen = [json.loads(one)["record"]["naId"] for one in tests.sample_lines(tests.samples[1])]
    assert seen == [1, 2, 12]
    assert tests.grades == {"T1": {1: 3, 2: 0}}
    assert tests.topics[0].request == "Kites. Find kites."


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"topics": []}, "no topic"),
        ({"samples": []}, "no sample"),
        ({"qrels": {}}, "no relevant file unit for the topic T1"),
        ({"qrels": {"T1": {"1": 0}}}, "no relevant file unit for the topic T1"),
        ({"samples": [[11, 99]]}, "contains 99"),
        ({"samples": [[1]]}, "contains 1"),
        ({"topics": {}}, r"topics\.json is invalid"),
    ],
)
def test_inconsistent_folder_files_are_reported(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(EvaluationFileError, match=message):
        read_folder_tests(write_folder(tmp_path, **changes))


def test_missing_file_in_test_folder_is_reported(tmp_path: Path) -> None:
    (write_folder(tmp_path) / "samples.json").unlink()
    with pytest.raises(EvaluationFileError, match=r"samples\.json cannot be read"):
        read_folder_tests(tmp_path)
