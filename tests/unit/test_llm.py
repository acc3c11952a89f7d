"""Tests of choosing a model and of shortening a prompt to fit its context."""

import logging
import subprocess
import sys
from pathlib import Path

import huggingface_hub.constants
import pytest

from narabot.llm import LanguageModel, fit_prompt, open_language_model, read_reply
from narabot.llm.model_cache import cached_model_folder
from narabot.settings import Settings
from tests.scripted_model import ScriptedModel
from tests.tiny_models import cache_model, keep_hub_away, local_settings, save_language_model

QUESTION = "What did the keeper of the lighthouse write?"


@pytest.fixture(autouse=True)
def hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    keep_hub_away(monkeypatch, tmp_path / "hub")
    return tmp_path / "hub"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_language_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """Return the folder of a saved model that a test can damage."""
    return save_language_model(tmp_path / "damaged")


def test_provider_none_opens_no_model_and_explains_it() -> None:
    answering = open_language_model(Settings(llm_provider="none", llm_base_url="http://x/v1"))
    assert answering.model is None
    assert answering.note == (
        "No language model writes answers. They are quoted from the records or computed from "
        "all loaded records."
    )


def test_huggingface_note_names_model_and_device(folder: Path) -> None:
    answering = open_language_model(local_settings(folder))
    assert answering.note == f"Answers are written by {folder} on this machine (cpu)."


@pytest.mark.slow
def test_auto_prefers_the_server_to_a_local_model(folder: Path) -> None:
    settings = local_settings(
        folder, "auto", llm_base_url="http://u:pw@localhost:1/v1", llm_model="m"
    )
    note = "Answers are written by m at http://localhost:1/v1."
    assert open_language_model(settings).note == note


def test_auto_uses_a_local_folder(folder: Path) -> None:
    answering = open_language_model(local_settings(folder, "auto"))
    assert answering.model is not None
    assert answering.model.name == str(folder)


def test_auto_uses_a_downloaded_model(folder: Path, hub_cache: Path) -> None:
    cache_model(folder, hub_cache, "nara/tiny")
    answering = open_language_model(local_settings("nara/tiny", "auto"))
    assert answering.model is not None
    assert answering.note == "Answers are written by nara/tiny on this machine (cpu)."
    assert read_reply(answering.model, QUESTION, max_new_tokens=8)


def test_auto_never_contacts_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)

    def connect(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("socket.getaddrinfo", connect)
    answering = open_language_model(local_settings("nara/tiny", "auto"))
    assert answering == open_language_model(Settings(llm_provider="none"))


@pytest.mark.parametrize("missing", ["config.json", "model.safetensors"])
def test_auto_ignores_a_partly_downloaded_model(
    damaged: Path, hub_cache: Path, missing: str
) -> None:
    (damaged / missing).unlink()
    cache_model(damaged, hub_cache, "nara/tiny")
    assert cached_model_folder("nara/tiny") is None
    assert open_language_model(local_settings("nara/tiny", "auto")).model is None


def test_auto_skips_a_damaged_model_and_explains_it(
    damaged: Path, caplog: pytest.LogCaptureFixture
) -> None:
    weights = damaged / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:5000])
    with caplog.at_level(logging.WARNING, logger="narabot.llm"):
        answering = open_language_model(local_settings(damaged, "auto"))
    assert answering.model is None
    assert answering.note == (
        f"The language model {damaged} cannot be loaded. "
        "Answers are quoted from the records or computed from all loaded records."
    )
    assert "is damaged" in caplog.text


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


def test_shortened_prompt_fills_the_real_tokenizers_limit(folder: Path) -> None:
    model = open_language_model(local_settings(folder, llm_max_input_tokens=256)).model
    assert model is not None
    prompt = fit_prompt(model, framed, "lighthouse " * 300)
    longer = prompt.replace("Context:", "Context: lighthouse")
    assert model.count_tokens(prompt) <= 256 < model.count_tokens(longer)
    assert read_reply(model, prompt, max_new_tokens=2)


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
