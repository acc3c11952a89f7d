"""Choosing a local language model: a folder, the hub's cache, and damaged or incomplete files."""

import logging
from pathlib import Path

import pytest

from narabot.llm import fit_prompt, open_language_model, read_reply
from narabot.llm.model_cache import cached_model_folder
from tests.tiny_models import cache_model, keep_hub_away, local_settings
from tests.unit.test_llm import QUESTION, framed


@pytest.fixture(autouse=True)
def hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    keep_hub_away(monkeypatch, tmp_path / "hub")
    return tmp_path / "hub"


def test_huggingface_note_names_model_and_device(folder: Path) -> None:
    answering = open_language_model(local_settings(folder))
    assert answering.note == f"Answers are written by {folder} on this machine (cpu)."


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


def test_shortened_prompt_fills_the_real_tokenizers_limit(folder: Path) -> None:
    model = open_language_model(local_settings(folder, llm_max_input_tokens=256)).model
    assert model is not None
    prompt = fit_prompt(model, framed, "lighthouse " * 300)
    longer = prompt.replace("Context:", "Context: lighthouse")
    assert model.count_tokens(prompt) <= 256 < model.count_tokens(longer)
    assert read_reply(model, prompt, max_new_tokens=2)
