"""Tests of complete prompts. A wording change must appear here and in the changelog."""

from pathlib import Path

import pytest

from narabot.prompts import fill_prompt, load_prompt

GOLDEN = Path(__file__).resolve().parents[1] / "golden"

VALUES = {
    "answer": {"context": "Title: Logbook Text: A log of 1812.", "question": "Of which year?"},
    "classification": {"query": "Show me logbooks"},
    "routing": {"query": "Who kept the logbooks?"},
}


@pytest.mark.parametrize("name", sorted(VALUES))
def test_a_filled_prompt_is_word_for_word_the_golden_one(name: str) -> None:
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert fill_prompt(load_prompt(name), **VALUES[name]) + "\n" == expected
