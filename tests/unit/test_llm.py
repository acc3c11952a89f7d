"""Tests of choosing a model and of shortening a prompt to fit its context."""

import subprocess
import sys
from pathlib import Path

import huggingface_hub.constants
import pytest

from narabot.llm import LanguageModel, fit_prompt, open_language_model, read_reply
from narabot.llm.model_cache import cached_model_folder
from narabot.settings import Settings
from tests.scripted_model import ScriptedModel
from tests.tiny_models import disable_hub, local_settings

QUESTION = "What did the keeper of the lighthouse write?"


@pytest.fixture(autouse=True)
def hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    disable_hub(monkeypatch, tmp_path / "hub")
    return tmp_path / "hub"


def test_provider_none_opens_no_model_and_explains_it() -> None:
    answering = open_language_model(Settings(llm_provider="none", llm_base_url="http://x/v1"))
    assert answering.model is None
    assert answering.note == (
        "No language model writes answers. They are quoted from the records or computed from "
        "all loaded records."
    )


def test_auto_never_contacts_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)

    def connect(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("socket.getaddrinfo", connect)
    answering = open_language_model(local_settings("nara/tiny", "auto"))
    assert answering == open_language_model(Settings(llm_provider="none"))


def test_path_to_missing_folder_is_not_downloaded() -> None:
    assert cached_model_folder("/no/such/folder") is None


def test_importing_the_package_loads_no_heavy_library() -> None:
    heavy = "{'torch', 'transformers', 'langchain_openai', 'langchain_core'}"
    code = f"import sys, narabot.llm; sys.exit(len({heavy} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True)


# Fitting a prompt


def framed(text: str) -> str:
    return f"Context: {text} Question: why?"


def test_prompt_that_fits_is_not_shortened() -> None:
    assert fit_prompt(ScriptedModel(max_input_tokens=6), framed, "a  b\nc") == framed("a  b\nc")


@pytest.mark.parametrize("room", range(5))
def test_long_text_is_cut_between_words_to_fit(room: int) -> None:
    model = ScriptedModel(max_input_tokens=3 + room)
    words = ["one", "one two", "one two\nthree", "one two\nthree  four"]
    assert fit_prompt(model, framed, "one two\nthree  four five") == framed(["", *words][room])


def test_text_without_spaces_is_shortened() -> None:
    class Characters(ScriptedModel):
        def count_tokens(self, prompt: str) -> int:
            return len(prompt)

    model = Characters(max_input_tokens=len(framed("")) + 100)
    assert fit_prompt(model, framed, "船" * 1000) == framed("船" * 80)


# The test double


def test_scripted_model_replies_in_order_and_records_prompts() -> None:
    model: LanguageModel = ScriptedModel(["one  two three", "four"])
    assert list(model.stream("a")) == ["one ", " ", "two ", "three"]
    assert read_reply(model, "b", max_new_tokens=3) == "four"
    assert isinstance(model, ScriptedModel)
    assert (model.prompts, model.limits) == (["a", "b"], [None, 3])


def test_scripted_model_fails_when_no_replies_are_left() -> None:
    with pytest.raises(AssertionError, match="received 1 prompts"):
        read_reply(ScriptedModel(), "a")
