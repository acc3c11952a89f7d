"""Tests of training the reader: examples, held-out data, tokens, targets, and resumed runs."""

import json
import random
from pathlib import Path

import pytest
import torch

from narabot.embedding.packed_e5 import PackedE5
from narabot.reading.reader import Reader as TrainedReader
from narabot.reading.tokens import reading_tokenizer
from narabot.reading.weights import reader_weights, save_reader
from training import written_examples
from training.catalog_records import CatalogText, nearest_first, texts_in
from training.checkpoints import trained_weights
from training.examples import Example, ReadingExample, StatementExample, Verdict
from training.features import NO_TARGET, Features, build_features
from training.field_templates import field_questions, field_statements, letter_statements, with_typo
from training.mixture import is_held_out, sample_mixture
from training.model import Reader
from training.similarity import RecordIndex, nearest_by_words
from training.stages import STAGES, Stage
from training.train import batches, run_stage
from training.written_examples import written_questions, written_statements

LETTER = "Airgram from Recife to State Concerning The Strike (A-17): 5/12/1967"


def record(na_id: int, name: str, *lines: str) -> CatalogText:
    text = "\n".join([f"Title: {name}", *lines])
    return CatalogText(na_id, na_id, name, ("A series", "A record group"), text)


def question(
    group: str, source: str = "squad1.1-dev", text: str = "abc", **span: int
) -> ReadingExample:
    start, end = span.get("start", 0), span.get("end", 0)
    return ReadingExample("who", text, start, end, True, start != end, source, group)


# Held-out data


def test_group_is_held_out_entirely_or_not_at_all() -> None:
    examples = [question(f"group {number}") for number in range(400)]
    held = [one for one in examples if is_held_out(one)]
    assert 8 <= len(held) <= 36
    assert all(is_held_out(question(one.group, "qamr")) for one in held)
    assert sum(is_held_out(question(one.group, "squad2.0-dev")) for one in examples) > len(held)
    assert is_held_out(question("any", "clapnq"))


def test_mixture_excludes_held_out_groups_and_is_deterministic() -> None:
    examples: list[Example] = [question(f"g{number}", "a") for number in range(300)]
    examples += [question(f"g{number}", "b") for number in range(40)]
    chosen = sample_mixture(examples, {"a": 50, "b": 90, "c": 5}, seed=3)
    assert chosen == sample_mixture(examples, {"a": 50, "b": 90, "c": 5}, seed=3)
    assert not any(is_held_out(one) for one in chosen)
    assert sum(one.source == "a" for one in chosen) == 50
    assert sum(one.source == "b" for one in chosen) == 90  # each example two or three times
    assert not any(one.source == "c" for one in chosen)


def test_about_a_quarter_of_records_is_for_validation() -> None:
    records = [record(number, "x") for number in range(400)]
    share = sum(one.is_for_validation for one in records) / len(records)
    assert 0.18 < share < 0.32


# Tokens and targets


@pytest.mark.parametrize("longest", [30, 60, 500])
def test_targets_mark_the_answer_tokens(base: PackedE5, longest: int) -> None:
    tokenizer = reading_tokenizer(base)
    text = "the log of a ship. " * 9 + "Ardmore wrote it. " + "it is long. " * 9
    start = text.index("Ardmore")
    [one] = build_features(
        [question("g", text=text, start=start, end=start + 7)], tokenizer, longest, 1
    )
    answer = [tokenizer.id_to_token(token) for token in one.ids[one.start : one.end + 1]]
    assert "".join(answer) == "▁Ardmore"
    assert one.answers == 1
    assert len(one.ids) <= longest


def test_answer_longer_than_a_window_is_skipped(base: PackedE5) -> None:
    text = "Ardmore " * 40
    long = question("g", text=text, start=0, end=len(text))
    assert list(build_features([long], reading_tokenizer(base), 60, 1)) == []


def test_unknown_labels_are_not_targets(base: PackedE5) -> None:
    pair = ReadingExample("who", "a b", 0, 0, False, True, "pairs", "g")
    stated = StatementExample("a b", "b", Verdict.NOT_SAID, "s", "g")
    none = question("g", text="a b c")
    found = list(build_features([pair, stated, none], reading_tokenizer(base), 60, 1))
    assert [(one.answers, one.start, one.end, one.verdict) for one in found] == [
        (1, NO_TARGET, NO_TARGET, NO_TARGET),
        (-1, NO_TARGET, NO_TARGET, 2),
        (0, 0, 0, NO_TARGET),
    ]


def test_batches_contain_every_example_once_within_a_size_limit() -> None:
    made_up = [
        Features(tuple(range(length)), 1, 1, 0, 0, NO_TARGET) for length in range(5, 200)
    ] * 3
    found = batches(made_up, seed=1)
    assert sorted(len(one.ids) for batch in found for one in batch) == sorted(
        len(one.ids) for one in made_up
    )
    assert all(len(batch) * max(len(one.ids) for one in batch) <= 2048 for batch in found)
    assert found == batches(made_up, seed=1)
    assert found != batches(made_up, seed=2)


# Questions about records


def test_templates_create_answerable_and_unanswerable_questions() -> None:
    records = [
        record(1, "Photographs of the Harbor", "Dates: 1910", "Container: Box 3"),
        record(2, LETTER, "Dates: May 12, 1967"),
        record(
            3, "Maps of the Northern Coast", "Created by: Navy. Survey. 1910-1920 (Most Recent)"
        ),
    ]
    chances = {"letters": 1.0, "fields": 1.0}
    found = [
        one for seed in range(40) for one in field_questions(records, chances, random.Random(seed))
    ]
    spans = {one.text[one.start : one.end] for one in found if one.answers}
    assert {"1910", "Box 3", "Recife", "State", "5/12/1967", "A-17", "Navy. Survey"} <= spans
    for one in found:
        assert one.answers == (one.start < one.end)
        assert "{" not in one.question
    gone = [one for one in found if not one.answers and "Photographs" in one.text]
    assert any("Box 3" not in one.text for one in gone)


def test_letter_statements_have_correct_verdicts() -> None:
    records = [record(number, LETTER.replace("17)", f"{number})")) for number in range(60)]
    records[::2] = [
        record(one.na_id, one.name.replace("Recife", "Rio").replace("5/12", "6/1"))
        for one in records[::2]
    ]
    found = list(letter_statements(records, 1.0, random.Random(4)))
    assert {one.verdict for one in found} == set(Verdict)
    for one in found:
        own, other = ("Rio", "Recife") if "Rio" in one.text else ("Recife", "Rio")
        dates = ("6/1", "5/12") if own == "Rio" else ("5/12", "6/1")
        is_other = other in one.statement or dates[1] in one.statement
        is_swapped = own in one.statement and one.statement.find("State") < one.statement.find(own)
        assert "{" not in one.statement
        assert (is_other or is_swapped) == (one.verdict is Verdict.CONTRADICTED)


def test_field_statements_are_supported_only_by_matching_records() -> None:
    records = [record(number, "Harbor maps", f"Container: Box {number}") for number in range(50)]
    found = list(field_statements(records, 1.0, random.Random(1)))
    assert {one.verdict for one in found} == set(Verdict)
    for one in found:
        box = one.statement.rstrip(".").split("Box ")[-1]
        assert (box in one.text.split("Box ")[1:]) == (one.verdict is Verdict.SUPPORTED)


def test_typo_changes_length_by_at_most_one() -> None:
    rng = random.Random(2)
    for _ in range(200):
        changed = with_typo("harbor photographs", rng)
        assert abs(len(changed) - len("harbor photographs")) <= 1


def test_nearest_ancestor_comes_first() -> None:
    far, near = {"title": "Group", "distance": 2}, {"title": "Series", "distance": 1}
    assert nearest_first([far, near]) == [near, far]
    assert nearest_first([{"title": "Group"}, {"title": "Series"}])[0]["title"] == "Series"
    assert nearest_first(None) == []


def test_invalid_lines_are_skipped(tmp_path: Path) -> None:
    line = {"record": {"naId": 5, "recordType": "description", "levelOfDescription": "item"}}
    line["record"]["title"] = "Map"
    path = tmp_path / "a.jsonl"
    path.write_text(f"no json\n{json.dumps(line)}\n")
    [one] = texts_in(path)
    assert (one.na_id, one.name, one.text) == (5, "Map", "Title: Map")


def test_written_questions_include_texts_without_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written_examples, "FOLDER", tmp_path)
    records = {
        one.na_id: one
        for number in range(400)
        if not (
            one := record(number, f"Log {number}", f"Container: Box {number}")
        ).is_for_validation
    }
    first, second = list(records)[:2]
    rows = [
        {"naId": first, "question": "which box", "answers": [f"Box {first}"]},
        {"naId": second, "question": "who wrote", "answers": []},
        {"naId": 999_999, "question": "of no record", "answers": []},
    ]
    (tmp_path / "questions_en.jsonl").write_text("\n".join(map(json.dumps, rows)))
    found = list(written_questions(records, RecordIndex(list(records.values())), random.Random(1)))
    assert [(one.answers, one.source) for one in found] == [
        (True, "made-en"),
        (False, "made-en"),
        (False, "made-en"),
        (False, "made-en"),
    ]
    assert found[0].text[found[0].start : found[0].end] == f"Box {first}"
    assert not any(f"Title: Log {first}\n" in one.text for one in found[1:3])
    stated = {"naId": first, "statement": "It is a log.", "label": "supported"}
    (tmp_path / "statements.jsonl").write_text(json.dumps(stated))
    [one] = written_statements(records)
    assert one.verdict is Verdict.SUPPORTED


def test_invented_records_yield_questions_and_statements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written_examples, "FOLDER", tmp_path)
    rows = [
        {"naId": -number, "title": f"Log {number}", "above": ["A"], "text": f"Title: Log {number}"}
        for number in range(1, 9)
    ]
    (tmp_path / "records_invented.jsonl").write_text("\n".join(map(json.dumps, rows)))
    records = written_examples.invented_records()
    own = next(one for one in records.values() if not one.is_for_validation)
    asked = {"naId": own.na_id, "question": "And whose is it?", "answers": [], "style": "leaning"}
    (tmp_path / "questions_leaning.jsonl").write_text(json.dumps(asked))
    [found] = written_questions(records, RecordIndex(list(records.values())), random.Random(1))
    assert found.question == f"And whose is it: {own.name}?"
    assert (found.source, found.answers) == ("made-leaning", False)
    stated = {"naId": own.na_id, "statement": "It is a log.", "label": "not_said"}
    (tmp_path / "statements_invented.jsonl").write_text(json.dumps(stated))
    [one] = written_statements(records)
    assert (one.verdict, one.source) == (Verdict.NOT_SAID, "made-statements-invented")


def test_statement_from_two_windows_is_paired_with_both() -> None:
    filling = "Weather was noted every morning by whoever had slept well. " * 9
    log = record(1, "Log", f"Scope and content: {filling}", "Notes: A widow gave seven volumes.")
    both = nearest_by_words(log, "Every morning the weather was noted; a widow gave seven volumes.")
    assert "morning" in both
    assert "widow" in both
    assert both.count("Title: ") == 1
    assert "widow" not in nearest_by_words(log, "The weather was noted every morning.")


# A training run


def tiny_stage(steps: int) -> Stage:
    return Stage("tiny", {}, steps, rate=1e-3, falls=True, longest=40, seed=1)


def tiny_plan(base: PackedE5) -> list[list[Features]]:
    examples: list[Example] = [
        question("g", text=f"the {word} wrote it", start=4, end=4 + len(word))
        for word in ("cook", "clerk", "keeper", "smith") * 8
    ]
    examples += [StatementExample("a b c", "b", Verdict.SUPPORTED, "s", "g")] * 8
    found = list(build_features(examples, reading_tokenizer(base), 40, 1))
    return [found[place : place + 8] for place in range(0, len(found), 8)] * 3


def trained(base: PackedE5, folder: Path, *steps: int) -> dict[str, torch.Tensor]:
    """Return the weights after training in parts that end at these step numbers."""
    for count in steps:
        torch.manual_seed(0)
        model = Reader(base)
        stage = tiny_stage(steps[-1])
        run_stage(model, stage, tiny_plan(base)[:count], folder)
    return trained_weights(model)


def test_resumed_run_ends_with_the_same_weights(
    base: PackedE5, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.train.CHECKPOINT_STEPS", 5)
    (tmp_path / "whole").mkdir()
    (tmp_path / "stopped").mkdir()
    whole = trained(base, tmp_path / "whole", 12)
    stopped = trained(base, tmp_path / "stopped", 5, 12)
    assert whole.keys() == stopped.keys()
    assert all(torch.allclose(whole[name], stopped[name], atol=1e-6) for name in whole)
    assert not any(name.startswith("bert.embeddings") for name in whole)


def test_training_continues_from_reader_weights(base: PackedE5, tmp_path: Path) -> None:
    torch.manual_seed(0)
    first, second = Reader(base), Reader(base)
    tensors = {
        name.removeprefix("bert."): one.numpy() for name, one in trained_weights(first).items()
    }
    save_reader(tmp_path / "r.safetensors", tensors, base, "tiny", {})
    second.take(reader_weights(tmp_path / "r.safetensors", base))
    there = trained_weights(second)
    assert all(
        torch.allclose(there[name], one, atol=1e-3) for name, one in trained_weights(first).items()
    )


def test_trained_model_and_reader_agree(base: PackedE5, tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = Reader(base).eval()
    tensors = {
        name.removeprefix("bert."): one.numpy() for name, one in trained_weights(model).items()
    }
    save_reader(tmp_path / "r.safetensors", tensors, base, "tiny", {})
    reader = TrainedReader(base, reader_weights(tmp_path / "r.safetensors", base))
    [one] = build_features(
        [question("g", text="the cook wrote it")], reading_tokenizer(base), 99, 1
    )
    with torch.no_grad():
        ids = torch.tensor([one.ids])
        relevance, _, support = model(ids, torch.ones_like(ids))
    [found] = reader.read("who", ["the cook wrote it"])
    [stated] = reader.supports([("the cook wrote it", "who")])
    assert found.relevance == pytest.approx(float(relevance[0]), abs=5e-3)
    assert stated.supported == pytest.approx(float(support.softmax(1)[0, 0]), abs=5e-3)


def test_stages_have_expected_names_and_positive_counts() -> None:
    assert [stage.name for stage in STAGES] == ["general", "records", "messages"]
    assert all(count > 0 for stage in STAGES for count in stage.counts.values())
