"""Tests of complete prompts. A wording change needs a new golden file and a changelog entry."""

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
def test_filled_prompt_matches_golden_file(name: str) -> None:
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert fill_prompt(load_prompt(name), **VALUES[name]) + "\n" == expected
