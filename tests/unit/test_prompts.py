"""Tests of finding and filling the prompt files."""

import re
from pathlib import Path

import pytest

from narabot import prompts
from narabot.errors import PromptError
from narabot.prompts import Prompt, fill_prompt, load_prompt, prompts_folder

REFUSAL = "I cannot respond to your request based on the available archival materials."


def test_each_name_is_replaced_by_its_value() -> None:
    prompt = Prompt("greeting", "Dear $name, box ${number}a is yours, $name.")
    assert fill_prompt(prompt, name="Ada", number="7") == "Dear Ada, box 7a is yours, Ada."


def test_two_dollars_in_a_prompt_are_one_dollar() -> None:
    assert fill_prompt(Prompt("fee", "The fee is $$5, $name."), name="Ada") == "The fee is $5, Ada."


@pytest.mark.parametrize("value", ["$question", "${context}", "$$", "$5 and $", "\\1 %s {0}"])
def test_a_value_is_never_expanded_again(value: str) -> None:
    prompt = Prompt("answer", "$context / $question")
    filled = fill_prompt(prompt, context=value, question="Why?")
    assert filled == f"{value} / Why?"


def test_a_missing_name_is_refused_with_both_lists() -> None:
    with pytest.raises(
        PromptError, match=r"placeholders \$context, \$question, .* filled with \$context"
    ):
        fill_prompt(Prompt("answer", "$context $question"), context="")


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(PromptError, match=r"filled with \$prompt, \$query"):
        fill_prompt(Prompt("classification", "$query"), query="", prompt="")


@pytest.mark.parametrize("text", ["costs $5 $query", "ends with $", "$ query"])
def test_a_dollar_that_begins_no_name_is_refused(text: str) -> None:
    with pytest.raises(PromptError, match=r"Write \$\$ for a dollar"):
        fill_prompt(Prompt("classification", text), query="")


def test_the_hash_is_short_and_changes_with_the_text() -> None:
    assert re.fullmatch(r"[0-9a-f]{8}", Prompt("answer", "a").hash)
    assert Prompt("answer", "a").hash == Prompt("other", "a").hash != Prompt("answer", "b").hash


def test_a_checkout_reads_the_prompts_beside_the_package(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert prompts_folder(tmp_path / "narabot") == tmp_path / "prompts"


def test_an_installed_package_reads_the_prompts_within_itself(tmp_path: Path) -> None:
    assert prompts_folder(tmp_path / "narabot") == tmp_path / "narabot" / "prompt_texts"


def test_a_missing_prompt_file_is_named() -> None:
    with pytest.raises(PromptError, match=r"prompts/poem\.txt cannot be read"):
        load_prompt("poem")


def test_a_prompt_file_that_is_no_text_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompts, "prompts_folder", lambda: tmp_path)
    (tmp_path / "answer.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PromptError, match=r"answer\.txt cannot be read"):
        load_prompt("answer")


def test_the_classification_prompt_takes_a_query_and_ends_where_the_word_belongs() -> None:
    filled = fill_prompt(load_prompt("classification"), query="Who kept the light?")
    assert filled.endswith("Request: Who kept the light?\nKind:")


def test_the_classification_examples_show_both_words_in_both_languages() -> None:
    examples = re.findall(
        r"^Request: (.+)\nKind: (\w+)$", load_prompt("classification").text, re.MULTILINE
    )
    languages = {(bool(re.search("[а-я]", request)), kind) for request, kind in examples}
    assert languages == {(r, k) for r in (False, True) for k in ("question", "show_records")}


def test_the_answer_prompt_ends_with_context_and_question() -> None:
    filled = fill_prompt(load_prompt("answer"), context="Title: Log Text: Ice.", question="Why?")
    assert filled.endswith("Context: Title: Log Text: Ice.\nQuestion: Why?\nAnswer:")


def test_the_answer_prompt_gives_the_refusal_as_a_line_of_its_own_and_as_an_example() -> None:
    lines = load_prompt("answer").text.splitlines()
    assert REFUSAL in lines
    assert f"Answer: {REFUSAL}" in lines


def test_answers_in_the_examples_have_at_most_two_sentences() -> None:
    answers = re.findall(r"^Answer: (.+)$", load_prompt("answer").text, re.MULTILINE)
    assert len(answers) >= 4
    assert all(len(re.findall(r"[.!?](?:\s|$)", answer)) <= 2 for answer in answers)
