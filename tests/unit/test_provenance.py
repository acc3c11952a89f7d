"""Tests of provenance: answerer, confidence, machine-read text, the catalog, and later changes."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from narabot.models import Answer, Chunk, Quote, Response, Sentence
from narabot.presentation.provenance import catalog_sentences, is_machine_read, provenance
from narabot.presentation.sharing import change_notices, shared_on
from narabot.retrieval import LoadSummary
from tests.unit.test_rendering_records import passage, record, response

PIRATES = Sentence("Pirates", (Quote(7, "7-1", 0, 7, "Pirates"),))


def answered(confidence: float, answerer: str = "extractive", *sentences: Sentence) -> Response:
    """Return a response with an answer."""
    return replace(response(), answer=Answer(sentences or (PIRATES,), confidence, answerer))


@pytest.mark.parametrize(
    ("confidence", "opening"),
    [
        (0.95, "Very likely correct."),
        (0.8, "Likely correct."),
        (0.55, "This may be correct, or it may"),
    ],
)
def test_extractive_answer_states_confidence_and_no_language_model(
    confidence: float, opening: str
) -> None:
    line = provenance(answered(confidence))
    assert line.startswith(opening)
    assert "without a language model" in line


def test_generative_answer_names_the_model_and_sentence_checks() -> None:
    assert provenance(answered(1.0, "qwen")).startswith(
        "Written by qwen. Each sentence was checked"
    )
    assert "Unsupported" not in provenance(answered(1.0, "qwen"))
    assert "replaced with quotations" in provenance(answered(0.5, "qwen"))
    written = replace(PIRATES, text="There were pirates.")
    line = provenance(answered(0.5, "qwen", written))
    assert "were removed" in line
    assert "replaced" not in line


def test_refusal_and_list_have_no_provenance() -> None:
    refused = replace(response(), answer=Answer((), 0.2, "extractive"))
    assert provenance(refused) == provenance(replace(refused, answer=None)) == ""


@pytest.mark.parametrize(
    ("texts", "start", "is_read"),
    [
        (("Title: Logbook\nScope and content: Pirates wrote it.",), 34, False),
        (("Title: Logbook\nMachine-read text of page 1: Pirates wrote it.",), 44, True),
        (
            ("Title: Logbook\nMachine-read text of page 1: Thieves wrote,", "wrote, Pirates"),
            7,
            True,
        ),
        (("Title: Logbook\nMachine-read text of page 1: x\nAccess: y", "Title: Pirates"), 7, True),
    ],
)
def test_quotation_from_machine_read_text_is_detected(
    texts: tuple[str, ...], start: int, is_read: bool
) -> None:
    chunks = tuple(Chunk(f"7-{place}", text) for place, text in enumerate(texts))
    quoted = chunks[-1]
    assert quoted.text[start : start + 7] == "Pirates"
    quote = Quote(7, quoted.chunk_id, start, start + 7, "Pirates")
    found = replace(passage(record(7)), chunks=chunks)
    quoting = replace(answered(0.9, "extractive", Sentence("Pirates", (quote,))), passages=(found,))
    assert is_machine_read(quoting) is is_read


def test_catalog_sentences_state_size_date_and_language() -> None:
    [opening, language] = catalog_sentences(
        LoadSummary(15_336, 8, date(2026, 11, 2)), reads_russian=False
    )
    assert opening.startswith(
        "15,336 records were loaded from 8 files, most recently on November 2, 2026."
    )
    assert "only English" in language
    [alone] = catalog_sentences(LoadSummary(3, 1, None), reads_russian=True)
    assert alone.startswith("3 records were loaded from one file.")


def test_changes_since_sharing_are_listed() -> None:
    records = [passage(record(na_id, f"Record {na_id}")) for na_id in range(1, 10)]
    before = dict.fromkeys(range(1, 9), "a")
    now = {1: "a", 2: "b", 9: "c"}
    [gone, changed] = change_notices(records, before, now)
    assert gone.startswith(
        "6 of the answer's records have since been withdrawn from the catalog: Record 3 (NAID 3"
    )
    assert gone.endswith("; and 1 more.")
    assert changed == (
        "One of the answer's records has since changed in the catalog: Record 2 (NAID 2)."
    )
    assert change_notices(records, before, before) == []
    assert "November 22, 2026" in shared_on(datetime(2026, 11, 22, tzinfo=UTC))
