"""Tests of finding and filling the prompt files."""

import re
from pathlib import Path

import pytest

from narabot import prompts
from narabot.errors import PromptError
from narabot.prompts import Prompt, fill_prompt, load_prompt, prompts_folder

REFUSAL = "I cannot respond to your request based on the available archival materials."


def test_placeholders_are_replaced_with_their_values() -> None:
    prompt = Prompt("greeting", "Dear $name, box ${number}a is yours, $name.")
    assert fill_prompt(prompt, name="Ada", number="7") == "Dear Ada, box 7a is yours, Ada."


def test_double_dollar_becomes_one_dollar() -> None:
    assert fill_prompt(Prompt("fee", "The fee is $$5, $name."), name="Ada") == "The fee is $5, Ada."


@pytest.mark.parametrize("value", ["$question", "${context}", "$$", "$5 and $", "\\1 %s {0}"])
def test_value_is_never_expanded_again(value: str) -> None:
    prompt = Prompt("answer", "$context / $question")
    filled = fill_prompt(prompt, context=value, question="Why?")
    assert filled == f"{value} / Why?"


def test_missing_placeholder_value_is_rejected_with_both_lists() -> None:
    with pytest.raises(
        PromptError, match=r"placeholders \$context, \$question, .* filled with \$context"
    ):
        fill_prompt(Prompt("answer", "$context $question"), context="")


def test_value_for_an_unknown_placeholder_is_rejected() -> None:
    with pytest.raises(PromptError, match=r"filled with \$prompt, \$query"):
        fill_prompt(Prompt("classification", "$query"), query="", prompt="")


@pytest.mark.parametrize("text", ["costs $5 $query", "ends with $", "$ query"])
def test_dollar_without_a_name_is_rejected(text: str) -> None:
    with pytest.raises(PromptError, match=r"Write \$\$ for a dollar"):
        fill_prompt(Prompt("classification", text), query="")


def test_hash_is_short_and_depends_on_the_text() -> None:
    assert re.fullmatch(r"[0-9a-f]{8}", Prompt("answer", "a").hash)
    assert Prompt("answer", "a").hash == Prompt("other", "a").hash != Prompt("answer", "b").hash


def test_checkout_uses_prompts_next_to_the_package(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert prompts_folder(tmp_path / "narabot") == tmp_path / "prompts"


def test_installed_package_uses_its_own_prompts(tmp_path: Path) -> None:
    assert prompts_folder(tmp_path / "narabot") == tmp_path / "narabot" / "prompt_texts"


def test_missing_prompt_file_is_named() -> None:
    with pytest.raises(PromptError, match=r"prompts/poem\.txt cannot be read"):
        load_prompt("poem")


def test_undecodable_prompt_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "prompts_folder", lambda: tmp_path)
    (tmp_path / "answer.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PromptError, match=r"answer\.txt cannot be read"):
        load_prompt("answer")


def test_classification_prompt_ends_with_the_query_and_label() -> None:
    filled = fill_prompt(load_prompt("classification"), query="Who kept the light?")
    assert filled.endswith("Request: Who kept the light?\nKind:")


def test_classification_examples_cover_both_classes_and_languages() -> None:
    examples = re.findall(
        r"^Request: (.+)\nKind: (\w+)$", load_prompt("classification").text, re.MULTILINE
    )
    languages = {(bool(re.search("[а-я]", request)), kind) for request, kind in examples}
    assert languages == {(r, k) for r in (False, True) for k in ("question", "show_records")}


def test_answer_prompt_ends_with_context_and_question() -> None:
    filled = fill_prompt(load_prompt("answer"), context="Title: Log Text: Ice.", question="Why?")
    assert filled.endswith("Context: Title: Log Text: Ice.\nQuestion: Why?\nAnswer:")


def test_answer_prompt_includes_the_refusal_and_an_example() -> None:
    lines = load_prompt("answer").text.splitlines()
    assert REFUSAL in lines
    assert f"Answer: {REFUSAL}" in lines


def test_example_answers_have_at_most_two_sentences() -> None:
    answers = re.findall(r"^Answer: (.+)$", load_prompt("answer").text, re.MULTILINE)
    assert len(answers) >= 4
    assert all(len(re.findall(r"[.!?](?:\s|$)", answer)) <= 2 for answer in answers)
